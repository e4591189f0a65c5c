import type { DataKeys } from '../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { lineCipherOf } from '../../../platform/imports/server/encrypted-lines.ts';
import { changeFormer, formerValues, type FormerValues } from '../../../platform/imports/server/queries/import-rows.ts';
import {
  changeExt,
  scanRows,
  SCAN_EXT,
  SCAN_ID,
  type ExtChange,
} from '../../../platform/resources/server/queries/rows/ext.ts';
import type { RowsOf, StoredRow } from '../../../platform/resources/server/queries/rows/read.ts';
import { SCAN_CHUNK } from '../../../platform/resources/server/recompute-rows.ts';
import { isDocument } from '../../../platform/schema/composed.ts';
import { convert, isRetyped, spellingOf, type Converted } from '../../../platform/schema/convert.ts';
import { isObject } from '../../../platform/schema/json.ts';
import type { EntitySchema, FieldSchema, FieldValue } from '../../../platform/schema/types.ts';

/**
 * A tenant field that changes its type, with the conversion of a row's value: undefined without a value, `converted`
 * absent when it cannot be converted.
 */
export interface Retyping {
  name: string;
  of(row: StoredRow): { stored: FieldValue; converted?: Converted } | undefined;
}

/** Converted values by field with their former spelling; null when there is none. */
const asStored = (made: readonly ({ name: string } & Converted)[]) =>
  Object.fromEntries(
    made.flatMap(({ name, value, spelt }) => [
      [name, value],
      [spellingOf(name), spelt ?? null],
    ]),
  );
const madeOf = (changing: readonly Retyping[], row: StoredRow) =>
  changing.flatMap(({ name, of }) => {
    const one = of(row);
    return one?.converted ? [{ name, stored: one.stored, ...one.converted }] : [];
  });

const isValue = (value: unknown): value is FieldValue =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  Array.isArray(value) ||
  isDocument(value);

/**
 * Tenant fields whose values change their meaning under a draft.
 *
 * @param former last declarations of fields that the published schema no longer has
 */
export function typeChangesOf(
  was: EntitySchema,
  is: EntitySchema,
  former: ReadonlyMap<string, FieldSchema>,
): Retyping[] {
  return Object.entries(is.properties).flatMap(([name, after]): Retyping[] => {
    const before = was.properties[name] ?? former.get(name);
    if (!before?.['x-tenant'] || !after['x-tenant'] || !isRetyped(before, after)) return [];
    return [
      {
        name,
        of(row) {
          const ext = row[SCAN_EXT];
          const stored = isObject(ext) ? ext[name] : undefined;
          if (!isObject(ext) || !isValue(stored)) return undefined;
          return { stored, converted: convert(before, after, stored, ext[spellingOf(name)]) };
        },
      },
    ];
  });
}

/** Converts the values of all rows; values that cannot be converted stay. */
export async function convertValues(tx: Tx, rows: RowsOf, changing: readonly Retyping[]): Promise<void> {
  for (let after = '', more = changing.length > 0; more;) {
    const found = await tx.run(scanRows(rows, [], after, SCAN_CHUNK));
    const changes = found.flatMap((row): ExtChange[] => {
      const made = madeOf(changing, row);
      return made.length === 0
        ? []
        : [
            {
              id: String(row[SCAN_ID]),
              was: Object.fromEntries(made.map(({ name, stored }) => [name, stored])),
              is: asStored(made),
            },
          ];
    });
    if (changes.length > 0) await tx.run(changeExt(rows.orgId, rows.schema, rows.table, changes));
    after = String(found.at(-1)?.[SCAN_ID] ?? '');
    more = found.length === SCAN_CHUNK;
  }
}

/** Converts the values that an undo of an import would restore. */
export async function convertFormer(
  tx: Tx,
  keys: DataKeys,
  { orgId, schema }: RowsOf,
  changing: readonly Retyping[],
): Promise<void> {
  const names = changing.map(({ name }) => name);
  let last: FormerValues | undefined;
  for (let more = changing.length > 0; more;) {
    const found: readonly FormerValues[] = await tx.run(formerValues(orgId, schema.$id, names, last, SCAN_CHUNK));
    const ring = await keys.within(tx).ring(orgId);
    const changes = found.flatMap((line) => {
      const cipher = lineCipherOf(ring, line.import_id, schema);
      const made = madeOf(changing, { [SCAN_EXT]: cipher.open(line).before });
      return made.length === 0 ? [] : [{ ...line, before: cipher.before(line.row_no, asStored(made)) }];
    });
    if (changes.length > 0) await tx.run(changeFormer(orgId, changes));
    last = found.at(-1);
    more = found.length === SCAN_CHUNK;
  }
}
