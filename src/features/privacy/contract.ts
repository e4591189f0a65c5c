import * as Type from 'typebox/type';
import { Id, Instant, idParam, Reason } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'student/record', act }) as const;

/** All data of a child in clear, at the request of a guardian. Built in the background. */
export const exportRecord = endpoint({
  name: 'privacy.export',
  method: 'POST',
  path: '/v1/portal/children/:id/record_export',
  summary: '导出一名学生的完整记录（后台任务），用于监护人查阅、复制',
  access: may('export'),
  verified: true,
  params: idParam('id'),
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  response: Type.Object({ task_id: Type.String() }),
  bodyLimit: 4096,
});

const Kind = Type.Object({ table: Type.String(), title: Type.String(), total: Type.Integer() });

/** Preview of an erasure: what is erased and what is kept. */
const Erasure = Type.Object({
  child_id: Id,
  child_name: Type.String(),
  left_at: Type.Optional(Instant),
  retention_years: Type.Integer(),
  /** First day on which the record may be erased, once the student has left. */
  erasable_on: Type.Optional(Type.String({ format: 'date' })),
  may_erase: Type.Boolean(),
  blocked: Type.Array(Type.String(), { description: '不能清除的其他原因' }),
  goes: Type.Array(Kind),
  files: Type.Integer({ description: '附件' }),
  guardians: Type.Integer({ description: '没有其他孩子在本校的监护人' }),
  accounts: Type.Integer({ description: '不再有任何身份的登录名' }),
  stays: Type.Array(Type.Object({ title: Type.String(), reason: Type.String(), total: Type.Integer() })),
  total: Type.Integer({ description: '删除时要一并说出的行数' }),
});
export type Erasure = Type.Static<typeof Erasure>;

export const previewErasure = endpoint({
  name: 'privacy.preview-erasure',
  method: 'GET',
  path: '/v1/portal/children/:id/erasure',
  summary: '清除一名学生的记录：会删除什么、保留什么',
  access: may('open'),
  verified: true,
  params: idParam('id'),
  response: Erasure,
});

/** @throws PSY_CONFLICT when `total` has changed, the student has not left, or the retention period has not ended */
export const eraseRecord = endpoint({
  name: 'privacy.erase',
  method: 'POST',
  path: '/v1/portal/children/:id/erasure',
  summary: '清除一名离校满保留年限的学生的全部记录，不能恢复',
  access: may('delete'),
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    { reason: Reason, total: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }) },
    { additionalProperties: false },
  ),
  response: Type.Object({ total: Type.Integer({ description: '删除的行数' }) }),
  bodyLimit: 4096,
});
