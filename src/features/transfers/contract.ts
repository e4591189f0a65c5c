import * as Type from 'typebox/type';
import { Id, idParam, Instant, listOf, paging, Reason, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { PARTS, TRANSFER_STATES } from './rules.ts';

const sends = <const A extends string>(act: A) => ({ auth: 'org', area: 'transfer/send', act }) as const;
const receives = <const A extends string>(act: A) => ({ auth: 'org', area: 'transfer/receive', act }) as const;
const former = { auth: 'org', area: 'student/archive/former', act: 'open' } as const;

const Day = Type.String({ format: 'date' });
const PartName = Type.Enum([...PARTS], { description: 'transfer_part' });
const State = Type.Enum([...TRANSFER_STATES], { description: 'transfer_state' });
const strict = { additionalProperties: false };

/** A part of what is handed over, in words. */
const Section = Type.Object({
  part: PartName,
  title: Type.String(),
  rows: Type.Array(
    Type.Unsafe<[string, string]>(Type.Array(Type.String(), { minItems: 2, maxItems: 2, description: '名称和内容' })),
  ),
});
export type Section = Type.Static<typeof Section>;

const Preview = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  /** False: the day of leaving has to be named. */
  has_left: Type.Boolean(),
  sections: Type.Array(Section, { description: '全部可以带走的内容；摘要由它们做成' }),
  withheld: Type.Integer({ description: '限定查看的记录数，不带走' }),
  guardians: Type.Array(
    Type.Object({
      guardian_id: Type.String(),
      guardian_name: Type.String(),
      relation: Type.Integer({ description: 'guardian_relation' }),
    }),
  ),
});
export type Preview = Type.Static<typeof Preview>;

/** Everything that may go along, as it would go now. */
export const preview = endpoint({
  name: 'transfers.preview',
  method: 'GET',
  path: '/v1/portal/children/:id/transfer',
  summary: '转出档案：可以带走的内容和监护人',
  access: sends('open'),
  verified: true,
  params: idParam('id'),
  response: Preview,
  logged: 'student',
});

/** Other schools of this installation whose names contain a text. */
export const schools = endpoint({
  name: 'transfers.schools',
  method: 'GET',
  path: '/v1/portal/transfers/schools',
  summary: '按名称找接收学校',
  access: sends('open'),
  query: Type.Object({ name: Text(40, 2) }, strict),
  response: Type.Object({ items: Type.Array(Type.Object({ org_id: Type.String(), school_name: Type.String() })) }),
});

const BASES = ['consent', 'law'] as const;
const Basis = Type.Object(
  {
    kind: Type.Enum([...BASES], { description: '监护人的同意，或者法律依据' }),
    guardian_id: Type.Optional(Id),
    how: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, description: 'consent_how' })),
    consented_on: Type.Optional(Day),
    reason: Type.Optional(Reason),
  },
  { ...strict, description: '同意：哪位监护人、怎样、哪一天；法律依据：说明' },
);
const Receiver = Type.Object(
  {
    org_id: Type.Optional(Id),
    name: Type.Optional(Type.String({ minLength: 2, maxLength: 80, pattern: '\\S\\s*\\S' })),
  },
  { ...strict, description: '本系统的一所学校，或者另一个系统的名称' },
);

/**
 * Hands a student's package over: to a school of this installation, or as an encrypted file for another system, which
 * is in this answer and nowhere else, with its passphrase. Not 201: an answer with a passphrase is never kept for a
 * repeated request.
 *
 * @throws PSY_CONFLICT while another package of the student waits; PSY_INVALID_INPUT
 */
export const send = endpoint({
  name: 'transfers.send',
  method: 'POST',
  path: '/v1/portal/children/:id/transfer',
  summary: '转出档案',
  access: sends('send'),
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    {
      to: Receiver,
      parts: Type.Array(PartName, { minItems: 1, maxItems: PARTS.length, uniqueItems: true }),
      basis: Basis,
      leaves_on: Type.Optional(Day),
    },
    strict,
  ),
  response: Type.Object({
    transfer_id: Type.String(),
    file: Type.Optional(
      Type.Object({
        file_name: Type.String(),
        content: Type.String({ description: 'JWE（RFC 7516，PBES2-HS512+A256KW，A256GCM）' }),
        passphrase: Type.String(),
      }),
    ),
  }),
  bodyLimit: 8192,
});

const Sent = Type.Object({
  transfer_id: Type.String(),
  child_id: Type.String(),
  child_name: Type.String(),
  to_name: Type.String(),
  parts: Type.Array(PartName),
  basis: Type.String(),
  state: State,
  sent_by_name: Type.String(),
  sent_at: Instant,
  expires_at: Type.Optional(Instant),
  answered_at: Type.Optional(Instant),
  answer: Type.Optional(Type.String({ description: '退回的理由' })),
});
export type Sent = Type.Static<typeof Sent>;

