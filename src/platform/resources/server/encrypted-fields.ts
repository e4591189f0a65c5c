import { randomUUID } from 'node:crypto';
import { isEncryptedText, type DataKeys, type KeyRing, type FieldLocation } from '../../crypto/server/data-keys.ts';
import type { Database, Tx } from '../../db/server/database.ts';
import type { Columns } from '../../db/server/insert-rows.ts';
import { isObject } from '../../schema/json.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { halvesOf } from './queries/child-records.ts';
import type { StoredRow } from './queries/rows/read.ts';

/** The location that fields of a row are encrypted for. */
const placeOf =
  ({ 'x-resource': { table } }: EntitySchema, row: string) =>
  (field: string): FieldLocation => ({ table, row, field });

const known = new WeakMap<EntitySchema, readonly string[]>();
/** Names of the fields that are encrypted in the database (`x-sealed`). */
export function encryptedFields(schema: EntitySchema): readonly string[] {
  const names =
    known.get(schema) ??
    Object.entries(schema.properties).flatMap(([name, field]) => (field['x-sealed'] ? [name] : []));
  known.set(schema, names);
  return names;
}

type Values = Readonly<Record<string, unknown>>;

/** Whether a stored row has an encrypted value in any of these fields. */
const hasEncrypted = (values: Values, fields: Iterable<string>): boolean => {
  for (const name of fields) if (isEncryptedText(values[name])) return true;
  return false;
};

/** Decrypts the values of these fields; returns all others unchanged. */
function decryptIn(
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
 * Decrypts the fields of stored rows by their schema. A value that is not encrypted yet, or belongs to no field, is
 * returned unchanged. The tenant's keys are loaded only if there is something to decrypt.
 *
 * @param idField Name of the id in the rows
 * @throws DecryptionFailed, AppError PSY_SERVICE_EXPIRED
 */
export async function decryptRows(
  keys: DataKeys,
  orgId: string,
  schema: EntitySchema,
  rows: readonly StoredRow[],
  idField = schema['x-resource'].id,
  extField = 'ext',
): Promise<readonly StoredRow[]> {
  const fields = Object.keys(schema.properties);
  const encrypted = (row: StoredRow) => {
    const ext = row[extField];
    return hasEncrypted(row, fields) || (isObject(ext) && hasEncrypted(ext, fields));
  };
  if (encryptedFields(schema).length === 0 || !rows.some(encrypted)) return rows;
  const ring = await keys.ring(orgId);
  return rows.map((row) => {
    if (!encrypted(row)) return row;
    const at = placeOf(schema, String(row[idField]));
    const { [extField]: ext } = row;
    return {
      ...decryptIn(row, fields, ring, at),
      ...(isObject(ext) && { [extField]: decryptIn(ext, fields, ring, at) }),
    };
  });
}

/** Encrypts the encrypted fields of one row; only texts, other values are returned unchanged. */
export type RowEncrypter = (row: string, values: Values) => Record<string, unknown>;

/** Creates the encrypter for a schema. The tenant's keys are not loaded where the schema has no encrypted field. */
export async function encrypterOf(keys: DataKeys, orgId: string, schema: EntitySchema): Promise<RowEncrypter> {
  const fields = encryptedFields(schema);
  if (fields.length === 0) return (_, values) => ({ ...values });
  const ring = await keys.ring(orgId);
  return (row, values) => {
    const at = placeOf(schema, row);
    const encrypted: Record<string, unknown> = { ...values };
    for (const name of fields) {
      const value = values[name];
      if (typeof value === 'string' && !isEncryptedText(value)) encrypted[name] = ring.encryptText(value, at(name));
    }
    return encrypted;
  };
}

/** Columns of a row with their values encrypted, also inside `ext`. */
export const encryptColumns = (encrypt: RowEncrypter, row: string, columns: Columns): Columns => {
  const { ext } = columns;
  return { ...encrypt(row, columns), ...(isObject(ext) && { ext: encrypt(row, ext) }) };
};

/** The log keeps all values of a child as one text under this name, encrypted with the child's own key. */
const WHOLE = ':sealed';
const CHILD_ID = 'child_id';
const inLog = (row: string): FieldLocation => ({ table: 'audit_logs', row, field: WHOLE });

/** The random halves of children's keys, by the ids of the children. */
export type KeyHalves = ReadonlyMap<string, string>;

/**
 * Creates key halves for new rows, if they are children. They are inserted before the rows: the log entries of many
 * rows are encrypted while the database writes them.
 */
export const createKeyHalves = (schema: EntitySchema, rows: readonly string[]): KeyHalves =>
  new Map(schema['x-resource'].id === CHILD_ID ? rows.map((row) => [row, `${randomUUID()}${randomUUID()}`]) : []);

/**
 * Encrypts what the log keeps of rows: of children all of it, under the child's own key, of others the encrypted fields
 * of the schema. Call it after the rows are inserted.
 *
 * @param drawn KeyHalves that are already known
 */
export async function logEncrypter(
  tx: Tx,
  keys: DataKeys,
  orgId: string,
  schema: EntitySchema,
  rows: readonly string[],
  drawn: KeyHalves = new Map(),
): Promise<RowEncrypter> {
  const within = keys.within(tx);
  if (schema['x-resource'].id !== CHILD_ID) return encrypterOf(within, orgId, schema);
  const ring = await within.ring(orgId);
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

/** Field name of the reason for a reveal: free text, readable by readers of the log as long as the log exists. */
const REASON = 'reveal_reason';
const reasonAt = (row: string): FieldLocation => ({ table: 'audit_logs', row, field: REASON });

/** Encrypts a reason for the log. @param row id of the row that the entry is about */
export const encryptReason = async (
  keys: DataKeys,
  orgId: string,
  row: string,
  reason: string,
): Promise<Record<string, string>> => ({ [REASON]: await keys.encryptText(orgId, reason.trim(), reasonAt(row)) });

/** A row before or after a change from the log: decrypted, or undefined where the child's key is gone. */
export type LogDecrypter = (
  schema: EntitySchema | undefined,
  row: string,
  values: Values | null,
) => Promise<Values | null>;

export async function logDecrypter(
  db: Pick<Database, 'read'>,
  keys: DataKeys,
  orgId: string,
  rows: readonly string[],
): Promise<LogDecrypter> {
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
    const [opened] = await decryptRows(keys, orgId, schema, [{ ...values, ':row': row }], ':row');
    const { ':row': _, ...open } = opened ?? {};
    return open;
  };
}
