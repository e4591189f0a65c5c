import * as Type from 'typebox/type';
import { Instant, Text, idParam, listOf } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

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

/** Cancels an appointment or records that the student did not attend. */
export const endConsultation = endpoint({
  name: 'consultation.end',
  method: 'POST',
  path: '/v1/portal/consultations/offline/:id/status',
  summary: '取消预约（3），或记为未到（4）',
  access: may('consultation', 'update'),
  params: idParam('id'),
  bodyLimit: 4096,
  body: Type.Object(
    { status: Type.Union([Type.Literal(3), Type.Literal(4)], { description: 'consultation_status' }) },
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
