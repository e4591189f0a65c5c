import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { Tx } from '../../db/server/database.ts';
import { isDocument, plainText } from '../../schema/composed.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { logEncrypter, type KeyHalves } from './encrypted-fields.ts';
import type { FlatRow, ResourceHooks } from './hooks.ts';
import type { RowToSave, WriteTarget } from './prepare-rows.ts';
import { childrenNamed } from './queries/children.ts';
import type { ScopedResource } from './reading.ts';

/** The display name of a row. */
export const labelOf = ({ entity: { schema } }: ScopedResource, row: Readonly<FlatRow>): string =>
  String(row[schema['x-resource'].label] ?? '');

/** The display names of rows; of a record, the name of its student, which is no value of its own. */
async function labelsOf(
  tx: Tx,
  reached: ScopedResource,
  rows: readonly Readonly<FlatRow>[],
): Promise<(row: Readonly<FlatRow>) => string> {
  const children = [...new Set(rows.filter((row) => labelOf(reached, row) === '').map((row) => row['child_id']))];
  const ids = children.filter((id): id is string => typeof id === 'string');
  const found = ids.length === 0 ? [] : await tx.run(childrenNamed(reached.tenant.orgId, ids));
  const names = new Map(found.map(({ child_id, child_name }) => [child_id, child_name]));
  return (row) => labelOf(reached, row) || (names.get(String(row['child_id'])) ?? '');
}

/** Writes the audit log's entries of created and updated rows. */
export async function logWrites(
  tx: Tx,
  { ctx, reached, hooks }: WriteTarget,
  rows: readonly RowToSave[],
  halves: KeyHalves,
): Promise<void> {
  const { schema, name } = reached.entity;
  const ids = rows.map(({ id }) => id);
  const encrypt = await logEncrypter(tx, ctx.services.keys, reached.tenant.orgId, schema, ids, halves);
  const nameOf = await labelsOf(
    tx,
    reached,
    rows.map(({ draft: { row } }) => row),
  );
  const entries = rows.map(({ draft: { row, before }, id, changed }) => {
    const keep = keptInLog(schema, hooks, [before, row]);
    const entry = { resource: name, rowId: id, rowLabel: nameOf(row) };
    if (!before)
      return { act: 'create', ...entry, after: encrypt(id, { [schema['x-resource'].id]: id, ...keep(row) }) };
    const [was, is] = [before, row].map((one) => encrypt(id, keep(pick(one, changed))));
    return { act: 'update', ...entry, before: was, after: is };
  });
  await audit(tx, ctx, ...entries);
}

/** Writes the audit log's entries of deleted rows. */
export async function logDeletes(
  tx: Tx,
  { ctx, reached, hooks }: WriteTarget,
  rows: readonly Readonly<FlatRow>[],
  ids: readonly string[],
): Promise<void> {
  const { schema, name } = reached.entity;
  const encrypt = await logEncrypter(tx, ctx.services.keys, reached.tenant.orgId, schema, ids);
  const nameOf = await labelsOf(tx, reached, rows);
  const entries = rows.map((before) => {
    const rowId = String(before[schema['x-resource'].id]);
    const kept = encrypt(rowId, keptInLog(schema, hooks, [before])(before));
    return { act: 'delete', resource: name, rowId, rowLabel: nameOf(before), before: kept };
  });
  await audit(tx, ctx, ...entries);
}

/**
 * Reduces a row to what the log keeps, because readers of the log may not be readers of the row: confidential texts are
 * reduced to their length, and some rows omit fields.
 *
 * @param all The row before and after the change
 */
function keptInLog(schema: EntitySchema, { logs }: ResourceHooks, all: readonly (Readonly<FlatRow> | undefined)[]) {
  const kept = all.flatMap((row) => (row && logs?.(row)) ?? []);
  const valueOf = (name: string, value: unknown) =>
    schema.properties[name]?.['x-confidential'] ? sizeOf(value) : value;
  return (row: Readonly<FlatRow>): FlatRow =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => kept.every((names) => names.has(name)))
        .map(([name, value]) => [name, valueOf(name, value)]),
    );
}

/** What the log has of a confidential value. */
function sizeOf(value: unknown): unknown {
  if (typeof value === 'string') return `${[...value].length} 字`;
  if (Array.isArray(value)) return `${value.length} 行`;
  return isDocument(value) ? `${[...plainText(value)].length} 字` : value;
}

const pick = (row: Readonly<FlatRow>, fields: readonly string[]): FlatRow =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
