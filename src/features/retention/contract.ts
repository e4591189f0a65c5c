import * as Type from 'typebox/type';
import { RETENTION_MAX, RETENTION_MIN } from '../../platform/access/retention.ts';
import { Done, Id, idParam, Instant, listOf, paging, Reason } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { BLOCKERS, PART_KINDS, RETENTION_KINDS } from './rules.ts';

const base = '/v1/portal/retention';
const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'retention', act }) as const;
const decide = <const A extends string>(act: A) => ({ auth: 'org', area: 'retention/decide', act }) as const;
const hold = <const A extends string>(act: A) => ({ auth: 'org', area: 'retention/hold', act }) as const;

const Years = Type.Integer({ minimum: RETENTION_MIN, maximum: RETENTION_MAX });
const Kind = Type.Enum([...RETENTION_KINDS]);
const Why = Type.Enum([...BLOCKERS]);
const Count = Type.Integer({ minimum: 0 });
const Due = Type.Object({ students: Count, total: Count });
const closed = { additionalProperties: false } as const;

const Overview = Type.Object({
  quarantine_days: Type.Integer(),
  upcoming_days: Type.Integer(),
  kinds: Type.Array(
    Type.Object({
      kind: Kind,
      years: Type.Integer({ description: '离校后保留的年数' }),
      default_years: Type.Integer(),
      total: Type.Integer({ description: '现有的记录数' }),
      due: Due,
      soon: Due,
    }),
  ),
  others: Type.Array(
    Type.Object({
      kind: Type.String({ description: 'file、export、import、chat、log' }),
      total: Count,
      since: Type.Optional(Instant),
    }),
  ),
  held: Type.Integer({ description: '生效中的保留人数' }),
  quarantined: Type.Integer({ description: '隔离中的学生数' }),
});
export type Overview = Type.Static<typeof Overview>;

export const overview = endpoint({
  name: 'retention.overview',
  method: 'GET',
  path: base,
  summary: '各类数据的保留年限、现有数量、已到期和即将到期的数量',
  access: may('open'),
  response: Overview,
});

export const putTerms = endpoint({
  name: 'retention.put-terms',
  method: 'PUT',
  path: `${base}/terms`,
  summary: '修改各类数据的保留年限；没有写出的不变',
  access: decide('update'),
  verified: true,
  body: Type.Object(
    Object.fromEntries(PART_KINDS.map((kind) => [kind, Type.Optional(Years)])) as Record<
      (typeof PART_KINDS)[number],
      Type.TOptional<typeof Years>
    >,
    closed,
  ),
  response: Overview,
});

const Upcoming = Type.Object({
  child_id: Id,
  child_name: Type.String(),
  student_no: Type.String(),
  left_on: Type.String({ format: 'date' }),
  due_on: Type.String({ format: 'date' }),
  kinds: Type.Array(Kind),
  total: Count,
  why: Type.Array(Why),
});
export type Upcoming = Type.Static<typeof Upcoming>;

export const upcoming = endpoint({
  name: 'retention.upcoming',
  method: 'GET',
  path: `${base}/upcoming`,
  summary: '已到期和未来 90 天内到期的学生',
  access: may('open'),
  verified: true,
  query: Type.Object(paging, closed),
  response: listOf(Upcoming),
});

const Run = Type.Object({
  run_id: Id,
  status: Type.Integer({ description: '1 待批准，2 隔离中，3 已结束，4 未批准' }),
  reason: Type.String(),
  proposed_by_name: Type.String(),
  proposed_at: Instant,
  own: Type.Boolean({ description: '由本人提出' }),
  decided_by_name: Type.Optional(Type.String()),
  decided_at: Type.Optional(Instant),
  refusal: Type.Optional(Type.String()),
  erase_after: Type.Optional(Instant),
  ended_at: Type.Optional(Instant),
  students: Type.Integer({ description: '要清除的学生数' }),
  total: Type.Integer({ description: '记录数' }),
  untouched: Type.Integer({ description: '不可清除的学生数' }),
  quarantined: Count,
  restored: Count,
  erased: Count,
});
export type Run = Type.Static<typeof Run>;

export const runs = endpoint({
  name: 'retention.runs',
  method: 'GET',
  path: `${base}/runs`,
  summary: '清除清单',
  access: may('open'),
  query: Type.Object(paging, closed),
  response: listOf(Run),
});

