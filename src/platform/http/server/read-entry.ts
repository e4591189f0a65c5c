import type { AuditEntry } from '../../audit/server/queries/audit-logs.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { own } from '../../schema/json.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { fieldsOf } from '../../schema/types.ts';

/**
 * The read log's entries of a request: of the resource that the declaration names, or of the row where its kind has
 * protected values. None where reading is not logged.
 */
export function readEntries(
  { logged, loggedWith, entity: about, summary }: EndpointSpec,
  entity: Entity | undefined,
  params: unknown,
  data: unknown,
): AuditEntry[] {
  const rowId = String(own(params, 'id') ?? '*');
  if (logged !== undefined) {
    const entry = { act: 'read', resource: logged, after: { content: summary } };
    return loggedWith === undefined ? [{ ...entry, rowId }] : studentsShown(data, loggedWith, entry);
  }
  if (!entity || !hasProtected(entity)) return [];
  // Notes to transitions may repeat what the row protects.
  if (about?.op === 'transitions') return [{ act: 'read', resource: entity.name, rowId, after: { content: summary } }];
  if (about?.op !== 'get') return [];
  const { id, label } = entity.schema['x-resource'];
  return [
    {
      act: 'read',
      resource: entity.name,
      rowId: String(own(data, id) ?? rowId),
      rowLabel: String(own(data, label) ?? ''),
    },
  ];
}

/** An entry for each student of a list whose item has this field. */
function studentsShown(data: unknown, field: string, entry: Omit<AuditEntry, 'rowId'>): AuditEntry[] {
  const items = own(data, 'items');
  return (Array.isArray(items) ? (items as unknown[]) : [])
    .filter((item) => own(item, field) !== undefined)
    .map((item) => ({
      ...entry,
      rowId: String(own(item, 'child_id')),
      rowLabel: String(own(item, 'child_name') ?? ''),
    }));
}

const hasProtected = ({ schema }: Entity): boolean =>
  fieldsOf(schema).some(([, field]) => field['x-mask'] !== undefined || field['x-confidential'] !== undefined);
