import type { Tx } from '../../../platform/db/server/database.ts';
import {
  changeExt,
  scanRows,
  SCAN_EXT,
  SCAN_ID,
  type ExtChange,
} from '../../../platform/resources/server/queries/rows/ext.ts';
import type { RowsOf, StoredRow } from '../../../platform/resources/server/queries/rows/read.ts';
import { variablesOf } from '../../../platform/schema/expressions/check-expression.ts';
import { computedValues } from '../../../platform/schema/expressions/derive.ts';
import type { Moment, Values } from '../../../platform/schema/expressions/evaluate.ts';
import { isObject, sameValue } from '../../../platform/schema/json.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { SCAN_CHUNK } from './convert-values.ts';

/** The core fields that computed fields use: they are columns, and are read beside `ext`. */
export const computedFrom = ({ properties }: EntitySchema): string[] => [
  ...new Set(
    Object.values(properties)
      .flatMap((field) => variablesOf(field['x-computed']))
      .filter((name) => properties[name] && !properties[name]['x-tenant']),
  ),
];

/** Keywords on which no computed value depends. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'title',
  'x-list',
  'x-form',
  'x-sheet',
  'x-filter',
  'x-seen-by',
  'x-written-by',
]);

/** Whether the computed fields of a draft may have other values than those that are stored. */
export function isRecomputed(was: EntitySchema, is: EntitySchema): boolean {
  const inputs = new Set(Object.values(is.properties).flatMap((field) => variablesOf(field['x-computed'])));
  const of = ({ properties }: EntitySchema) =>
    Object.entries(properties)
      .filter(([name, field]) => field['x-computed'] !== undefined || inputs.has(name))
      .map(([name, field]) => [name, Object.entries(field).filter(([key]) => !WITHOUT_EFFECT.has(key))]);
  const isComputed = Object.values(is.properties).some((field) => field['x-computed'] !== undefined);
  return isComputed && !sameValue(of(was), of(is));
}

/** A scanned row as one object: columns and the values of `ext`. */
export function scannedValues(row: StoredRow): Values {
  const { [SCAN_EXT]: ext, ...columns } = row;
  const given = Object.entries({ ...(isObject(ext) ? ext : {}), ...columns });
  return Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined));
}

/** The computed values of a row that differ from the stored ones; null removes one. */
function changeOf(schema: EntitySchema, row: StoredRow, moment: Moment): ExtChange[] {
  const values = scannedValues(row);
  const changed = Object.entries(computedValues(schema, values, moment)).filter(
    ([name, value]) => !sameValue(value, values[name]),
  );
  if (changed.length === 0) return [];
  const was = changed.flatMap(([name]) => (values[name] === undefined ? [] : [[name, values[name]] as const]));
  return [
    {
      id: String(row[SCAN_ID]),
      was: Object.fromEntries(was),
      is: Object.fromEntries(changed.map(([name, value]) => [name, value ?? null])),
    },
  ];
}

/**
 * Computes the computed fields of all rows again. `updated_at` does not change, because no user changed the rows.
 *
 * @param rows With the schema by which the values are computed
 */
export async function recomputeRows(tx: Tx, rows: RowsOf, moment: Moment): Promise<void> {
  const fields = computedFrom(rows.schema);
  for (let after = '', more = true; more;) {
    const found = await tx.run(scanRows(rows, fields, after, SCAN_CHUNK));
    const changes = found.flatMap((row) => changeOf(rows.schema, row, moment));
    if (changes.length > 0) await tx.run(changeExt(rows.orgId, rows.schema, rows.table, changes));
    after = String(found.at(-1)?.[SCAN_ID] ?? '');
    more = found.length === SCAN_CHUNK;
  }
}
