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
const archives = { auth: 'org', area: 'student/archive', act: 'export' } as const;

const ExportTask = Type.Object({
  file_id: Type.String(),
  type: Type.Integer({ description: 'async_file' }),
  file_name: Type.String(),
  status: Type.Integer({ description: 'export_status：0 打包中，1 可下载，2 已失效，-1 打包失败' }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  url: Type.Optional(Type.String({ description: '可下载时的接口地址' })),
  file_size: Type.Optional(Type.Integer({ description: '字节' })),
  expired_at: Type.Optional(Instant),
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

export const exportFile = endpoint({
  name: 'exports.file',
  method: 'GET',
  path: '/v1/portal/files/temp/:id/file',
  summary: '下载导出的文件',
  access: archives,
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
