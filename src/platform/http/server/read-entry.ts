import type { AuditEntry } from '../../audit/server/queries/audit-logs.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { own } from '../../schema/json.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { fieldsOf } from '../../schema/types.ts';

/**
 * The read log's entry of a request: the resource that the declaration names, or the row where its kind has protected
 * values. Undefined where reading is not logged.
 */
export function readEntry(
  { logged, entity: about, summary }: EndpointSpec,
  entity: Entity | undefined,
  params: unknown,
  data: unknown,
): AuditEntry | undefined {
  const rowId = String(own(params, 'id') ?? '*');
  if (logged !== undefined) return { act: 'read', resource: logged, rowId, after: { content: summary } };
  if (!entity || about?.op !== 'get' || !hasProtected(entity)) return undefined;
  const { id, label } = entity.schema['x-resource'];
  return {
    act: 'read',
    resource: entity.name,
    rowId: String(own(data, id) ?? rowId),
    rowLabel: String(own(data, label) ?? ''),
  };
}

const hasProtected = ({ schema }: Entity): boolean =>
  fieldsOf(schema).some(([, field]) => field['x-mask'] !== undefined || field['x-confidential'] !== undefined);
