import type { OrgContext } from '../../../platform/context/server/context.ts';
import { storedNames } from '../../../platform/resources/server/queries/rows/ext.ts';
import { mayBeSeen } from '../../../platform/schema/field-rights.ts';
import { versionsOf } from '../../../platform/schema/server/queries/published-overlays.ts';
import type { SchemaRegistry } from '../../../platform/schema/server/registry.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';
import type { Former } from '../contract.ts';
import type { StudioSubject } from './studio-subjects.ts';

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
    const verdict = schemas.validateOverlay(orgId, entity, document);
    if (verdict.ok) take(verdict.schema.properties);
  }
  take(schemas.baseOf(orgId, entity).properties);
  return found;
}

/**
 * Removed fields that still have stored values, except those that the role did not see. One that no declaration covers
 * any more may have been restricted: roles see it that could declare it again.
 */
export async function formerFields(ctx: OrgContext, { name, schema, hooks }: StudioSubject): Promise<Former[]> {
  const { orgId } = ctx.actor;
  const [names, versions] = await ctx.read([storedNames(orgId, schema, hooks.table), versionsOf(orgId, name)]);
  const removed = names.filter((one) => !Object.hasOwn(schema.properties, one.name));
  const declared = lastDeclared(
    ctx.services.schemas,
    orgId,
    name,
    versions,
    removed.map((one) => one.name),
  );
  const mayPublish = ctx.services.access.decide(ctx.actor, 'schema-studio', 'publish');
  const seen = removed.filter(({ name }) => {
    const last = declared.get(name);
    return last ? mayBeSeen(last, ctx.actor.roleId) : mayPublish;
  });
  return seen.map(({ name: field, rows }): Former => {
    const { 'x-tenant': _, ...last } = declared.get(field) ?? {};
    return {
      field,
      title: declared.get(field)?.title ?? field,
      rows,
      ...(declared.has(field) && { schema: last as FieldSchema }),
    };
  });
}
