import * as Type from 'typebox/type';
import { Id, idParam, Instant, listOf, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { TokenPair } from '../../../platform/identity/contract.ts';
import { SEAT_STATES } from '../rules/seats.ts';

const room = (act: 'open' | 'create') => ({ auth: 'org', area: 'screening/room', act }) as const;

/** A list ends the codes that its students had before. The codes are shown once. */
export const makeCodes = endpoint({
  name: 'screening.codes',
  method: 'POST',
  path: '/v1/portal/exams/:id/codes',
  summary: '机房用的码：每份问卷一个，开放期间有效，新的一批使旧的作废',
  access: room('create'),
  params: idParam('id'),
  body: Type.Object(
    {
      class_id: Type.Optional(Id),
      child_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5000, uniqueItems: true })),
    },
    { additionalProperties: false },
  ),
  response: listOf(
    Type.Object({
      child_id: Type.String(),
      child_name: Type.String(),
      student_no: Type.String(),
      class_name: Type.Optional(Type.String()),
      code: Type.String(),
    }),
  ),
});
export type CodeList = Type.Static<(typeof makeCodes)['response']>;

/** Signs in for one sheet. The session can do nothing else, and needs no account. */
export const examSignIn = endpoint({
  name: 'screening.exam-sign-in',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/exam_sign_in',
  summary: '在机房用码登录，只能填写这一份问卷',
  access: { auth: 'public' },
  body: Type.Object(
    {
      code: Text(40, 1),
      device_id: Type.Optional(Text(64)),
      ask: Type.Optional(Type.Boolean({ description: '另一台设备正开着这份问卷时先拒绝，由学生决定是否换到这里' })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    ...TokenPair.properties,
    org_id: Type.String(),
    org_type: Type.Integer(),
    exam_id: Type.String(),
    child_exam_id: Type.String(),
  }),
});

const answering = (act: 'open' | 'write') => ({ auth: 'org', area: 'screening/answer', act }) as const;

/** The words of the assent for one sheet: sessions that are limited to it reach no other consent. */
export const readAssent = endpoint({
  name: 'screening.read-assent',
  method: 'GET',
  path: '/v1/portal/child_exams/:id/assent',
  summary: '这份问卷的同意说明，以及学生本人是否已同意',
  access: answering('open'),
  limited: { row: 'id' },
  params: idParam('id'),
  response: Type.Object({ text: Type.String(), given: Type.Boolean(), may_agree: Type.Boolean() }),
});
export type Assent = Type.Static<(typeof readAssent)['response']>;

export const assent = endpoint({
  name: 'screening.assent',
  method: 'POST',
  path: '/v1/portal/child_exams/:id/assent',
  summary: '学生本人同意填写这份问卷',
  access: answering('write'),
  limited: { row: 'id' },
  params: idParam('id'),
  body: Type.Object({ agree: Type.Literal(true) }, { additionalProperties: false }),
  response: Type.Object({ consent_id: Type.String() }),
});

const Seat = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  student_no: Type.String(),
  class_name: Type.Optional(Type.String()),
  state: Type.Unsafe<(typeof SEAT_STATES)[number]>(Type.Enum([...SEAT_STATES])),
  answered: Type.Integer(),
  total: Type.Integer(),
  started_at: Type.Optional(Instant),
  last_answer_at: Type.Optional(Instant),
  submitted_at: Type.Optional(Instant),
  seat: Type.Optional(Type.String({ description: '正在填写的设备' })),
  unsent: Type.Integer({ description: '设备最近一次报到时还没有送出的答案数' }),
  contact_at: Type.Optional(Instant),
  lost: Type.Boolean({ description: '设备报到过，但已经联系不上' }),
});
export type Seat = Type.Static<typeof Seat>;

export const examRoom = endpoint({
  name: 'screening.room',
  method: 'GET',
  path: '/v1/portal/exams/:id/room',
  summary: '机房：谁开始了、停住了、交了，不含任何答案',
  access: room('open'),
  params: idParam('id'),
  query: Type.Object({ class_id: Type.Optional(Id) }, { additionalProperties: false }),
  passive: true,
  response: Type.Object({
    ...listOf(Seat).properties,
    exam_name: Type.String(),
    at: Instant,
  }),
});
