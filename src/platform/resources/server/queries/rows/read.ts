import { sql, type CompiledQuery, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RowTable } from '../../../../access/server/queries/row-table.ts';
import type { Scope } from '../../../../access/server/queries/scope.ts';
import { PAGE_SIZES } from '../../../../contract/common.ts';
import { withOnePlan } from '../../../../db/server/one-plan.ts';
import { filterFields } from '../../../../schema/filters.ts';
import type { Filter, ListQuery, SortKey } from '../../../../schema/query.ts';
import { fieldsOf, keyOf, type EntitySchema, type Scalar } from '../../../../schema/types.ts';
import { castOf, coreValue, expressionOf, idsByKept, orderBy, slotOf, unasked, where } from './expressions.ts';
import { entriesOf, keptFor, keptNumbers, keptOrder, rowIdOf } from './kept-values.ts';
import { plan, slot, type Plan, type Values } from './plan.ts';

/** A row as the database returns it: columns by field name, and the tenant's own fields inside `ext`. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** The tenant, the reader, the day and the schema of a read; `version` is that of the schema. */
export interface RowsOf extends Reader {
  schema: EntitySchema;
  version: string;
  table: RowTable;
  scope: Scope;
}

/** The values that expressions of a table may use (`RowTable`). `today` is the day in the schools' time zone. */
export interface Reader {
  orgId: string;
  userId: string;
  roleGroup: string;
  today: string;
  /** The current time, ISO 8601. */
  now: string;
  /** The areas of the entity's fields (`x-area`) that the reader has open. */
  opens: readonly string[];
}
export const readerOf = ({ orgId, userId, roleGroup, today, now, opens }: Reader): Reader => ({
  orgId,
  userId,
  roleGroup,
  today,
  now,
  opens,
});

/** Plans differ by schema, scope, filters and sort, not by the values filtered by. */
const plans = new LRUCache<string, Plan<StoredRow>>({ max: 2000 });

function cached(key: string, make: () => Plan<StoredRow>): Plan<StoredRow> {
  const known = plans.get(key);
  if (known) return known;
  const made = make();
  plans.set(key, made);
  return made;
}

/** Fields in use, as the wire shows them; `ext` as a whole, because its fields are picked later. */
export function shownColumns(schema: EntitySchema, table: RowTable, scope: Scope) {
  const fields = fieldsOf(schema);
  const columns = fields
    .filter(([, field]) => !field['x-tenant'])
    .map(([name, field]) => sql`${expressionOf(name, field, table, scope)} as ${sql.id(name)}`);
  return sql.join(fields.some(([, field]) => field['x-tenant']) ? [...columns, sql`t.ext`] : columns);
}

/**
 * Columns of the table that the schema names, hidden ones too, the computed fields that a write changes, the id and
 * `ext`.
 */
export function keptColumns(schema: EntitySchema, table: RowTable, scope: Scope) {
  const { id } = schema['x-resource'];
  const columns = Object.entries(schema.properties)
    .filter(([name, field]) => name !== id && !field['x-tenant'])
    .flatMap(([name]) => {
      if (!table.computed?.[name]) return [sql.ref(`t.${name}`)];
      return table.compared?.includes(name) ? [sql`${coreValue(name, table, scope)} as ${sql.id(name)}`] : [];
    });
  return sql.join([sql`${idOf(schema, table, scope)} as ${sql.id(id)}`, ...columns, sql`t.ext`]);
}

const tableOf = (schema: EntitySchema) => sql`${sql.table(schema['x-resource'].table)} as t`;
const idOf = ({ 'x-resource': { id } }: EntitySchema, table: RowTable, scope: Scope) => coreValue(id, table, scope);

const planKey = (scope: Scope) => (scope.kind === 'all' ? '' : JSON.stringify(scope));

type Condition = Pick<ListQuery, 'filters'>;

/** What of a query changes the text of its statement. */
function shapeOf({ schema, table }: RowsOf, { filters = [], sort = [] }: Partial<ListQuery>): string {
  const found = filters.map((filter) => slotOf(filter) + (keptFor(filter, schema, table) ? '+' : ''));
  const sorted = sort.map(({ field, descending }) => (descending ? '-' : '') + field);
  return `${found.join()} ${sorted.join()}${keptOrder(schema, table, sort) ? '+' : ''}`;
}

function valuesOf(of: RowsOf, { filters, sort = [] }: Condition & Partial<ListQuery>, more: Values = {}): Values {
  const names = [...filters, ...sort].map(({ field }) => field);
  const values: Record<string, unknown> = { ...readerOf(of), ...keptNumbers(of.schema, of.table, names), ...more };
  for (const filter of filters) values[slotOf(filter)] = filter.match === 'in' ? filter.values : filter.value;
  return values;
}

/**
 * The end of a page's statement. The first page of a size that lists offer names its number of rows: with a parameter
 * PostgreSQL expects a tenth of all rows, and plans the statement again at each execution.
 */
