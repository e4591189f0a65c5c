import { isObject, type JsonObject } from './json.ts';
import type { Base, EntitySchema } from './types.ts';

/**
 * The shared table of all resources that declare no table of their own: their fields are in `ext`, so that they need no
 * migration.
 */
export const SHARED_TABLE = 'tenant_rows';

/** Base path of a tenant's own resources. */
export const OWN_PATH = '/v1/portal/x';
export const OWN_PAGE = '/x';

/** Area of an own resource whose file names none. The others are `own/…`, each with a line in `policies/access.csv`. */
export const OWN_AREA = 'own-resource';
const NAMED_AREA = /^own\/[a-z0-9-]+$/;
export const isOwnArea = (area: string): boolean => area === OWN_AREA || NAMED_AREA.test(area);

const idOf = (name: string): string => `${name.replaceAll('-', '_')}_id`;

/**
 * The base of a resource that a single tenant has. Its file in `schemas/tenants/<org_id>/` is an overlay of this base,
 * as other files there are overlays of core entities. Id, times, address and table come from the product; the file
 * decides everything else.
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

/** Whether a resource belongs to a single tenant; its calls and its page are below the addresses above. */
export const isOwn = ({ 'x-resource': { path } }: Pick<EntitySchema, 'x-resource'>): boolean =>
  path.startsWith(`${OWN_PATH}/`);

/** The file of an own resource, with the default area where it names none. */
export const withOwnArea = (document: JsonObject): JsonObject => ({
  ...document,
  'x-resource': { area: OWN_AREA, ...(isObject(document['x-resource']) ? document['x-resource'] : {}) },
});

/** A schema whose rows share a table with other resources: all fields except id and times are in `ext`. */
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