/** @throws PSY_CONFLICT when another list waits for its approval, or nothing is due */
export const propose = endpoint({
  name: 'retention.propose',
  method: 'POST',
  path: `${base}/runs`,
  summary: '提出清除清单：列出到期的学生和内容，不清除任何东西',
  access: decide('create'),
  verified: true,
  body: Type.Object({ reason: Reason }, closed),
  response: Run,
  status: 201,
});

export const run = endpoint({
  name: 'retention.run',
  method: 'GET',
  path: `${base}/runs/:id`,
  summary: '一份清除清单；待批准的按现在的情况计算',
  access: may('open'),
  params: idParam('id'),
  response: Run,
});

const Item = Type.Object({
  child_id: Id,
  child_name: Type.Optional(Type.String({ description: '已清除的学生没有姓名' })),
  student_no: Type.Optional(Type.String()),
  kinds: Type.Array(Kind),
  status: Type.Integer({ description: '1 列入，2 不能动，3 待隔离，4 隔离中，5 已取回，6 已清除' }),
  why: Type.Array(Why),
  total: Count,
  held: Type.Boolean(),
  changed_by_name: Type.Optional(Type.String()),
  changed_at: Type.Optional(Instant),
});
export type Item = Type.Static<typeof Item>;

export const items = endpoint({
  name: 'retention.items',
  method: 'GET',
  path: `${base}/runs/:id/items`,
  summary: '清除清单中的学生',
  access: may('open'),
  verified: true,
  params: idParam('id'),
  query: Type.Object({ ...paging, touched: Type.Optional(Type.Boolean()) }, closed),
  response: listOf(Item),
});

export const exportItems = endpoint({
  name: 'retention.export-items',
  method: 'GET',
  path: `${base}/runs/:id/export`,
  kind: 'blob',
  summary: '导出清除清单：编号、姓名、内容',
  access: decide('export'),
  verified: true,
  params: idParam('id'),
  query: Type.Object({ format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])) }, closed),
});

/** @throws PSY_CONFLICT by the proposer, with other numbers than those of now, or when it is decided already */
export const approve = endpoint({
  name: 'retention.approve',
  method: 'POST',
  path: `${base}/runs/:id/approve`,
  summary: '由另一人批准清除清单：内容隔离 30 天，然后永久清除',
  access: decide('approve'),
  verified: true,
  params: idParam('id'),
  body: Type.Object({ students: Count, total: Count }, closed),
  response: Run,
});

export const refuse = endpoint({
  name: 'retention.refuse',
  method: 'POST',
  path: `${base}/runs/:id/refuse`,
  summary: '不批准，或撤回自己提出的清单',
  access: decide('approve'),
  verified: true,
  params: idParam('id'),
  body: Type.Object({ reason: Reason }, closed),
  response: Run,
});

/** @throws PSY_CONFLICT when one is not in quarantine any more, or its place is taken */
export const restore = endpoint({
  name: 'retention.restore',
  method: 'POST',
  path: `${base}/runs/:id/restore`,
  summary: '从隔离中取回学生的内容',
  access: decide('restore'),
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    { child_ids: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }), reason: Reason },
    closed,
  ),
  response: Run,
});

const Hold = Type.Object({
  hold_id: Id,
  child_id: Id,
  child_name: Type.Optional(Type.String()),
  reason: Type.String(),
  set_by_name: Type.String(),
  set_at: Instant,
  lifted_by_name: Type.Optional(Type.String()),
  lifted_at: Type.Optional(Instant),
  lift_reason: Type.Optional(Type.String()),
});
export type Hold = Type.Static<typeof Hold>;

export const holds = endpoint({
  name: 'retention.holds',
  method: 'GET',
  path: `${base}/holds`,
  summary: '依法保留的学生，生效中的在前',
  access: hold('open'),
  verified: true,
  response: Type.Object({ items: Type.Array(Hold) }),
});

export const setHold = endpoint({
  name: 'retention.set-hold',
  method: 'POST',
  path: `${base}/holds`,
  summary: '依法保留一名学生的内容：在解除之前不会被清除',
  access: hold('create'),
  verified: true,
  body: Type.Object({ child_id: Id, reason: Reason }, closed),
  response: Type.Object({ hold_id: Id }),
  status: 201,
});

export const liftHold = endpoint({
  name: 'retention.lift-hold',
  method: 'POST',
  path: `${base}/holds/:id/lift`,
  summary: '解除保留',
  access: hold('update'),
  verified: true,
  params: idParam('id'),
  body: Type.Object({ reason: Reason }, closed),
  response: Done,
});
