import * as Type from 'typebox/type';
import { endpoint } from '../../platform/contract/endpoint.ts';

const AREA = 'org-manage/roster';

/** For people: packed in the background, downloaded from the list of exports. */
export const exportRoster = endpoint({
  name: 'roster.export',
  method: 'POST',
  path: '/v1/portal/roster/exports',
  summary: '导出名册（OneRoster 1.2，CSV）：学校、学年、班级、人员、角色和班级成员（后台任务）',
  access: { auth: 'org', area: AREA, act: 'export' },
  body: Type.Object({}, { additionalProperties: false }),
  bodyLimit: 64,
  response: Type.Object({ task_id: Type.String() }),
});

/** For systems, which have no list of exports. */
export const rosterFile = endpoint({
  name: 'roster.file',
  method: 'GET',
  path: '/v1/portal/roster/file',
  summary: '名册文件（OneRoster 1.2，CSV 的 ZIP），供系统账号直接取用',
  access: { auth: 'org', area: AREA, act: 'export' },
  kind: 'blob',
});
