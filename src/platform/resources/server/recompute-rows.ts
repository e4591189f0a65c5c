import type { Tx } from '../../db/server/database.ts';
import { variablesOf } from '../../schema/expressions/check-expression.ts';
import { computedValues } from '../../schema/expressions/derive.ts';
import type { Moment, Values } from '../../schema/expressions/evaluate.ts';
import { isObject, sameValue } from '../../schema/json.ts';
import type { Reference } from '../../schema/references.ts';
import { baseOf, relatedIn } from '../../schema/relations.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { changeExt, scanReferring, scanRows, SCAN_EXT, SCAN_ID, type ExtChange } from './queries/rows/ext.ts';
import type { RowsOf, StoredRow } from './queries/rows/read.ts';
import { relatedValues } from './related.ts';

/** Rows per scan query: others wait while the rows of one are looked at. */
export const SCAN_CHUNK = 1000;

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
  const inputs = new Set(Object.values(is.properties).flatMap((field) => variablesOf(field['x-computed']).map(baseOf)));
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

/** The own fields that a computed field follows from, and itself. */
const inputsOf = ({ properties }: EntitySchema, name: string): string[] =>
  [name, ...variablesOf(properties[name]?.['x-computed']).map(baseOf)].filter((one) => properties[one]?.['x-tenant']);

/**
 * The computed values of a row that differ from the stored ones; null removes one. They are stored only while what they
 * follow from is the same: a person who changes it meanwhile has the new values.
 */
function changeOf(schema: EntitySchema, row: StoredRow, related: Values, moment: Moment): ExtChange[] {
  const values = scannedValues(row);
  const changed = Object.entries(computedValues(schema, values, moment, related)).filter(
    ([name, value]) => !sameValue(value, values[name]),
  );
  if (changed.length === 0) return [];
  const seen = new Set(changed.flatMap(([name]) => inputsOf(schema, name)));
  return [
    {
      id: String(row[SCAN_ID]),
      was: Object.fromEntries([...seen].flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))),
      is: Object.fromEntries(changed.map(([name, value]) => [name, value ?? null])),
    },
  ];
}

/** The rows of a scan after one; `last` is the id to go on from, empty where all are read. */
async function recomputeChunk(
  tx: Tx,
  rows: RowsOf,
  moment: Moment,
  after: string,
  referring?: { reference: Reference; id: string },
): Promise<string> {
  const { schema, orgId, table } = rows;
  const fields = computedFrom(schema);
  const scan = referring
    ? scanReferring(rows, fields, referring, after, SCAN_CHUNK)
    : scanRows(rows, fields, after, SCAN_CHUNK);
  const found = await tx.run(scan);
  const related = await relatedValues(tx, orgId, schema, found.map(scannedValues));
  const changes = found.flatMap((row, i) => changeOf(schema, row, related[i] ?? {}, moment));
  if (changes.length > 0) await tx.run(changeExt(orgId, schema, table, changes));
  return found.length === SCAN_CHUNK ? String(found.at(-1)?.[SCAN_ID] ?? '') : '';
}

/**
 * Computes the computed fields of all rows again. `updated_at` does not change, because no user changed the rows.
 *
 * @param rows With the schema by which the values are computed
 */
export async function recomputeRows(tx: Tx, rows: RowsOf, moment: Moment): Promise<void> {
  for (let after = await recomputeChunk(tx, rows, moment, ''); after !== '';)
    after = await recomputeChunk(tx, rows, moment, after);
}

/**
 * Computes the rows again that refer to rows of an entity, or to one of them, a chunk in each transaction.
 *
 * @param commit Runs a transaction
 */
export async function recomputeReferring(
  commit: (work: (tx: Tx) => Promise<string>) => Promise<string>,
  rows: RowsOf,
  entity: string,
  id: string | undefined,
  moment: Moment,
): Promise<void> {
  const references = new Map(
    relatedIn(rows.schema).flatMap((one) => (one.entity === entity ? [[one.field, one] as const] : [])),
  );
  const scans = id === undefined ? [undefined] : [...references.values()].map((reference) => ({ reference, id }));
  for (const referring of scans) {
    const go = (after: string) => commit((tx) => recomputeChunk(tx, rows, moment, after, referring));
    for (let after = await go(''); after !== '';) after = await go(after);
  }
}
