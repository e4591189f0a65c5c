import type { SchemaRegistry } from '../../../platform/schema/server/registry.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';

/**
 * Last declarations of removed fields, which explain their stored values.
 *
 * @param versions published versions of the tenant, latest first
 */
export function lastDeclared(
  schemas: SchemaRegistry,
  orgId: string,
  entity: string,
  versions: readonly { document: unknown }[],
  names: readonly string[],
): ReadonlyMap<string, FieldSchema> {
  const found = new Map<string, FieldSchema>();
  const take = (properties: EntitySchema['properties']) => {
    for (const name of names) {
      const field = properties[name];
      if (field && !found.has(name)) found.set(name, field);
    }
  };
  for (const { document } of versions) {
    if (names.every((name) => found.has(name))) break;
    const verdict = schemas.judge(orgId, entity, document);
    if (verdict.ok) take(verdict.schema.properties);
  }
  take(schemas.ground(orgId, entity).properties);
  return found;
}
