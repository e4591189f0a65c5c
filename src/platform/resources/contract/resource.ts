import * as Type from 'typebox/type';
import { Id, PAGE_SIZE_MAX, listOf, paging } from '../../contract/common.ts';
import { endpoint, type EndpointSpec, type EntityOp } from '../../contract/endpoint.ts';
import { Import, ImportRow, OUTCOMES, UPLOAD_MAX } from '../../imports/contract.ts';
import type { ResourcePaths } from '../../schema/resource-meta.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { transitionEndpoints } from './transitions.ts';

/** The contract of a schema-declared resource (`x-resource` of its schema). */
export interface ResourceSpec {
  name: string;
  title: string;
  path: string;
  paths?: ResourcePaths;
  area: string;
  acts: readonly string[];
  /** Purposes of the files that may be attached to a row; absent where attachments are not allowed. */
  attachments?: readonly number[];
  versions?: boolean;
  /** Parameter of `path` that names the resource; set only for resources that a single tenant has. */
  param?: string;
}

export const resourceSpecOf = ({
  $id,
  title,
  'x-resource': { path, paths, area, acts, attachments, versions },
}: EntitySchema): ResourceSpec => ({ name: $id, title, path, paths, area, acts, attachments, versions });

/** A row on the wire; its fields follow from the tenant's merged schema. */
export type Row = Record<string, unknown>;
const Row = Type.Record(Type.String(), Type.Unknown());

/** Maximum number of rows in one batch call, so that a request stays well under its time limit. */
export const BATCH_MAX = PAGE_SIZE_MAX;

/**
 * Filters are query parameters beside paging and sort. The tenant's merged schema decides which exist
 * (`platform/schema/query.ts`).
 */
type Filtered<T> = T & { [filter: string]: unknown };
const sort = Type.Optional(Type.String({ maxLength: 200 }));
const listQuery = Type.Unsafe<Filtered<{ page?: number; size?: number; sort?: string }>>(
  Type.Object({ ...paging, sort }, { additionalProperties: true }),
);
const exportQuery = Type.Unsafe<Filtered<{ sort?: string; ids?: string; format?: 'xlsx' | 'csv' }>>(
  Type.Object(
    {
      sort,
      ids: Type.Optional(Type.String({ maxLength: 20_000 })),
      format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])),
    },
    { additionalProperties: true },
  ),
);
const fileQuery = Type.Object(
  { file_name: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
);
const rowsQuery = Type.Object({ outcome: OUTCOMES, ...paging }, { additionalProperties: false });
const pagesQuery = Type.Object(paging, { additionalProperties: false });
const ignoring = Type.Object(
  {
    ignore: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200, description: '知道不会导入的列' }),
    ),
  },
  { additionalProperties: false },
);
const EntityName = Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z][a-z0-9-]*$' });
const manyIds = Type.Object(
  { ids: Type.Array(Id, { minItems: 1, maxItems: BATCH_MAX, uniqueItems: true }) },
  { additionalProperties: false },
);
const batchResult = Type.Object({ total: Type.Integer() });
const deleted = Type.Object({ ok: Type.Literal(true), total: Type.Integer() });

/**
 * The calls every schema-declared resource has (`api.md`, any schema-declared resource), limited to the acts its schema
 * names.
 */
export function resourceEndpoints(r: ResourceSpec) {
  const access = (act: string) => ({ auth: 'org', area: r.area, act }) as const;
  const entity = <const O extends EntityOp>(op: O) => ({
    name: r.name,
    op,
    ...(r.param !== undefined && { param: r.param }),
  });
  const named = r.param === undefined ? {} : { [r.param]: EntityName };
  const oneId = Type.Unsafe<{ id: string }>(Type.Object({ ...named, id: Id }, { additionalProperties: false }));
  const inPath = r.param === undefined ? {} : { params: Type.Object(named, { additionalProperties: false }) };
  return {
    list: endpoint({
      name: `${r.name}.list`,
      method: 'GET',
      path: r.paths?.list ?? r.path,
      summary: `${r.title}列表`,
      access: access('open'),
      ...inPath,
      query: listQuery,
      response: listOf(Row),
      entity: entity('list'),
    }),
    get: endpoint({
      name: `${r.name}.get`,
      method: 'GET',
      path: `${r.path}/:id`,
      summary: `${r.title}详情`,
      access: access('open'),
      params: oneId,
      response: Row,
      entity: entity('get'),
    }),
    create: endpoint({
      name: `${r.name}.create`,
      method: 'POST',
      path: r.path,
      summary: `新增${r.title}`,
      access: access('create'),
      ...inPath,
      body: Row,
      response: Row,
      status: 201,
      entity: entity('create'),
    }),
    update: endpoint({
      name: `${r.name}.update`,
      method: 'PUT',
      path: `${r.path}/:id`,
      summary: `修改${r.title}`,
      access: access('update'),
      params: oneId,
      body: Row,
      response: Row,
      entity: entity('update'),
    }),
    delete: endpoint({
      name: `${r.name}.delete`,
      method: 'DELETE',
      path: `${r.path}/:id`,
      summary: `删除${r.title}`,
      access: access('delete'),
      params: oneId,
      response: deleted,
      entity: entity('delete'),
    }),
    batchDelete: endpoint({
      name: `${r.name}.batch-delete`,
      method: 'POST',
      path: `${r.path}/batch_delete`,
      summary: `批量删除${r.title}`,
      access: access('batch-delete'),
      ...inPath,
      body: manyIds,
      response: batchResult,
      entity: entity('batch-delete'),
    }),
    export: endpoint({
      name: `${r.name}.export`,
      method: 'GET',
      path: r.paths?.export ?? `${r.path}/export`,
      summary: `导出${r.title}（XLSX 或 CSV）`,
      access: access('export'),
      ...inPath,
      query: exportQuery,
      kind: 'blob',
      entity: entity('export'),
    }),
    ...transitionEndpoints(r, named),
    ...importEndpoints(r, access('import'), entity('import'), oneId, inPath),
  } satisfies Record<string, EndpointSpec>;
}

