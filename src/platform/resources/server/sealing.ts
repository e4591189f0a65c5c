import { randomUUID } from 'node:crypto';
import { isEncryptedText, type DataKeys, type KeyRing, type FieldLocation } from '../../crypto/server/data-keys.ts';
import type { Database, Tx } from '../../db/server/database.ts';
import type { Columns } from '../../db/server/insert-rows.ts';
import { isObject } from '../../schema/json.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { halvesOf } from './queries/child-records.ts';
import type { StoredRow } from './queries/rows/read.ts';

/** Where fields of a row are sealed to. */
const placeOf =
  ({ 'x-resource': { table } }: EntitySchema, row: string) =>
  (field: string): FieldLocation => ({ table, row, field });

const known = new WeakMap<EntitySchema, readonly string[]>();
/** Names of the fields that lie sealed in the database (`x-sealed`). */
export function sealedFields(schema: EntitySchema): readonly string[] {
  const names =
    known.get(schema) ??
    Object.entries(schema.properties).flatMap(([name, field]) => (field['x-sealed'] ? [name] : []));
  known.set(schema, names);
  return names;
}

type Values = Readonly<Record<string, unknown>>;

/** Whether a row, as it is stored, holds anything of these fields that is sealed. */
const holdsSealed = (values: Values, fields: Iterable<string>): boolean => {
  for (const name of fields) if (isEncryptedText(values[name])) return true;
  return false;
};

/** The values of these fields, with what is sealed in them opened; all others as they are. */
function openIn(
  values: Values,
  fields: readonly string[],
  ring: KeyRing,
  at: (field: string) => FieldLocation,
): Record<string, unknown> {
  const open: Record<string, unknown> = { ...values };
  for (const name of fields) {
    const value = values[name];
    if (isEncryptedText(value)) open[name] = ring.decryptText(value, at(name));
  }
  return open;
}

/**
 * Rows as they are stored, with the fields of their schema opened. A value that is not sealed yet is taken as it is;
 * one that no field is named after stays as it is. The tenant's keys are asked for only where there is something to
 * open.
 *
 * @param idField Name of the id in the rows
 * @throws DecryptionFailed, AppError PSY_SERVICE_EXPIRED
 */
export async function openRows(
  keys: DataKeys,
  orgId: string,
  schema: EntitySchema,
  rows: readonly StoredRow[],
  idField = schema['x-resource'].id,
  extField = 'ext',
): Promise<readonly StoredRow[]> {
  const fields = Object.keys(schema.properties);
  const sealed = (row: StoredRow) => {
    const ext = row[extField];
    return holdsSealed(row, fields) || (isObject(ext) && holdsSealed(ext, fields));
  };
  if (sealedFields(schema).length === 0 || !rows.some(sealed)) return rows;
  const ring = await keys.ring(orgId);
  return rows.map((row) => {
    if (!sealed(row)) return row;
    const at = placeOf(schema, String(row[idField]));
    const { [extField]: ext } = row;
    return { ...openIn(row, fields, ring, at), ...(isObject(ext) && { [extField]: openIn(ext, fields, ring, at) }) };
  });
}

/** What seals the fields of one row that are to be sealed; texts only, the rest is left as it is. */
export type RowSealer = (row: string, values: Values) => Record<string, unknown>;

/** Seals what a schema wants sealed. Where nothing is, the tenant's keys are not asked for. */
export async function sealerOf(keys: DataKeys, orgId: string, schema: EntitySchema): Promise<RowSealer> {
  const fields = sealedFields(schema);
  if (fields.length === 0) return (_, values) => ({ ...values });
  const ring = await keys.ring(orgId);
  return (row, values) => {
    const at = placeOf(schema, row);
    const sealed: Record<string, unknown> = { ...values };
    for (const name of fields) {
      const value = values[name];
      if (typeof value === 'string' && !isEncryptedText(value)) sealed[name] = ring.encryptText(value, at(name));
    }
    return sealed;
  };
}