export const sent = endpoint({
  name: 'transfers.sent',
  method: 'GET',
  path: '/v1/portal/transfers/sent',
  summary: '转出档案的列表',
  access: sends('open'),
  query: Type.Object(paging, strict),
  response: listOf(Sent),
});

/** @throws PSY_CONFLICT once it is answered or expired */
export const withdraw = endpoint({
  name: 'transfers.withdraw',
  method: 'POST',
  path: '/v1/portal/transfers/sent/:id/withdraw',
  summary: '撤回还没有接收的转出档案',
  access: sends('withdraw'),
  params: idParam('id'),
  response: Type.Object({ transfer_id: Type.String(), state: State }),
});

const received = {
  transfer_id: Type.String(),
  from_name: Type.String(),
  parts: Type.Array(PartName),
  state: State,
  sent_at: Instant,
  expires_at: Instant,
  answered_at: Type.Optional(Instant),
};
const Received = Type.Object({
  ...received,
  child_id: Type.Optional(Type.String({ description: '接收以后，本校的哪一名学生' })),
  child_name: Type.Optional(Type.String()),
});
export type Received = Type.Static<typeof Received>;

export const receivedList = endpoint({
  name: 'transfers.received',
  method: 'GET',
  path: '/v1/portal/transfers/received',
  summary: '转入档案的列表和等待接收的数量',
  access: receives('open'),
  query: Type.Object(paging, strict),
  response: Type.Object({
    total: Type.Integer({ minimum: 0 }),
    waiting: Type.Integer({ minimum: 0 }),
    items: Type.Array(Received),
  }),
});

const Waiting = Type.Object({
  ...received,
  student: Type.Optional(
    Type.Object({
      child_name: Type.String({ description: '接收以前是隐去的' }),
      sex: Type.Optional(Type.Integer({ description: 'sex' })),
      born_in: Type.Optional(Type.String({ description: '出生年份' })),
    }),
  ),
  candidates: Type.Array(
    Type.Object({ child_id: Type.String(), child_name: Type.String(), student_no: Type.String() }),
    { description: '本校姓名、出生日期相符的在校学生' },
  ),
});
export type Waiting = Type.Static<typeof Waiting>;

/** A waiting package: for whom, and which own students it may be about. */
export const waiting = endpoint({
  name: 'transfers.waiting',
  method: 'GET',
  path: '/v1/portal/transfers/received/:id',
  summary: '一份转入档案：从哪里来，和本校哪些学生相符',
  access: receives('open'),
  verified: true,
  params: idParam('id'),
  response: Waiting,
  logged: 'transfer',
});

/** @throws PSY_CONFLICT where it is answered, withdrawn or expired; PSY_INVALID_INPUT where the student is another one */
export const accept = endpoint({
  name: 'transfers.accept',
  method: 'POST',
  path: '/v1/portal/transfers/received/:id/accept',
  summary: '接收转入档案，归到本校的一名学生',
  access: receives('accept'),
  verified: true,
  params: idParam('id'),
  body: Type.Object({ child_id: Id }, strict),
  response: Type.Object({ transfer_id: Type.String(), child_id: Type.String() }),
});

/** @throws PSY_CONFLICT where it is answered, withdrawn or expired */
export const decline = endpoint({
  name: 'transfers.decline',
  method: 'POST',
  path: '/v1/portal/transfers/received/:id/decline',
  summary: '退回转入档案',
  access: receives('decline'),
  verified: true,
  params: idParam('id'),
  body: Type.Object({ reason: Reason }, strict),
  response: Type.Object({ transfer_id: Type.String(), state: State }),
});

const FormerRecord = Type.Object({
  transfer_id: Type.String(),
  from_name: Type.String(),
  sent_at: Instant,
  accepted_at: Instant,
  has_summary: Type.Boolean(),
  sections: Type.Array(Section),
});
export type FormerRecord = Type.Static<typeof FormerRecord>;

/** What former schools have handed over about a student. */
export const formerRecords = endpoint({
  name: 'transfers.former-records',
  method: 'GET',
  path: '/v1/portal/archives/students/:id/former_records',
  summary: '学生档案：前一所学校的记录',
  access: former,
  params: idParam('id'),
  response: Type.Object({ items: Type.Array(FormerRecord) }),
  logged: 'student',
});

/** The one-page summary as the former school has made it, with that school's code. */
export const formerSummary = endpoint({
  name: 'transfers.former-summary',
  method: 'GET',
  path: '/v1/portal/archives/students/:id/former_records/:transfer_id/summary',
  summary: '前一所学校的摘要（PDF）',
  access: former,
  params: Type.Object({ id: Id, transfer_id: Id }, strict),
  kind: 'blob',
  logged: 'student',
});
