import type { FailureDetail } from '../../contract/common.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { own } from '../../schema/json.ts';
import type { Entity } from '../../schema/server/entity.ts';
import type { SchemaRegistry } from '../../schema/server/registry.ts';

/** Checks a body against the entity as the tenant has it. */
export type EntityBodyCheck = (entity: Entity, body: unknown) => FailureDetail[];
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

/** The check of a call that writes rows of an entity; undefined where it writes none. */
export function entityBodyCheck({ entity }: EndpointSpec): EntityBodyCheck | undefined {
  if (!entity) return undefined;
  const { op } = entity;
  if (op === 'create' || op === 'update') return (one, body) => one.check(op, body);
  if (op !== 'batch-create') return undefined;
  return (one, body) => {
    const { items } = body as { items: unknown[] };
    return items.flatMap((item, i) =>
      one.check('create', item).map((detail) => ({ ...detail, field: `/items/${i}${detail.field}` })),
    );
  };
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
      return (one, data) => `{"data":${one.stringifyRow(data as never)}}`;
    default:
      return undefined;
  }
}