/** Columns of a row with what is to be sealed, its `ext` too. */
export const sealColumns = (seal: RowSealer, row: string, columns: Columns): Columns => {
  const { ext } = columns;
  return { ...seal(row, columns), ...(isObject(ext) && { ext: seal(row, ext) }) };
};

/** Of a child the log keeps everything under the child's own key, as one text by this name. */
const WHOLE = ':sealed';
const CHILD_ID = 'child_id';
const inLog = (row: string): FieldLocation => ({ table: 'audit_logs', row, field: WHOLE });

/** Children's own halves of their keys, by their ids. */
export type Halves = ReadonlyMap<string, string>;

/**
 * Halves for rows about to be made, where they are children, to be inserted before them: the log of many is made ready
 * while the database writes them.
 */
export const drawHalves = (schema: EntitySchema, rows: readonly string[]): Halves =>
  new Map(schema['x-resource'].id === CHILD_ID ? rows.map((row) => [row, `${randomUUID()}${randomUUID()}`]) : []);

/**
 * Seals what the log is to keep of rows: of children all of it, under a key that ends with them, of others what their
 * schema wants sealed. To be called once the rows are there.
 *
 * @param drawn Halves that are known already
 */
export async function logSealer(
  tx: Tx,
  keys: DataKeys,
  orgId: string,
  schema: EntitySchema,
  rows: readonly string[],
  drawn: Halves = new Map(),
): Promise<RowSealer> {
  if (schema['x-resource'].id !== CHILD_ID) return sealerOf(keys, orgId, schema);
  const ring = await keys.ring(orgId);
  const others = rows.filter((row) => !drawn.has(row));
  const halves = new Map([
    ...drawn,
    ...(others.length > 0 ? await tx.run(halvesOf(orgId, others)) : []).map(
      ({ child_id, half }) => [child_id, half] as const,
    ),
  ]);
  return (row, values) => ({
    [WHOLE]: ring.forChild(halves.get(row) ?? '').encryptText(JSON.stringify(values), inLog(row)),
  });
}

/** Why somebody asked: theirs to write, and to be read by whoever reads the log, as long as the log is there. */
const REASON = 'reveal_reason';
const reasonAt = (row: string): FieldLocation => ({ table: 'audit_logs', row, field: REASON });

/** A reason as the log keeps it. @param row id of what the entry is about */
export const sealReason = async (
  keys: DataKeys,
  orgId: string,
  row: string,
  reason: string,
): Promise<Record<string, string>> => ({ [REASON]: await keys.encryptText(orgId, reason.trim(), reasonAt(row)) });

/** What the log keeps of a row, before or after: opened, or nothing where the child's key is gone. */
export type LogOpener = (
  schema: EntitySchema | undefined,
  row: string,
  values: Values | null,
) => Promise<Values | null>;

export async function logOpener(
  db: Pick<Database, 'read'>,
  keys: DataKeys,
  orgId: string,
  rows: readonly string[],
): Promise<LogOpener> {
  const [found] = await db.read({ orgId, userId: null }, [halvesOf(orgId, rows)]);
  const halves = new Map(found.map(({ child_id, half }) => [child_id, half]));
  return async (schema, row, values) => {
    if (!values || !schema) return values;
    const { [WHOLE]: whole } = values;
    if (isEncryptedText(whole)) {
      const half = halves.get(row);
      return half === undefined
        ? {}
        : (JSON.parse((await keys.ring(orgId)).forChild(half).decryptText(whole, inLog(row))) as Values);
    }
    const { [REASON]: reason } = values;
    if (isEncryptedText(reason)) return { ...values, [REASON]: await keys.decryptText(orgId, reason, reasonAt(row)) };
    const [opened] = await openRows(keys, orgId, schema, [{ ...values, ':row': row }], ':row');
    const { ':row': _, ...open } = opened ?? {};
    return open;
  };
}
