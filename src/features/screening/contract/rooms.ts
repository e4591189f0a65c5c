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
  body: Type.Object({ code: Text(40, 1), device_id: Type.Optional(Text(64)) }, { additionalProperties: false }),
  response: Type.Object({
    ...TokenPair.properties,
    org_id: Type.String(),
    org_type: Type.Integer(),
    exam_id: Type.String(),
    child_exam_id: Type.String(),
  }),
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
