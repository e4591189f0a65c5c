import * as Type from 'typebox/type';
import { idParam, Reason } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Task } from './tasks.ts';

const area = 'platform';
const closed = { additionalProperties: false } as const;
const organisation = '/v1/platform/organisations/:id';
const task = '/v1/platform/tasks/:id';
const Count = Type.Integer({ minimum: 0 });

/** What stands against an erasure, and how many there are. */
const Hindrance = Type.Object({ kind: Type.Enum(['in_service', 'below', 'holds', 'packages']), count: Count });

const Erasure = Type.Object({
  org_name: Type.String(),
  rows: Count,
  tables: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), rows: Count })),
  objects: Count,
  log_seq: Type.Integer({ description: '操作记录的条数' }),
  open_warnings: Count,
  open_cases: Count,
  hindrances: Type.Array(Hindrance, { description: '现在不能清除的原因' }),
});
export type Erasure = Type.Static<typeof Erasure>;

export const erasure = endpoint({
  name: 'platform.erasure',
  method: 'GET',
  path: `${organisation}/erasure`,
  summary: '清除一个单位会删除什么：各表的行数和附件数，不锁定也不修改任何内容',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  response: Erasure,
});

/** @throws PSY_ERASURE_HINDERED; PSY_OPEN_CASES; PSY_TENANT_TASK */
export const proposeErasure = endpoint({
  name: 'platform.propose-erasure',
  method: 'POST',
  path: `${organisation}/actions/propose_erasure`,
  summary: '提出清除一个已暂停的单位，批准以前什么都不清除',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  status: 201,
  params: idParam('id'),
  body: Type.Object({ reason: Reason, confirm_open_cases: Type.Boolean() }, closed),
  response: Task,
});

/**
 * @throws PSY_CONFLICT by the proposer, with another name, or with other numbers than those of now; PSY_OPEN_CASES
 *   where open work is not confirmed
 */
export const approveErasure = endpoint({
  name: 'platform.approve-erasure',
  method: 'POST',
  path: `${task}/actions/approve`,
  summary: '由另一位平台运营人员批准清除；只有一位时，提出 7 天以后由本人批准',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    { org_name: Type.String({ maxLength: 200 }), rows: Count, confirm_open_cases: Type.Boolean() },
    closed,
  ),
  response: Task,
});

export const refuseErasure = endpoint({
  name: 'platform.refuse-erasure',
  method: 'POST',
  path: `${task}/actions/refuse`,
  summary: '不批准清除，或撤回本人提出的清除',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object({ reason: Reason }, closed),
  response: Task,
});

export const erasureProof = endpoint({
  name: 'platform.erasure-proof',
  method: 'GET',
  path: `${task}/proof`,
  summary: '下载清除证明：各表清除的行数、内容摘要和操作记录的末尾',
  access: { auth: 'org', area, act: 'open' },
  verified: true,
  params: idParam('id'),
  kind: 'blob',
});