const pageEnd = ({ page, size }: ListQuery): { text: () => RawBuilder<unknown>; key: string } =>
  page === 1 && PAGE_SIZES.includes(size)
    ? { text: () => sql`limit ${sql.lit(size)}`, key: String(size) }
    : { text: () => sql`limit ${slot('limit')} offset ${slot('offset')}`, key: '' };

const defaults = new WeakMap<EntitySchema, ReadonlyMap<string, Scalar | undefined>>();

/** Whether the list is as it opens: no filter has another value than its default. */
function isUnfiltered(schema: EntitySchema, filters: readonly Filter[]): boolean {
  let known = defaults.get(schema);
  if (!known) {
    known = new Map(filterFields(schema).map((filter) => [filter.field, filter.default]));
    defaults.set(schema, known);
  }
  const valueOf = (filter: Filter) => (filter.match === 'in' ? filter.values.join() : filter.value);
  return filters.every((filter) => valueOf(filter) === known.get(filter.field));
}

/** The rows of a page and their order, where the rows are sorted. */
function sortedPage({ schema, table, scope }: RowsOf, { filters, sort }: ListQuery, end: RawBuilder<unknown>) {
  return sql`select t.* from ${tableOf(schema)} where ${where(schema, table, scope, filters, unasked(table, filters))}
    order by ${orderBy(schema, table, scope, sort)} ${end}`;
}

/**
 * The same by the kept values of the field, which are in its order: those of the page, and after them the rows without
 * a value. Each part has as many rows as reach to the end of the page.
 */
function keptPage(
  { schema, table, scope }: RowsOf,
  { page, size, filters }: ListQuery,
  end: RawBuilder<unknown>,
  { field, descending }: SortKey,
) {
  const id = rowIdOf(schema, table);
  const until = page === 1 && PAGE_SIZES.includes(size) ? sql`limit ${sql.lit(size)}` : sql`limit ${slot('until')}`;
  const direction = descending ? sql`desc` : sql`asc`;
  const part = (no: number, has: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql`(select ${sql.lit(no)} as part, v.value, v.row_id from row_values as v join ${tableOf(schema)} on t.org_id = v.org_id and ${id} = v.row_id
      where ${entriesOf(field)} and ${has} and ${where(schema, table, scope, filters, unasked(table, filters))} order by ${order} ${until})`;
  const parts = sql`${part(0, sql`v.value is not null`, sql`v.value ${direction}, v.row_id`)}
    union all ${part(1, sql`v.value is null`, sql`v.row_id`)}`;
  return sql`select t.* from (select row_id from (${parts}) as p order by part, value ${direction}, row_id ${end}) as p
    join ${tableOf(schema)} on ${id} = p.row_id where ${where(schema, { ...table, readable: undefined }, { kind: 'all' }, [])}`;
}

/**
 * A page of rows. Finds the ids first and computes the other fields only for these rows, not for all rows before the
 * page.
 */
export function pageOf(of: RowsOf, query: ListQuery): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const end = pageEnd(query);
  const byOrder = keptOrder(schema, table, query.sort) === undefined;
  const onePlan = end.key !== '' && byOrder && scope.kind === 'all' && isUnfiltered(schema, query.filters);
  const page = cached(`page ${end.key} ${version} ${planKey(scope)} ${shapeOf(of, query)}`, () => {
    const byKept = keptOrder(schema, table, query.sort);
    const rows = byKept ? keptPage(of, query, end.text(), byKept) : sortedPage(of, query, end.text());
    return plan(sql<StoredRow>`
    select ${shownColumns(schema, table, scope)} from (${rows}) as t order by ${orderBy(schema, table, scope, query.sort)}`);
  });
  const offset = (query.page - 1) * query.size;
  const values = valuesOf(of, query, { limit: query.size, offset, until: offset + query.size });
  return onePlan ? withOnePlan(page(values)) : page(values);
}

/**
 * How many rows match, on all pages.
 *
 * @param most Counts no further than this number
 */
export function countOf(of: RowsOf, query: Condition, most?: number): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const until = most === undefined ? '' : ` to ${most}`;
  const count = cached(`count${until} ${version} ${planKey(scope)} ${shapeOf(of, { filters: query.filters })}`, () => {
    const ids = idsByKept(schema, table, scope, query.filters);
    const rows = ids
      ? sql`(${ids}) as found`
      : sql`${tableOf(schema)} where ${where(schema, table, scope, query.filters, unasked(table, query.filters))}`;
    return plan(
      most === undefined
        ? sql<StoredRow>`select count(*) as total from ${rows}`
        : sql<StoredRow>`select count(*) as total from (select from ${rows} limit ${sql.lit(most)}) as first`,
    );
  });
  return count(valuesOf(of, query));
}

/** Values that a chart compares at most. */
const GROUPS_MAX = 30;

