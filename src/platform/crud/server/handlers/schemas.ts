import * as contract from '../../../access/contract.ts';
import { OPEN } from '../../../access/server/rights.ts';
import { implement, type Implementation, type OrgContext } from '../../../context/server/context.ts';
import { AppError } from '../../../errors/app-error.ts';
import { entityOfRole } from '../../../resources/server/scoped-rows.ts';
import { versionOf } from '../../../schema/server/entity.ts';

/** The tenant's entities whose pages the role may open, as the role sees them. */
function openTo(ctx: OrgContext) {
  const {
    actor,
    services: { access, schemas },
  } = ctx;
  const { resources } = schemas.all(actor.orgId);
  return Object.values(resources)
    .filter((schema) => access.decide(actor, schema['x-resource'].area, OPEN))
    .map(({ $id }) => entityOfRole(ctx, $id));
}

export const schemasHandlers: readonly Implementation[] = [
  implement(contract.mergedSchemas, async (ctx) => {
    const open = openTo(ctx);
    return {
      version: versionOf(open.map(({ version }) => version).join()),
      resources: Object.fromEntries(open.map(({ name, schema }) => [name, schema])),
    };
  }),
  // A missing entity and one that the role may not open are refused in the same way.
  implement(contract.mergedSchema, async (ctx, { params }) => {
    const entity = openTo(ctx).find(({ name }) => name === params.resource);
    if (!entity) throw new AppError('PSY_NOT_FOUND');
    return entity.schema;
  }),
];
