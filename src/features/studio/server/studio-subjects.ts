import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';

/** Roles of the organisation that may do something with the rows of an entity. */
export const rolesThatMay = (
  { actor, services: { access } }: OrgContext,
  { 'x-resource': { area } }: EntitySchema,
  act: string,
): number[] => access.grants.rolesIn(actor.orgType).filter((roleId) => access.decide({ ...actor, roleId }, area, act));

/** Entities that some role of the organisation works with; those of other kinds of organisations are left out. */
export function subjects({ actor, services: { access, schemas } }: OrgContext): EntitySchema[] {
  const holders = access.grants.rolesIn(actor.orgType).map((roleId) => ({ ...actor, roleId }));
  return Object.values(schemas.all(actor.orgId).resources).filter((schema) =>
    holders.some((holder) => access.decide(holder, schema['x-resource'].area, OPEN)),
  );
}

/** An entity whose schema is being changed, with its rows. */
export interface Subject {
  name: string;
  hooks: ResourceHooks;
}

/** An entity that the studio changes, with its merged schema. */
export interface StudioSubject extends Subject {
  schema: EntitySchema;
}

/** @throws AppError PSY_NOT_FOUND */
export function subject(ctx: OrgContext, name: string): StudioSubject {
  const schema = subjects(ctx).find(({ $id }) => $id === name);
  if (!schema) throw new AppError('PSY_NOT_FOUND');
  return { name, schema, hooks: ctx.services.resources.hooksFor(schema) };
}
