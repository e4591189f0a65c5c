import { sql, type RawBuilder } from 'kysely';
import type { RowTable } from '../../../../access/server/queries/row-table.ts';
import type { Scope } from '../../../../access/server/queries/scope.ts';
import { SHARED_TABLE } from '../../../../schema/own-resource.ts';
import type { Filter, SortKey } from '../../../../schema/query.ts';
import { isRange } from '../../../../schema/ranges.ts';
import { isSeveral, type EntitySchema, type FieldSchema } from '../../../../schema/types.ts';
import { keptFor, keptIds, rowIdOf, type KeptFilter } from './kept-values.ts';
import { slot } from './plan.ts';

type Sql = RawBuilder<unknown>;

/** Field of the index table that holds the initials of names, under the column that they are taken from. */
const INITIALS = 'name_pinyin';

/** A tenant's field from `ext`. A value that was stored when the field had another type counts as absent. */
function fromExt(name: string, { type }: FieldSchema): Sql {
  const text = sql`t.ext ->> ${sql.lit(name)}`;
  if (type === 'array') return sql`(t.ext -> ${sql.lit(name)})`;
  if (type === 'string') return sql`(${text})`;
  const stored = sql.lit(type === 'boolean' ? 'boolean' : 'number');
  return sql`(case when jsonb_typeof(t.ext -> ${sql.lit(name)}) = ${stored} then (${text})${sql.raw(type === 'boolean' ? '::boolean' : '::float8')} end)`;
}

/** The value of a core field as SQL. */
export function coreValue(name: string, { computed = {} }: RowTable, scope: Scope): Sql {
  const value = computed[name] ?? sql.ref(`t.${name}`);
  return typeof value === 'function' ? value(scope) : value;
}

/** The value of a field as SQL. */
export const expressionOf = (name: string, field: FieldSchema, table: RowTable, scope: Scope): Sql =>
  field['x-tenant'] ? fromExt(name, field) : coreValue(name, table, scope);

/** Type a filter's value is sent as: wide enough for every value that a query may name. */
export function castOf(field: FieldSchema): Sql {
  if (field.type === 'integer') return sql.raw(field['x-tenant'] ? 'float8' : 'int4');
  if (field.type === 'number') return sql.raw('float8');
  if (field.type === 'boolean') return sql.raw('boolean');
  // Days and instants of a tenant are stored as text in one format, whose order is that of time.
  if (field['x-tenant']) return sql.raw('text');
  return sql.raw(field.format === 'date' ? 'date' : field.format === 'date-time' ? 'timestamptz' : 'text');
}

/**
 * Rows whose text contains the first two characters of the search text, by the index table (`grams`); this leaves few
 * rows to read.
 */
function hasGram(name: string, { 'x-resource': { table, id } }: EntitySchema, wanted: Sql): Sql {
  return sql`${sql.ref(`t.${id}`)} in (select g.row_id from grams as g where g.org_id = ${slot('orgId')} and g.of_table = ${sql.lit(table)} and g.field = ${sql.lit(name)}
    and g.gram = left(lower(${wanted} collate "C"), 2))`;
}

/** Rows whose name has these initials in pinyin, or begins with them, or has these Latin letters in it. */
function isSpelled(name: string, { 'x-resource': { table, id } }: EntitySchema, has: Sql, wanted: Sql): Sql {
  const typed = sql`lower(${wanted} collate "C")`;
  const of = (field: string) =>
    sql`select g.row_id from grams as g where g.org_id = ${slot('orgId')} and g.of_table = ${sql.lit(table)} and g.field = ${sql.lit(field)}`;
  const initials = sql`${of(INITIALS)} and g.gram >= ${typed} and g.gram < ${typed} || '~'`;
  const row = sql.ref(`t.${id}`);
  return sql`${row} in (${of(name)} and g.gram = left(${typed}, 2) union all ${initials}) and (${has} or ${row} in (${initials}))`;
}

/** One character is no pair, and occurs in too many rows for an index to help. */
const isShort = (filter: Filter): boolean => filter.match === 'contains' && [...String(filter.value)].length < 2;

/** Letters that may be the initials of a name, which the index table has beside the pairs. */
const isInitials = (filter: Filter): boolean =>
  filter.match === 'contains' && !isShort(filter) && /^[a-z]+$/i.test(String(filter.value));

/** How a value is searched, where that changes the statement. */
function wayOf(filter: Filter): string {
  if (isShort(filter)) return '-short';
  return isInitials(filter) ? '-initials' : '';
}

/**
 * Slot of a filter's value: each field has one, or two for a range. A filter that changes the statement has a different
 * slot.
 */
export const slotOf = (filter: Filter): string => `${filter.match}${wayOf(filter)}:${filter.field}`;

/**
 * Not LIKE: no character of the search text has a special meaning. Under "C" only Latin letters have two cases, which
 * is enough and ten times as fast.
 */
export const contains = (value: Sql, wanted: Sql): Sql =>
  sql`strpos(lower(${value} collate "C"), lower(${wanted} collate "C")) > 0`;

/** Ranges that overlap the wanted one: each begins before its end, and ends after its start. */
const overlaps = (value: Sql, { match }: Filter, wanted: Sql): Sql =>
  match === 'from' ? sql`split_part(${value}, '/', 2) > ${wanted}` : sql`split_part(${value}, '/', 1) < ${wanted}`;

