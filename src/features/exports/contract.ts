import * as Type from 'typebox/type';
import { Done, Instant, idParam, listOf, paging } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/** Days that an export can be downloaded. */
export const EXPORT_KEPT_DAYS = 3;
/** Default page size (`spec §9`). */
export const EXPORTS_PAGE = 20;

const own = { auth: 'org', area: 'directory', act: 'open' } as const;
/** A student's whole record has stricter rights than other exports. */
const records = { auth: 'org', area: 'student/record', act: 'export' } as const;

const ExportTask = Type.Object({
  file_id: Type.String(),
  type: Type.Integer({ description: 'async_file' }),
  file_name: Type.String(),
  status: Type.Integer({ description: 'export_status：0 打包中，1 可下载，2 已失效，-1 打包失败' }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  url: Type.Optional(Type.String({ description: '可下载时的接口地址' })),
  file_size: Type.Optional(Type.Integer({ description: '字节' })),
  expired_at: Type.Optional(Instant),
  problem: Type.Optional(Type.String({ description: '打包失败或提前失效的原因' })),
});
export type ExportTask = Type.Static<typeof ExportTask>;

/** The caller's exports, latest first. */
export const exportTasks = endpoint({
  name: 'exports.list',
  method: 'GET',
  path: '/v1/portal/files/temp',
  summary: '导出任务列表（自己的）',
  access: own,
  query: Type.Object(paging, { additionalProperties: false }),
  response: listOf(ExportTask),
});

export const deleteExport = endpoint({
  name: 'exports.delete',
  method: 'DELETE',
  path: '/v1/portal/files/temp/:id',
  summary: '删除导出的文件；打包中的不能删除',
  access: own,
  params: idParam('id'),
  response: Done,
});

export const cancelExport = endpoint({
  name: 'exports.cancel',
  method: 'POST',
  path: '/v1/portal/files/temp/:id/cancel',
  summary: '取消正在打包的导出；已经结束的不能取消',
  access: own,
  params: idParam('id'),
  response: Done,
});

export const exportFile = endpoint({
  name: 'exports.file',
  method: 'GET',
  path: '/v1/portal/files/temp/:id/file',
  summary: '下载导出的文件；要有导出这类内容的权限，受保护的内容还要二次验证',
  access: own,
  params: idParam('id'),
  kind: 'blob',
});

export const recordFile = endpoint({
  name: 'privacy.file',
  method: 'GET',
  path: '/v1/portal/files/records/:id',
  summary: '下载一名学生的完整记录',
  access: records,
  verified: true,
  params: idParam('id'),
  kind: 'blob',
});

/** Compares nothing but codes and digests: it tells organisation, kind and time of a file, never what is in it. */
export const verifyFile = endpoint({
  name: 'exports.verify',
  method: 'POST',
  path: '/v1/portal/files/verify',
  summary: '核对文件上的校验码：是否由本系统导出、单位、种类、时间；可以比对文件的 SHA-256',
  access: { auth: 'public' },
  body: Type.Object(
    {
      code: Type.String({ minLength: 1, maxLength: 40 }),
      sha256: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    genuine: Type.Boolean(),
    org_name: Type.Optional(Type.String()),
    kind: Type.Optional(Type.String({ description: 'file_kind' })),
    made_at: Type.Optional(Instant),
    matches: Type.Optional(Type.Boolean({ description: '没有这一项：没有比对，或者没有存下摘要' })),
  }),
  bodyLimit: 1024,
});
export type FileVerdict = Type.Static<(typeof verifyFile)['response']>;
