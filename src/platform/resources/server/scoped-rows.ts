import type { Scope } from '../../access/server/queries/scope.ts';
import { OPEN } from '../../access/server/rights.ts';
import type { OrgContext } from '../../context/server/context.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { isOwn } from '../../schema/own-resource.ts';
import { SCOPED_ENTITIES } from '../../schema/references.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { seenBy } from '../../schema/server/seen-by.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { dayOf } from '../../schema/wall-clock.ts';
import type { ResourceHooks } from './hooks.ts';
import type { Reader, RowsOf } from './queries/rows/read.ts';

/**
 * An entity as the caller's tenant and role have it.
 *
 * @param opens Whether the caller has an area of a field (`x-area`) open; nothing outside of lists
 */
export const entityFor = (
  { actor, services: { access, schemas } }: OrgContext,
  name: string,
  opens: (area: string) => boolean = () => false,
): Entity =>
  seenBy(schemas.entity(actor.orgId, name), {
    roleId: actor.roleId,
    eduLevel: actor.eduLevel,
    reveals: (kind) => access.mayReveal(actor, kind),
    asks: (kind) => access.mayAsk(actor, kind),
    opens,
  });

/** An entity with all fields that the role may see in lists, second-step verification aside. */
export const entityOfRole = (ctx: OrgContext, name: string): Entity =>
  entityFor(ctx, name, (area) => ctx.services.access.decide(ctx.actor, area, OPEN));

/** The reader, as the values that table expressions use. */
export const readerIn = (
  { actor: { orgId, roleId }, caller: { userId }, services: { access, clock } }: OrgContext,
  opens: readonly string[] = [],
): Reader => ({
  orgId,
  userId,
  roleGroup: access.groupOf(roleId) ?? '',
  today: dayOf(clock.now()),
  now: nowIso(clock),
  opens,
});

/**
 * The rows of an entity in the caller's scope. A tenant's own resource is divided by the students, classes and schools
 * that its rows refer to; rows without such a reference are in every scope (`tenant-rows.ts`).
 */
function scopeOf({ actor, services: { access } }: OrgContext, schema: EntitySchema): Scope {
  if (!isOwn(schema)) return access.scope(actor, schema.$id);
  const scopes = SCOPED_ENTITIES.map((entity) => access.scope(actor, entity));
  const limited = scopes.some(({ kind }) => kind !== 'all');
  return scopes.find(({ kind }) => kind === 'parts') ?? { kind: limited ? 'parts' : 'all' };
}

/**
 * An entity as the caller has it, and its rows in the caller's scope.
 *
 * @param opens The areas of fields (`x-area`) that are shown; none outside of lists
 */
export function scopedRows(
  ctx: OrgContext,
  name: string,
  { table }: Pick<ResourceHooks, 'table'>,
  opens: readonly string[] = [],
): { entity: Entity; rows: RowsOf } {
  const entity = entityFor(ctx, name, (area) => opens.includes(area));
  const { schema, version } = entity;
  const { resources, schemas } = ctx.services;
  const extended = resources.tableOf(name, table);
  const kept = schemas.kept(ctx.actor.orgId, name);
  return {
    entity,
    rows: {
      ...readerIn(ctx, opens),
      schema,
      version,
      table: kept ? { ...extended, kept } : extended,
      scope: scopeOf(ctx, schema),
    },
  };
}