const ofTransitions = ({ entity }: EndpointSpec) => entity?.op === 'transition' || entity?.op === 'transitions';

/** Whether a resource offers one of its calls, by the acts and states of its schema. */
export const offered =
  (schema: Pick<EntitySchema, 'x-resource'>) =>
  (endpoint: EndpointSpec): boolean =>
    mounted(schema)(endpoint) && (!ofTransitions(endpoint) || schema['x-resource'].states !== undefined);

/** Whether the server answers a call for the tenants: one may have states where the core has none. */
export const mounted =
  ({ 'x-resource': { acts, detail } }: Pick<EntitySchema, 'x-resource'>) =>
  (endpoint: EndpointSpec): boolean => {
    const { access, entity } = endpoint;
    if (access.auth !== 'org') return false;
    if (ofTransitions(endpoint)) return acts.includes('update');
    return access.act === 'open' ? entity?.op !== 'get' || detail !== false : acts.some((act) => act === access.act);
  };

/**
 * The calls of an import: upload, preview, write, stop, undo. All of them require the right to import, as the area is
 * protected.
 */
function importEndpoints<
  const A extends EndpointSpec['access'],
  const E extends EndpointSpec['entity'],
  const P extends { params?: Type.TSchema },
>({ name, title, path }: ResourceSpec, access: A, entity: E, oneId: Type.TUnsafe<{ id: string }>, inPath: P) {
  const of = `${path}/import`;
  return {
    template: endpoint({
      name: `${name}.template`,
      method: 'GET',
      path: `${of}/template`,
      summary: `导入${title}的模板（XLSX）`,
      access,
      ...inPath,
      kind: 'blob',
      entity,
    }),
    import: endpoint({
      name: `${name}.import`,
      method: 'POST',
      path: of,
      summary: `上传${title}文件（XLSX 或 CSV）并开始预览；确认之前什么也不写`,
      access,
      ...inPath,
      query: fileQuery,
      upload: UPLOAD_MAX,
      response: Import,
      entity,
    }),
    imports: endpoint({
      name: `${name}.imports`,
      method: 'GET',
      path: of,
      summary: '最近 7 天的导入：自己的；管理范围是全部时也有别人的',
      access,
      ...inPath,
      query: pagesQuery,
      response: listOf(Import),
      entity,
    }),
    importOf: endpoint({
      name: `${name}.import-get`,
      method: 'GET',
      path: `${of}/:id`,
      summary: '一次导入的进度和结果',
      access,
      params: oneId,
      response: Import,
      entity,
    }),
    importRows: endpoint({
      name: `${name}.import-rows`,
      method: 'GET',
      path: `${of}/:id/rows`,
      summary: '文件中的行：新增、有变化、无变化、有错误，或撤销时保留下来的',
      access,
      params: oneId,
      query: rowsQuery,
      response: listOf(ImportRow),
      entity,
    }),
    importFile: endpoint({
      name: `${name}.import-file`,
      method: 'GET',
      path: `${of}/:id/file`,
      summary: '原文件加一列“错误说明”',
      access,
      params: oneId,
      kind: 'blob',
      entity,
    }),
    importWrite: endpoint({
      name: `${name}.import-write`,
      method: 'POST',
      path: `${of}/:id/write`,
      summary: '写入预览过的行；有错误的行不写',
      access,
      params: oneId,
      body: ignoring,
      response: Import,
      entity,
    }),
    importCancel: endpoint({
      name: `${name}.import-cancel`,
      method: 'POST',
      path: `${of}/:id/cancel`,
      summary: '停止：预览不再写入；正在写入的停在当前一批之后',
      access,
      params: oneId,
      response: Import,
      entity,
    }),
    importUndo: endpoint({
      name: `${name}.import-undo`,
      method: 'POST',
      path: `${of}/:id/undo`,
      summary: '撤销：写入以后又改过的行保留，并说明原因',
      access,
      params: oneId,
      response: Import,
      entity,
    }),
  };
}
