import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, paging, Reason } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const area = 'platform';
const closed = { additionalProperties: false } as const;
const root = '/v1/platform/tasks';

export const Task = Type.Object({
  task_id: Id,
  kind: Type.Enum(['export', 'erase', 'import']),
  state: Type.Enum([
    'proposed',
    'uploading',
    'checking',
    'checked',
    'working',
    'erased',
    'imported',
    'ready',
    'done',
    'failed',
    'refused',
    'expired',
  ]),
  org_id: Type.String({ description: '导入任务在检查以前为空' }),
  org_name: Type.String({ description: '导入任务在检查以前为文件名' }),
  reason: Type.String(),
  requested_by_name: Type.String(),
  requested_at: Instant,
  own: Type.Boolean({ description: '由本人发起' }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  problem: Type.Optional(Type.String({ description: '平台自己的原因是名称（rules.ts），其余是文字' })),
  ended_at: Type.Optional(Instant),
  file_size: Type.Optional(Type.Integer({ description: '字节' })),
  file_sha256: Type.Optional(Type.String()),
  file_until: Type.Optional(Instant),
  decided_by_name: Type.Optional(Type.String()),
  decided_at: Type.Optional(Instant),
  refusal: Type.Optional(Type.String({ description: '与 problem 相同' })),
  approval: Type.Optional(
    Type.Enum(['now', 'another', 'later'], {
      description: '谁能批准：本人现在可以、要由另一位、本人到 approve_from 以后可以',
    }),
  ),
  approve_from: Type.Optional(Instant),
});
export type Task = Type.Static<typeof Task>;

export const tasks = endpoint({
  name: 'platform.tasks',
  method: 'GET',
  path: root,
  summary: '整个单位的导出、导入和清除任务，新的在前',
  access: { auth: 'org', area, act: 'open' },
  verified: true,
  query: Type.Object({ ...paging }, closed),
  response: listOf(Task),
});

/** @throws PSY_TENANT_TASK while another task about the organisation runs */
export const exportOrganisation = endpoint({
  name: 'platform.export',
  method: 'POST',
  path: '/v1/platform/organisations/:id/actions/export',
  summary: '导出整个单位：后台打包成加密的数据包，记入平台和单位的操作记录',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  status: 201,
  params: idParam('id'),
  body: Type.Object({ reason: Reason }, closed),
  response: Task,
});

/** For the operator who requested it. It does not open without the key, which no call answers with. */
export const packageFile = endpoint({
  name: 'platform.package',
  method: 'GET',
  path: `${root}/:id/file`,
  summary: '下载本人导出的数据包；每次都记入平台操作记录',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  kind: 'blob',
});

export const deletePackage = endpoint({
  name: 'platform.delete-package',
  method: 'DELETE',
  path: `${root}/:id/file`,
  summary: '删除导出的或上传的数据包和它的传输密钥',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  response: Done,
});
