import * as Type from 'typebox/type';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { BATCH_MAX, type Row } from '../../platform/resources/contract/resource.ts';

const area = 'org-manage/class';
const rows = Type.Array(Type.Unsafe<Row>(Type.Record(Type.String(), Type.Unknown())), {
  minItems: 1,
  maxItems: BATCH_MAX,
});

/** Classes have these calls beside those of every resource (`spec §7`). */
export const batchCreateClasses = endpoint({
  name: 'class.batch-create',
  method: 'POST',
  path: '/v1/portal/classes/actions/batch_create',
  summary: '批量新增班级：全部成功或全部不写',
  access: { auth: 'org', area, act: 'batch-create' },
  body: Type.Object({ items: rows }, { additionalProperties: false }),
  response: Type.Object({ total: Type.Integer(), items: rows }),
  status: 201,
  entity: { name: 'class', op: 'batch-create' },
});

export const batchDeleteClasses = endpoint({
  name: 'class.batch-delete-ids',
  method: 'DELETE',
  path: '/v1/portal/classes/batch_delete/:ids',
  summary: '批量删除班级，ids 以逗号分隔',
  access: { auth: 'org', area, act: 'batch-delete' },
  params: Type.Object(
    { ids: Type.String({ minLength: 1, maxLength: 14_000, pattern: '^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$' }) },
    { additionalProperties: false },
  ),
  response: Type.Object({ total: Type.Integer() }),
  entity: { name: 'class', op: 'batch-delete' },
});
