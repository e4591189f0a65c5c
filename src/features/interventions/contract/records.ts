import * as Type from 'typebox/type';
import { Done, Instant, Text, idParam, listOf } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const may = <const P extends string, const A extends string>(page: P, act: A) =>
  ({ auth: 'org', area: `intervention/${page}`, act }) as const;
const NOTE_MAX = 500;

const ReferralStep = Type.Object({
  step_id: Type.String(),
  status: Type.Integer({ description: 'referral_status' }),
  at: Instant,
  user_name: Type.String(),
  note: Type.Optional(Type.String()),
});
const Steps = Type.Object({
  status: Type.Integer({ description: 'referral_status' }),
  steps: Type.Array(ReferralStep),
});
export type ReferralSteps = Type.Static<typeof Steps>;

export const referralSteps = endpoint({
  name: 'referral.steps',
  method: 'GET',
  path: '/v1/portal/referrals/:id/steps',
  summary: '转介的进展，最早的在前',
  access: may('referral', 'open'),
  params: idParam('id'),
  response: Steps,
  logged: 'referral',
});

/** `from` is the state that the caller read (optimistic lock); a conflict names who changed it first. */
export const moveReferral = endpoint({
  name: 'referral.move',
  method: 'POST',
  path: '/v1/portal/referrals/:id/status',
  summary: '转介进入下一个状态',
  access: may('referral', 'update'),
  params: idParam('id'),
  bodyLimit: 8192,
  body: Type.Object(
    {
      from: Type.Integer({ minimum: 1, maximum: 128 }),
      status: Type.Integer({ minimum: 1, maximum: 128, description: 'referral_status' }),
      note: Type.Optional(Text(NOTE_MAX)),
    },
    { additionalProperties: false },
  ),
  response: Steps,
});

/**
 * Cancels an appointment or records that the student did not attend; `following` cancels the rest of its series too.
 * `from` is the start that the caller read (optimistic lock).
 */
export const endConsultation = endpoint({
  name: 'consultation.end',
  method: 'POST',
  path: '/v1/portal/consultations/offline/:id/status',
  summary: '取消预约（3），或记为未到（4）；重复的预约可以连同以后的各次一起取消',
  access: may('consultation', 'update'),
  params: idParam('id'),
  bodyLimit: 4096,
  body: Type.Object(
    {
      from: Instant,
      status: Type.Union([Type.Literal(3), Type.Literal(4)], { description: 'consultation_status' }),
      following: Type.Optional(Type.Boolean({ description: '同一系列以后的各次也取消' })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ consultation_id: Type.String(), status: Type.Integer() }),
});

export const freeSlots = endpoint({
  name: 'consultation.free-slots',
  method: 'GET',
  path: '/v1/portal/consultations/free_slots',
  summary: '今后四周还可以预约的时段',
  access: may('consultation', 'open'),
  response: listOf(
    Type.Object({
      slot: Type.String({ description: '预约时提交的时段' }),
      start_at: Instant,
      minutes: Type.Integer(),
      counsellor_id: Type.String(),
      counsellor_name: Type.String(),
      place: Type.Optional(Type.String()),
    }),
  ),
});
export type FreeSlot = Type.Static<typeof freeSlots.response>['items'][number];

const own = { auth: 'org', area: 'appointment' } as const;
const booking = (act: 'open' | 'book') => ({ auth: 'org', area: 'appointment/book', act }) as const;

const Appointment = Type.Object({
  appointment_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  start_at: Instant,
  minutes: Type.Integer(),
  counsellor_name: Type.String(),
  place: Type.Optional(Type.String()),
  status: Type.Integer({ description: 'consultation_status' }),
  may_cancel: Type.Boolean({ description: '调用者现在可以取消' }),
});
export type Appointment = Type.Static<typeof Appointment>;

/**
 * Those to come first, the next one at the top, then the last ones. Appointments only: no record, no assessment.
 * Guardians get an empty list unless the school lets them see it.
 */
export const myAppointments = endpoint({
  name: 'appointment.mine',
  method: 'GET',
  path: '/v1/portal/my/appointments',
  summary: '我的咨询预约：学生看自己的；学校允许时，监护人看孩子的',
  access: { ...own, act: 'open' },
  response: Type.Object({
    ...listOf(Appointment).properties,
    may_book: Type.Boolean({ description: '调用者可以预约' }),
  }),
});

export const myFreeSlots = endpoint({
  name: 'appointment.free-slots',
  method: 'GET',
  path: '/v1/portal/my/appointments/free_slots',
  summary: '学生可以预约的时段',
  access: booking('open'),
  response: listOf(
    Type.Object({
      slot: Type.String({ description: '预约时提交的时段' }),
      start_at: Instant,
      minutes: Type.Integer(),
      counsellor_name: Type.String(),
      place: Type.Optional(Type.String()),
    }),
  ),
});
export type OwnSlot = Type.Static<typeof myFreeSlots.response>['items'][number];

/** Longest text about what a student would like to talk about. */
export const TOPIC_MAX = 500;

/** Repeatable: the same hour is answered with the appointment that exists. */
export const bookAppointment = endpoint({
  name: 'appointment.book',
  method: 'POST',
  path: '/v1/portal/my/appointments',
  summary: '学生预约一个时段',
  access: booking('book'),
  status: 201,
  bodyLimit: 4096,
  body: Type.Object({ slot: Text(64, 1), topic: Type.Optional(Text(TOPIC_MAX)) }, { additionalProperties: false }),
  response: Type.Object({ appointment_id: Type.String() }),
});

/** Before its start; repeatable. `from` is the start that the caller read (optimistic lock). */
export const cancelAppointment = endpoint({
  name: 'appointment.cancel',
  method: 'POST',
  path: '/v1/portal/my/appointments/:id/cancel',
  summary: '学生取消自己的预约',
  access: booking('book'),
  params: idParam('id'),
  bodyLimit: 4096,
  body: Type.Object({ from: Instant }, { additionalProperties: false }),
  response: Done,
});

const Settings = Type.Object({ guardians_see: Type.Boolean({ description: '监护人可以看到孩子的预约' }) });
export type ConsultingSettings = Type.Static<typeof Settings>;

export const consultingSettings = endpoint({
  name: 'consultation.settings',
  method: 'GET',
  path: '/v1/portal/consultations/settings',
  summary: '咨询预约的设置',
  access: may('consultation', 'open'),
  response: Settings,
});

export const changeConsultingSettings = endpoint({
  name: 'consultation.change-settings',
  method: 'PUT',
  path: '/v1/portal/consultations/settings',
  summary: '修改咨询预约的设置',
  access: may('consultation', 'update'),
  body: Type.Object(Settings.properties, { additionalProperties: false }),
  response: Settings,
});
