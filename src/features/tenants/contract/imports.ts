import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, Reason, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Task } from './tasks.ts';

const area = 'platform';
const closed = { additionalProperties: false } as const;
const task = '/v1/platform/tasks/:id';
const Count = Type.Integer({ minimum: 0 });

/** A package is uploaded in parts of this size; the last one may be smaller. */
export const PART_BYTES = 8 * 1024 ** 2;
/** Largest package: what its ZIP format can say. A larger one is imported by the command of the server. */
export const PACKAGE_BYTES_MAX = 2 ** 32 - 1;

/** How many parts a file of so many bytes has. */
export const partCount = (size: number): number => Math.ceil(size / PART_BYTES);
/** Bytes of one part of a file. */
export const partSize = (size: number, part: number): number => Math.min(PART_BYTES, size - part * PART_BYTES);

/** What makes an import impossible, and what it is about: a name, a version, a host. */
const Hindrance = Type.Object({
  kind: Type.Enum(['exists', 'newer', 'older', 'host', 'own_fields']),
  about: Type.String(),
});
export type Hindrance = Type.Static<typeof Hindrance>;

export const PackagePreview = Type.Object({
  org_id: Type.String(),
  org_name: Type.String(),
  org_type: Type.Integer({ description: 'org_type' }),
  parent_org_id: Type.Optional(Type.String()),
  parent_name: Type.Optional(Type.String({ description: '上级机构在这里的名称；这里没有时省略' })),
  service_type: Type.Integer({ description: 'service_type' }),
  service_until: Type.Optional(Type.String({ format: 'date' })),
  protection_days: Count,
  made_at: Instant,
  rows: Count,
  tables: Type.Array(Type.Object({ name: Type.String(), title: Type.String(), rows: Count })),
  accounts: Count,
  objects: Count,
  log_seq: Type.Integer({ description: '操作记录的条数' }),
  log_findings: Type.Integer({ description: '导出时操作记录已有的问题' }),
  present: Type.Integer({ description: '这里已有的账号：同一个人以前由这里迁出' }),
  taken_logins: Type.Integer({ description: '登录名在这里已属于别人的账号' }),
  taken_mobiles: Type.Integer({ description: '手机号在这里已属于别人的账号' }),
  hindrances: Type.Array(Hindrance, { description: '不能导入的原因' }),
});
export type PackagePreview = Type.Static<typeof PackagePreview>;

/** @throws PSY_TENANT_TASK where as many imports as allowed are open */
export const beginImport = endpoint({
  name: 'platform.begin-import',
  method: 'POST',
  path: '/v1/platform/imports',
  summary: '开始导入一个单位：登记数据包文件，随后分段上传',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  status: 201,
  body: Type.Object(
    {
      file_name: Text(200),
      size: Type.Integer({ minimum: 1, maximum: PACKAGE_BYTES_MAX, description: '字节' }),
      reason: Reason,
    },
    closed,
  ),
  response: Task,
});

/** A repeated part takes the place of the earlier one. @throws PSY_CONFLICT once the file is being checked */
export const uploadPart = endpoint({
  name: 'platform.upload-part',
  method: 'PUT',
  path: `${task}/parts/:part`,
  summary: '上传数据包的一段，从第 0 段起，每段 8 MB，最后一段是余下的部分',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: Type.Object({ id: Id, part: Type.String({ pattern: '^\\d{1,4}$' }) }, closed),
  upload: PART_BYTES,
  response: Done,
});

/** @throws PSY_INVALID_INPUT where it is no key; PSY_CONFLICT where parts are missing */
export const checkPackage = endpoint({
  name: 'platform.check-package',
  method: 'POST',
  path: `${task}/actions/check`,
  summary: '用传输密钥检查上传的数据包，后台进行，不写入任何内容',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object({ key: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  response: Task,
});

export const packagePreview = endpoint({
  name: 'platform.package-preview',
  method: 'GET',
  path: `${task}/preview`,
  summary: '检查过的数据包里有什么、与这里有什么冲突：只有名称和数字，没有任何人的信息',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  response: PackagePreview,
});

/** @throws PSY_CONFLICT; PSY_IMPORT_HINDERED; PSY_TENANT_TASK */
export const confirmImport = endpoint({
  name: 'platform.confirm-import',
  method: 'POST',
  path: `${task}/actions/import`,
  summary: '导入检查过的数据包：全部写入或什么都不写入，单位保持暂停直到恢复',
  access: { auth: 'org', area, act: 'change' },
  verified: true,
  params: idParam('id'),
  body: Type.Object(
    { rename_taken: Type.Boolean({ description: '登录名已属于别人时加上单位编号，手机号清空' }) },
    closed,
  ),
  response: Task,
});
