import * as Type from 'typebox/type';
import { Id } from '../../contract/common.ts';
import { endpoint } from '../../contract/endpoint.ts';

/** One row as a PDF, by a print template of its resource; with what the caller sees of it. */
export const printRow = endpoint({
  name: 'prints.row',
  method: 'GET',
  path: '/v1/portal/prints/:entity/:key/:id',
  summary: '按打印模板把一条记录打印成 PDF，仅含本人有权查看的内容；记入操作日志',
  access: { auth: 'org', area: 'directory', act: 'open' },
  params: Type.Object(
    {
      entity: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
      key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
      id: Id,
    },
    { additionalProperties: false },
  ),
  kind: 'blob',
});
