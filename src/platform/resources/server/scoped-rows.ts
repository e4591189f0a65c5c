import type { Scope } from '../../access/server/queries/scope.ts';
import type { OrgContext } from '../../context/server/context.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { isOwn } from '../../schema/own-resource.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { seenBy } from '../../schema/server/seen-by.ts';
import { dayOf } from '../../schema/sheet.ts';
import type { EntitySchema } from '../../schema/types.ts';
import type { ResourceHooks } from './hooks.ts';
import type { Reader, RowsOf } from './queries/rows/read.ts';
import { SCOPED_ENTITIES } from './queries/tenant-rows.ts';

/** An entity as the caller's tenant and role have it. */
export const entityFor = ({ actor, services: { access, schemas } }: OrgContext, name: string): Entity =>
  seenBy(schemas.entity(actor.orgId, name), {
    eduLevel: actor.eduLevel,
    reveals: (kind) => access.mayReveal(actor, kind),
    asks: (kind) => access.mayAsk(actor, kind),
  });

/** The reader, as the values that table expressions use. */
export const readerIn = ({
  actor: { orgId, roleId },
  caller: { userId },
  services: { access, clock },
}: OrgContext): Reader => ({
  orgId,
  userId,
  roleGroup: access.groupOf(roleId) ?? '',
  today: dayOf(clock.now()),
  now: nowIso(clock),
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

/** An entity as the caller has it, and its rows in the caller's scope. */
export function scopedRows(
  ctx: OrgContext,
  name: string,
  { table }: Pick<ResourceHooks, 'table'>,
): { entity: Entity; rows: RowsOf } {
  const entity = entityFor(ctx, name);
  const { schema, version } = entity;
  return { entity, rows: { ...readerIn(ctx), schema, version, table, scope: scopeOf(ctx, schema) } };
}
