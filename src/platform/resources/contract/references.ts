import * as Type from 'typebox/type';
import { Id, listOf } from '../../contract/common.ts';
import { endpoint } from '../../contract/endpoint.ts';

/** At most this many rows are named per field; the list of the resource has all. */
export const REFERRING_ROWS = 10;

/** The rows of a tenant's own fields that refer to one row, as far as the caller may open them. */
export const referringRows = endpoint({
  name: 'references.of',
  method: 'GET',
  path: '/v1/portal/references/:entity/:id',
  summary: '一条内容被本单位自己的哪些字段引用',
  access: { auth: 'org', area: 'directory', act: 'open' },
  params: Type.Object(
    { entity: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }), id: Id },
    { additionalProperties: false },
  ),
  response: listOf(
    Type.Object({
      entity: Type.String(),
      title: Type.String(),
      field: Type.String(),
      field_title: Type.String(),
      total: Type.Integer(),
      rows: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
    }),
  ),
});
