import { sql, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../../access/server/queries/row-table.ts';
import { isOrderKept, keptKey, keptKind, type KeptKind } from '../../../../schema/kept-fields.ts';
import type { Filter, SortKey } from '../../../../schema/query.ts';
import type { EntitySchema } from '../../../../schema/types.ts';
import { slot, type Values } from './plan.ts';

type Sql = RawBuilder<unknown>;

function keptIn({ properties }: EntitySchema, { kept }: RowTable, name: string) {
  const field = properties[name];
  const kind = field && keptKind(field);
  const no = kind && kept?.get(keptKey({ name, kind }));
  return field && kind && no !== undefined ? { field, kind, no } : undefined;
}

/** How the values are kept that a filter can use; undefined where it reads the rows. */
export const keptFor = (filter: Filter, schema: EntitySchema, table: RowTable): KeptKind | undefined =>
  filter.match === 'contains' ? undefined : keptIn(schema, table, filter.field)?.kind;

/** The field whose kept values are in the order of the list; undefined where the rows are sorted. */
export function keptOrder(schema: EntitySchema, table: RowTable, sort: readonly SortKey[]): SortKey | undefined {
  const [key, ...more] = sort;
  if (!key || more.length > 0 || table.tie || table.sortKeys?.[key.field]) return undefined;
  const kept = keptIn(schema, table, key.field);
  return kept && isOrderKept(kept.field) ? key : undefined;
}

const slotOfNo = (name: string): string => `kept:${name}`;

/** Values of the slots that `entriesOf` has. */
export const keptNumbers = (schema: EntitySchema, table: RowTable, names: readonly string[]): Values =>
  Object.fromEntries(
    names.flatMap((name) => {
      const kept = keptIn(schema, table, name);
      return kept ? [[slotOfNo(name), kept.no]] : [];
    }),
  );

/** The id of a row as a column, which the kept values name. */
export const rowIdOf = ({ 'x-resource': { id } }: EntitySchema, { idColumn }: RowTable): Sql =>
  sql.ref(`t.${idColumn ?? id}`);

/** The kept entries `v` of a field. */
export const entriesOf = (name: string): Sql =>
  sql`v.org_id = ${slot('orgId')} and v.field_no = ${slot(slotOfNo(name))}::bigint`;

/** A value that is searched for, as it is kept. */
const KEYS: Readonly<Record<KeptKind, (wanted: Sql) => Sql>> = {
  text: (wanted) => wanted,
  list: (wanted) => wanted,
  number: (wanted) => sql`number_key(${wanted})`,
  boolean: (wanted) => sql`(${wanted})::text`,
};

function test(match: Filter['match'], kind: KeptKind, wanted: Sql): Sql {
  const key = KEYS[kind];
  if (match === 'from') return sql`v.value >= ${key(wanted)}`;
  if (match === 'to') return sql`v.value <= ${key(wanted)}`;
  if (match === 'equals') return sql`v.value = ${key(wanted)}`;
  const isText = kind === 'text' || kind === 'list';
  return isText
    ? sql`v.value = any(${wanted}[])`
    : sql`v.value = any(array(select ${key(sql`w`)} from unnest(${wanted}[]) as w))`;
}

/** A filter that can use kept values. */
export interface KeptFilter {
  match: Filter['match'];
  kind: KeptKind;
  wanted: Sql;
}

/** The ids of the rows with these values in one field. Both ends of a range are one search. */
export const keptIds = (name: string, filters: readonly KeptFilter[]): Sql => {
  const tests = filters.map(({ match, kind, wanted }) => test(match, kind, wanted));
  return sql`select v.row_id from row_values as v where ${entriesOf(name)} and ${sql.join(tests, sql` and `)}`;
};
