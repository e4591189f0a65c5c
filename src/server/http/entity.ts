import type { FailureDetail } from '../../shared/contract/common.ts';
import type { EndpointSpec } from '../../shared/contract/endpoint.ts';
import type { SchemaRegistry } from '../schemas/registry.ts';

/** Checks a body against the merged schema of the tenant. */
export type EntityBodyCheck = (schemas: SchemaRegistry, orgId: string, body: unknown) => FailureDetail[];
/** The whole answer as JSON; fields that the tenant's schema does not declare are left out. */
export type EntityEncoder = (schemas: SchemaRegistry, orgId: string, data: unknown) => string;

/** The check of a call that writes rows of an entity; none where it writes none. */
export function entityBodyCheck({ entity }: EndpointSpec): EntityBodyCheck | undefined {
  if (!entity) return undefined;
  const { name, op } = entity;
  if (op === 'create' || op === 'update') return (schemas, orgId, body) => schemas.entity(orgId, name).check(op, body);
  if (op !== 'batch-create') return undefined;
  return (schemas, orgId, body) => {
    const one = schemas.entity(orgId, name);
    const { items } = body as { items: unknown[] };
    return items.flatMap((item, i) => one.check('create', item).map((detail) => ({ ...detail, field: `/items/${i}${detail.field}` })));
  };
}

/** The encoder of a call that answers rows of an entity. */
export function entityEncoder({ entity }: EndpointSpec): EntityEncoder | undefined {
  if (!entity) return undefined;
  const { name, op } = entity;
  switch (op) {
    case 'list': case 'batch-create': return (schemas, orgId, data) => `{"data":${schemas.entity(orgId, name).stringifyList(data as never)}}`;
    case 'get': case 'create': case 'update': return (schemas, orgId, data) => `{"data":${schemas.entity(orgId, name).stringifyRow(data as never)}}`;
    default: return undefined;
  }
}