function condition(filter: Filter, schema: EntitySchema, table: RowTable, scope: Scope): Sql {
  const field = schema.properties[filter.field];
  if (!field) throw new TypeError(`no field ${filter.field}`);
  const value = expressionOf(filter.field, field, table, scope);
  const wanted = sql`${slot(slotOf(filter))}::${castOf(field)}`;
  const found = table.found?.[filter.field];
  if (found) return found(wanted, scope);
  const several = table.several?.[filter.field];
  if (several && filter.match === 'in') return sql`${several} && ${wanted}[]`;
  if (several && filter.match === 'equals') return sql`${wanted} = any(${several})`;
  if (isRange(field)) return overlaps(value, filter, wanted);
  switch (filter.match) {
    case 'contains': {
      const has = contains(value, wanted);
      if (field['x-filter']?.index !== 'grams' || isShort(filter)) return has;
      if (isInitials(filter)) return isSpelled(filter.field, schema, has, wanted);
      return sql`${hasGram(filter.field, schema, wanted)} and ${has}`;
    }
    case 'equals':
      return sql`${value} = ${wanted}`;
    case 'in':
      if (isSeveral(field)) return sql`jsonb_exists_any(${value}, ${wanted}[])`;
      return sql`${value} = any(${wanted}[])`;
    case 'from':
      return sql`${value} >= ${wanted}`;
    case 'to':
      return sql`${value} <= ${wanted}`;
  }
}

/** The filters that use kept values, as searches for ids, one for each field; and the others. */
function divided(filters: readonly Filter[], schema: EntitySchema, table: RowTable): { kept: Sql[]; others: Filter[] } {
  const kept = new Map<string, KeptFilter[]>();
  const others: Filter[] = [];
  for (const filter of filters) {
    const field = schema.properties[filter.field];
    const kind = keptFor(filter, schema, table);
    if (!kind || !field) others.push(filter);
    else {
      const one = { match: filter.match, kind, wanted: sql`${slot(slotOf(filter))}::${castOf(field)}` };
      kept.set(filter.field, [...(kept.get(filter.field) ?? []), one]);
    }
  }
  return { kept: [...kept].map(([name, of]) => keptIds(name, of)), others };
}

function conditions(filters: readonly Filter[], schema: EntitySchema, table: RowTable, scope: Scope): Sql[] {
  const { kept, others } = divided(filters, schema, table);
  return [
    ...others.map((filter) => condition(filter, schema, table, scope)),
    ...kept.map((ids) => sql`${rowIdOf(schema, table)} in (${ids})`),
  ];
}

/**
 * The ids of all rows that match, where kept values alone tell them: every row of the table that has them is one of the
 * resource, and in scope. Undefined elsewhere.
 */
export function idsByKept(
  schema: EntitySchema,
  table: RowTable,
  scope: Scope,
  filters: readonly Filter[],
): Sql | undefined {
  const { kept, others } = divided(filters, schema, table);
  const isShared = schema['x-resource'].table === SHARED_TABLE;
  const isWhole = scope.kind === 'all' && !table.readable && !table.owner && (isShared || !table.apart);
  if (kept.length === 0 || others.length > 0 || !isWhole || unasked(table, filters).length > 0) return undefined;
  const [first = sql``] = kept;
  if (kept.length > 1) return sql.join(kept, sql` intersect `);
  // A row with several of the wanted values is one row.
  const isOfSeveral = filters.some((filter) => keptFor(filter, schema, table) === 'list');
  return isOfSeveral ? sql`select distinct row_id from (${first}) as found` : first;
}

/** Where clause of every statement that reads rows: first the tenant, then the scope of the role, then the filters. */
export const where = (
  schema: EntitySchema,
  table: RowTable,
  scope: Scope,
  filters: readonly Filter[],
  more: readonly Sql[] = [],
): Sql =>
  sql.join(
    [
      sql`${table.owner ?? sql.ref('t.org_id')} = ${slot('orgId')}`,
      ...Object.entries(table.apart ?? {}).map(([column, value]) => sql`${sql.ref(`t.${column}`)} = ${sql.lit(value)}`),
      ...(scope.kind === 'all' ? [] : [table.within(scope, 't')]),
      ...(table.readable ? [table.readable] : []),
      ...conditions(filters, schema, table, scope),
      ...more,
    ],
    sql` and `,
  );

/** Default conditions of a list for fields without a filter. */
export const unasked = ({ unasked: rules = {} }: RowTable, filters: readonly Filter[]): Sql[] =>
  Object.entries(rules)
    .filter(([field]) => !filters.some((filter) => filter.field === field))
    .map(([, rule]) => rule);

/**
 * Rows that are equal in every key are ordered by their ids, so that no page repeats or misses one. Rows without a
 * value are last.
 */
export function orderBy(schema: EntitySchema, table: RowTable, scope: Scope, sort: readonly SortKey[]): Sql {
  const { id } = schema['x-resource'];
  const ordered = (value: Sql, descending: boolean): Sql => (descending ? sql`${value} desc nulls last` : value);
  const valueOf = (field: string): Sql => {
    const schemaOf = schema.properties[field];
    if (!schemaOf) throw new TypeError(`no field ${field}`);
    return table.sortKeys?.[field] ?? expressionOf(field, schemaOf, table, scope);
  };
  const keys = sort.map(({ field, descending }) => ordered(valueOf(field), descending));
  if (sort.some(({ field }) => field === id)) return sql.join(keys);
  return sql.join([...keys, ...(table.tie ? [ordered(table.tie, sort.at(-1)?.descending === true)] : []), valueOf(id)]);
}
