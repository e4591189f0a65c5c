import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { own } from '../../schema/json.ts';
import type { Entity } from '../../schema/server/entity.ts';
import type { SchemaRegistry } from '../../schema/server/registry.ts';

/** The whole answer as JSON; fields that the tenant's schema does not declare are omitted. */
export type EntityEncoder = (entity: Entity, data: unknown) => string;

/**
 * The tenant's entity of a call; undefined where the call has none, or the path names one that the tenant does not
 * have.
 *
 * @param params Path parameters
 */
export function entityOf(
  { entity }: EndpointSpec,
  schemas: SchemaRegistry,
  orgId: string,
  params: unknown,
): Entity | undefined {
  if (!entity) return undefined;
  return entity.param === undefined
    ? schemas.entity(orgId, entity.name)
    : schemas.own(orgId, String(own(params, entity.param)));
}

/** Such a call is about an entity. @throws AppError PSY_NOT_FOUND */
export function requireEntity(entity: Entity | undefined): Entity {
  if (!entity) throw new AppError('PSY_NOT_FOUND');
  return entity;
}

/** The encoder of a call that answers rows of an entity. */
export function entityEncoder({ entity }: EndpointSpec): EntityEncoder | undefined {
  switch (entity?.op) {
    case 'list':
    case 'batch-create':
      return (one, data) => `{"data":${one.stringifyList(data as never)}}`;
    case 'get':
    case 'create':
    case 'update':
    case 'transition':
      return (one, data) => `{"data":${one.stringifyRow(data as never)}}`;
    default:
      return undefined;
  }
}
