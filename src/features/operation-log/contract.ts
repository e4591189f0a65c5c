import * as Type from 'typebox/type';
import { idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/** Changes of an audit entry as texts, limited to what the caller may read. */
export const logChanges = endpoint({
  name: 'log.changes',
  method: 'GET',
  path: '/v1/portal/audits/logs/:id/changes',
  summary: '一条操作记录的修改内容',
  access: { auth: 'org', area: 'operation-log', act: 'open' },
  params: idParam('id'),
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        field: Type.String(),
        title: Type.String(),
        before: Type.Optional(Type.String()),
        after: Type.Optional(Type.String()),
      }),
    ),
  }),
});