/** How many matching rows have each value of a field (`value`, `n`), most first. */
export function groupsOf(of: RowsOf, query: Condition, by: string): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const field = schema.properties[by];
  if (!field) throw new TypeError(`no field ${by}`);
  const groups = cached(`groups ${by} ${version} ${planKey(scope)} ${shapeOf(of, { filters: query.filters })}`, () =>
    plan(sql<StoredRow>`
    select value, count(*) as n from (select ${expressionOf(by, field, table, scope)} as value from ${tableOf(schema)} where ${where(schema, table, scope, query.filters, unasked(table, query.filters))}) as v
    group by value order by n desc, value limit ${sql.lit(GROUPS_MAX)}`),
  );
  return groups(valuesOf(of, query));
}

/** The ids of up to `limit` rows in the requested order; limited to `ids`, if given. */
export function idsFor(
  of: RowsOf,
  query: Pick<ListQuery, 'filters' | 'sort'>,
  limit: number,
  ids?: readonly string[],
): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const id = idOf(schema, table, scope);
  const chosen = ids ? [sql`${id} = any(${slot('ids')}::text[])`] : unasked(table, query.filters);
  const rows = cached(`ids ${version} ${planKey(scope)} ${ids ? 'ids' : ''} ${shapeOf(of, query)}`, () =>
    plan(sql<StoredRow>`
    select ${id} as id from ${tableOf(schema)} where ${where(schema, table, scope, query.filters, chosen)}
    order by ${orderBy(schema, table, scope, query.sort)} limit ${slot('limit')}`),
  );
  return rows(valuesOf(of, query, { limit, ids }));
}

/** The rows of some ids as the wire shows them, in no order. */
export function rowsOfIds(of: RowsOf, ids: readonly string[]): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const rows = cached(`rows ${version} ${planKey(scope)}`, () =>
    plan(sql<StoredRow>`
    select ${shownColumns(schema, table, scope)} from ${tableOf(schema)} where ${where(schema, table, scope, [], [sql`${idOf(schema, table, scope)} = any(${slot('ids')}::text[])`])}`),
  );
  return rows(valuesOf(of, { filters: [] }, { ids }));
}

/**
 * The rows of some ids as they are stored, locked until the transaction ends, always in one order so that two callers
 * do not wait for each other.
 */
export function lockRows(of: RowsOf, ids: readonly string[]): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const lock = cached(`lock ${version} ${planKey(scope)}`, () =>
    plan(sql<StoredRow>`
    select ${keptColumns(schema, table, scope)} from ${tableOf(schema)} where ${where(schema, table, scope, [], [sql`${idOf(schema, table, scope)} = any(${slot('ids')}::text[])`])}
    order by ${idOf(schema, table, scope)} for update of t`),
  );
  return lock(valuesOf(of, { filters: [] }, { ids }));
}

/** Those of these ids that are in the role's scope. */
export function idsWithin(of: RowsOf, ids: readonly string[]): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const id = idOf(schema, table, scope);
  const within = cached(`within ${version} ${planKey(scope)}`, () =>
    plan(sql<StoredRow>`
    select ${id} as id from ${tableOf(schema)} where ${where(schema, table, scope, [], [sql`${id} = any(${slot('ids')}::text[])`])}`),
  );
  return within(valuesOf(of, { filters: [] }, { ids }));
}

/**
 * The rows that have these values in their key fields, as they are stored. Where all lack a field, the default
 * condition of the list for this field applies.
 */
export function rowsOfKeys(
  of: RowsOf,
  keys: readonly Readonly<Record<string, unknown>>[],
  names: readonly string[] = keyOf(of.schema),
): CompiledQuery<StoredRow> {
  const { schema, table, scope, version } = of;
  const given = names.filter((name) => keys[0]?.[name] !== undefined);
  const rest = names.flatMap((name) =>
    given.includes(name) ? [] : [table.unasked?.[name] ?? sql`${sql.ref(`t.${name}`)} is null`],
  );
  const rows = cached(`keys ${version} ${planKey(scope)} ${given.join()}`, () => {
    const fields = given.flatMap((name) => {
      const field = schema.properties[name];
      return field ? [{ name, field }] : [];
    });
    const values = sql.join(fields.map(({ name, field }) => sql`${slot(`key:${name}`)}::${castOf(field)}[]`));
    const { join, fields: more = {} } = table.inSheet ?? {};
    const found = sql`(${sql.join(fields.map(({ name, field }) => more[name] ?? expressionOf(name, field, table, scope)))}) in (select * from unnest(${values}))`;
    const columns = [
      keptColumns(schema, table, scope),
      ...Object.entries(more).map(([name, value]) => sql`${value} as ${sql.id(name)}`),
    ];
    return plan(
      sql<StoredRow>`select ${sql.join(columns)} from ${tableOf(schema)} ${join ? join(scope) : sql``} where ${where(schema, table, scope, [], [found, ...rest])}`,
    );
  });
  return rows(
    valuesOf(
      of,
      { filters: [] },
      Object.fromEntries(given.map((name) => [`key:${name}`, keys.map((key) => key[name])])),
    ),
  );
}
