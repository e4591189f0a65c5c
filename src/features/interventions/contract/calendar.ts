import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam, listOf } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { MINUTES, SERIES_MAX } from '../rules/calendar.ts';
import { TOPIC_MAX } from './records.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'intervention/consultation', act }) as const;
const Day = Type.String({ format: 'date' });
const Place = Text(100);
const Minutes = Type.Integer({ minimum: MINUTES.min, maximum: MINUTES.max });

const CalendarItem = Type.Object({
  consultation_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String()),
  start_at: Instant,
  minutes: Type.Integer(),
  counsellor_id: Type.String(),
  counsellor_name: Type.String(),
  place: Type.Optional(Type.String()),
  status: Type.Integer({ description: 'consultation_status' }),
  own_booked: Type.Boolean({ description: '学生自己预约的' }),
  series_id: Type.Optional(Type.String({ description: '重复的预约共有的标识' })),
});
export type CalendarItem = Type.Static<typeof CalendarItem>;

/** At most six weeks. Appointments as in the list: those of students within the role's scope. */
export const consultationCalendar = endpoint({
  name: 'consultation.calendar',
  method: 'GET',
  path: '/v1/portal/consultations/calendar',
  summary: '一段日子的咨询日程：预约、可预约的时段和暂停预约的日子',
  access: may('open'),
  query: Type.Object({ from: Day, to: Day }, { additionalProperties: false }),
  response: Type.Object({
    items: Type.Array(CalendarItem),
    people: Type.Array(Type.Object({ user_id: Type.String(), name: Type.String() }), {
      description: '咨询师：有可预约的时段，或者这些天有预约',
    }),
    free: Type.Array(
      Type.Object({
        slot: Type.String(),
        start_at: Instant,
        minutes: Type.Integer(),
        counsellor_id: Type.String(),
        counsellor_name: Type.String(),
        place: Type.Optional(Type.String()),
      }),
    ),
    closures: Type.Array(
      Type.Object({
        counsellor_id: Type.String(),
        counsellor_name: Type.String(),
        from_on: Day,
        to_on: Day,
        reason: Type.Optional(Type.String()),
      }),
    ),
  }),
});
export type ConsultationCalendar = Type.Static<typeof consultationCalendar.response>;

const times = {
  child_id: Id,
  /** One of the school's staff; without it the caller. Of others only hours that they offer. */
  counsellor_id: Type.Optional(Id),
  starts: Type.Array(Instant, { minItems: 1, maxItems: SERIES_MAX, description: '一次，或重复的各次' }),
  minutes: Minutes,
};

/** Nothing is stored. */
export const checkTimes = endpoint({
  name: 'consultation.check-times',
  method: 'POST',
  path: '/v1/portal/consultations/series/check',
  summary: '预约以前核对：每一次能不能约，不能的说明与谁的什么冲突',
  access: may('create'),
  bodyLimit: 8192,
  body: Type.Object(times, { additionalProperties: false }),
  response: listOf(Type.Object({ start_at: Instant, problem: Type.Optional(Type.String()) })),
});
export type CheckedTime = Type.Static<typeof checkTimes.response>['items'][number];

/** All of them or none; more than one share a series. */
export const bookTimes = endpoint({
  name: 'consultation.book-times',
  method: 'POST',
  path: '/v1/portal/consultations/series',
  summary: '预约一次或重复的多次咨询',
  access: may('create'),
  status: 201,
  bodyLimit: 16_384,
  body: Type.Object(
    { ...times, place: Type.Optional(Place), topic: Type.Optional(Text(TOPIC_MAX)) },
    { additionalProperties: false },
  ),
  response: Type.Object({
    series_id: Type.Optional(Type.String()),
    consultation_ids: Type.Array(Type.String()),
  }),
});

/** `from` is the start that the caller read (optimistic lock). The others of a series move by the same time. */
export const moveConsultation = endpoint({
  name: 'consultation.move',
  method: 'POST',
  path: '/v1/portal/consultations/offline/:id/time',
  summary: '预约改时间；重复的预约可以连同以后的各次一起改',
  access: may('update'),
  params: idParam('id'),
  bodyLimit: 4096,
  body: Type.Object(
    {
      from: Instant,
      start_at: Instant,
      /** Where it is missing or as before, each appointment of a series keeps its own length. */
      minutes: Type.Optional(Minutes),
      following: Type.Optional(Type.Boolean({ description: '同一系列以后的各次也改' })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    consultation_ids: Type.Array(Type.String()),
    places: Type.Array(Type.String(), { description: '换了地点的，新的地点；可预约时段的地点替换原来的' }),
  }),
});

/** What the caller has today, with names. */
export const todayList = endpoint({
  name: 'consultation.today',
  method: 'GET',
  path: '/v1/portal/consultations/today',
  summary: '我今天的咨询，以及今天到期和已过期的随访',
  access: may('open'),
  response: Type.Object({
    consultations: Type.Array(CalendarItem),
    follow_ups: Type.Array(
      Type.Object({
        follow_up_id: Type.String(),
        child_id: Type.String(),
        child_name: Type.String(),
        due_on: Day,
        due_state: Type.String({ description: 'due_state' }),
      }),
    ),
  }),
});
export type TodayList = Type.Static<typeof todayList.response>;
