import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, paging, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

/** Longest note of a request for a talk, and of its answer. */
export const TALK_NOTE_MAX = 500;
/** Requests of one account that may wait at the same time. */
export const TALKS_MAX = 10;

const own = { auth: 'org', area: 'screening/own', act: 'open' } as const;
const staff = (act: 'open' | 'handle') => ({ auth: 'org', area: 'screening/talk', act }) as const;

const GivenConsent = Type.Object({
  consent_id: Type.String(),
  identity: Type.Integer({ description: 'identity：1 学生本人，2 监护人' }),
  own: Type.Boolean({ description: '由当前账号给出' }),
  text: Type.String({ description: '当时看到的文字' }),
  given_at: Instant,
  withdrawn_at: Type.Optional(Instant),
});
export type GivenConsent = Type.Static<typeof GivenConsent>;

const MyConsent = Type.Object({
  exam_id: Type.String(),
  exam_name: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  starts_at: Type.Optional(Instant),
  ends_at: Type.Optional(Instant),
  text: Type.String({ description: '现在同意时看到的文字' }),
  state: Type.Union(
    [
      Type.Literal('open'),
      Type.Literal('given'),
      Type.Literal('withdrawn'),
      Type.Literal('not_needed'),
      Type.Literal('over'),
    ],
    { description: 'open 等待同意，given 已同意，withdrawn 已撤回，not_needed 不需要监护人同意，over 已结束' },
  ),
  may_agree: Type.Boolean({ description: '现在可以（重新）同意' }),
  history: Type.Array(GivenConsent),
});
export type MyConsent = Type.Static<typeof MyConsent>;

/** Screenings that ask the caller for consent: a student's own, a guardian's for each child. Latest first. */
export const myConsents = endpoint({
  name: 'screening.my-consents',
  method: 'GET',
  path: '/v1/portal/my/consents',
  summary: '我的同意：问卷、文字、状态与历史',
  access: own,
  response: listOf(MyConsent),
});

/** A student assents, a guardian consents for a child. A consent in force is not changed. */
export const agree = endpoint({
  name: 'screening.agree',
  method: 'POST',
  path: '/v1/portal/my/consents',
  summary: '同意参加一次问卷',
  access: { ...own, act: 'agree' },
  bodyLimit: 2048,
  body: Type.Object(
    { exam_id: Id, child_id: Type.Optional(Id), agree: Type.Literal(true) },
    { additionalProperties: false },
  ),
  response: Type.Object({ consent_id: Type.String() }),
});

/** Stops and seals the sheets of the child in that screening. Repeatable. */
export const withdrawOwn = endpoint({
  name: 'screening.withdraw',
  method: 'POST',
  path: '/v1/portal/my/consents/:id/withdraw',
  summary: '撤回自己的同意，问卷停止并封存',
  access: { ...own, act: 'agree' },
  params: idParam('id'),
  response: Done,
});

const MyTalk = Type.Object({
  request_id: Type.String(),
  child_id: Type.String(),
  requested_at: Instant,
  status: Type.Integer({ description: 'talk_status' }),
  wanted_with_name: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
  handled_by_name: Type.Optional(Type.String()),
  handled_at: Type.Optional(Instant),
});
export type MyTalk = Type.Static<typeof MyTalk>;

/** The caller's own requests, latest first, and whom the caller may ask for. */
export const myTalks = endpoint({
  name: 'screening.my-talks',
  method: 'GET',
  path: '/v1/portal/my/talk_requests',
  summary: '我想谈一谈：请求与答复，可以找的老师',
  access: own,
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    items: Type.Array(MyTalk),
    people: Type.Array(Type.Object({ user_id: Type.String(), real_name: Type.String() })),
  }),
});

/** A request with the same words that still waits is not repeated. */
export const askForTalk = endpoint({
  name: 'screening.ask-for-talk',
  method: 'POST',
  path: '/v1/portal/my/talk_requests',
  summary: '请求谈一谈',
  access: { ...own, act: 'ask' },
  status: 201,
  bodyLimit: 8192,
  body: Type.Object(
    {
      child_id: Type.Optional(Id),
      child_exam_id: Type.Optional(Id),
      wanted_with: Type.Optional(Id),
      note: Type.Optional(Text(TALK_NOTE_MAX)),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ request_id: Type.String() }),
});

const Talk = Type.Object({
  request_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String()),
  asked_by: Type.Union([Type.Literal('student'), Type.Literal('guardian')]),
  asked_by_name: Type.String(),
  requested_at: Instant,
  status: Type.Integer({ description: 'talk_status' }),
  wanted_with_name: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
  answer: Type.Optional(Type.String()),
  handled_by_name: Type.Optional(Type.String()),
  handled_at: Type.Optional(Instant),
});
export type Talk = Type.Static<typeof Talk>;

/** Requests of students within the scope; the waiting ones first, each group latest first. */
export const talks = endpoint({
  name: 'screening.talks',
  method: 'GET',
  path: '/v1/portal/talk_requests',
  summary: '想谈一谈的学生',
  access: staff('open'),
  query: Type.Object(
    {
      ...paging,
      status: Type.Optional(Type.Union([Type.Literal('1'), Type.Literal('2'), Type.Literal('3')])),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    waiting: Type.Integer({ minimum: 0, description: '待联系的请求' }),
    items: Type.Array(Talk),
  }),
});

/** Arranges or closes a request, with an answer that the student sees. A closed one is not changed. */
export const handleTalk = endpoint({
  name: 'screening.handle-talk',
  method: 'PUT',
  path: '/v1/portal/talk_requests/:id',
  summary: '安排或结束一次谈话请求，并答复学生',
  access: staff('handle'),
  params: idParam('id'),
  bodyLimit: 8192,
  body: Type.Object(
    {
      status: Type.Union([Type.Literal(2), Type.Literal(3)], { description: 'talk_status' }),
      answer: Type.Optional(Text(TALK_NOTE_MAX)),
    },
    { additionalProperties: false },
  ),
  response: Done,
});
