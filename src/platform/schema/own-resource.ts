import { isObject, type JsonObject } from './json.ts';
import type { Base, EntitySchema } from './types.ts';

/**
 * The one table behind every resource that asked for no table of its own: its fields live in `ext`, so that it needs no
 * migration.
 */
export const SHARED_TABLE = 'tenant_rows';

/** Where a tenant's own resources are called and shown. */
export const OWN_PATH = '/v1/portal/x';
export const OWN_PAGE = '/x';

/** Area of an own resource whose file names none. The others are `own/…`, each a line in `policies/access.csv`. */
export const OWN_AREA = 'own-resource';
const NAMED_AREA = /^own\/[a-z0-9-]+$/;
export const isOwnArea = (area: string): boolean => area === OWN_AREA || NAMED_AREA.test(area);

const idOf = (name: string): string => `${name.replaceAll('-', '_')}_id`;

/**
 * What a resource that only one tenant has starts from; its file in `schemas/tenants/<org_id>/` is an overlay of this,
 * as other files there are of the core's entities. So id, times, address and table are the product's, and all else is
 * the file's to say.
 */
export const ownBase = (name: string): Base => ({
  $id: name,
  type: 'object',
  required: [],
  properties: {
    [idOf(name)]: { type: 'string', title: '编号', readOnly: true },
    created_at: { type: 'string', format: 'date-time', title: '创建时间', readOnly: true },
    updated_at: { type: 'string', format: 'date-time', title: '更新时间', readOnly: true },
  },
  'x-resource': {
    path: `${OWN_PATH}/${name}`,
    table: SHARED_TABLE,
    id: idOf(name),
    sort: '-created_at',
    icon: 'table',
    acts: ['create', 'update', 'delete', 'export', 'import', 'batch-delete'],
  },
});

/** Whether a resource is one tenant's alone: it has its calls and its page below the addresses above. */
export const isOwn = ({ 'x-resource': { path } }: Pick<EntitySchema, 'x-resource'>): boolean =>
  path.startsWith(`${OWN_PATH}/`);

/** The file of an own resource with the area that holds where it names none. */
export const withOwnArea = (document: JsonObject): JsonObject => ({
  ...document,
  'x-resource': { area: OWN_AREA, ...(isObject(document['x-resource']) ? document['x-resource'] : {}) },
});

/** A schema whose rows share a table with those of other resources: all but id and times live in `ext`. */
export function inSharedTable(schema: EntitySchema): EntitySchema {
  const { table, id } = schema['x-resource'];
  if (table !== SHARED_TABLE) return schema;
  const columns = [id, 'created_at', 'updated_at'];
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, field]) => [
        name,
        columns.includes(name) ? field : { ...field, 'x-tenant': true },
      ]),
    ),
  };
}
