import * as contract from '../../access/contract.ts';
import { OPEN } from '../../access/server/policies.ts';
import { implement, type Implementation, type OrgCall } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { entityFor } from '../../resources/server/reading.ts';
import { versionOf } from './entity.ts';

/** The tenant's entities whose pages the role may open, as it has them. */
function openTo(call: OrgCall) {
  const {
    actor,
    services: { access, schemas },
  } = call;
  const { resources } = schemas.all(actor.orgId);
  return Object.values(resources)
    .filter((schema) => access.decide(actor, schema['x-resource'].area, OPEN))
    .map(({ $id }) => entityFor(call, $id));
}

export const schemasHandlers: readonly Implementation[] = [
  implement(contract.mergedSchemas, async (call) => {
    const open = openTo(call);
    return {
      version: versionOf(open.map(({ version }) => version).join()),
      resources: Object.fromEntries(open.map(({ name, schema }) => [name, schema])),
    };
  }),
  // One that is not there and one that the role may not open are refused alike.
  implement(contract.mergedSchema, async (call, { params }) => {
    const entity = openTo(call).find(({ name }) => name === params.resource);
    if (!entity) throw new AppError('PSY_NOT_FOUND');
    return entity.schema;
  }),
];
