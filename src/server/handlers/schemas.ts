import * as contract from '../../shared/contract/rights.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { OPEN } from '../access/policies.ts';
import { implement, type Implementation, type OrgCall } from '../context.ts';
import { versionOf } from '../schemas/entity.ts';

/** The tenant's schemas whose pages the role may open. */
function openTo({ actor, services: { access, schemas } }: OrgCall) {
  const { resources } = schemas.all(actor.orgId);
  return Object.values(resources).filter((schema) => access.decide(actor, schema['x-resource'].area, OPEN));
}

export const schemasHandlers: readonly Implementation[] = [
  implement(contract.mergedSchemas, async (call) => {
    const open = openTo(call);
    const { schemas } = call.services;
    return {
      version: versionOf(open.map(({ $id }) => schemas.entity(call.actor.orgId, $id).version).join()),
      resources: Object.fromEntries(open.map((schema) => [schema.$id, schema])),
    };
  }),
  // One that is not there and one that the role may not open are refused alike.
  implement(contract.mergedSchema, async (call, { params }) => {
    const schema = openTo(call).find(({ $id }) => $id === params.resource);
    if (!schema) throw new AppError('PSY_NOT_FOUND');
    return schema;
  }),
];
