import { sql, type CompiledQuery, type RawBuilder, type SqlBool, type UpdateResult } from 'kysely';
import type { RowTable } from '../../../../access/server/queries/row-table.ts';
import { qb } from '../../../../db/server/query-builder.ts';
import { SPELT, spellingOf } from '../../../../schema/convert.ts';
import type { Reference } from '../../../../schema/references.ts';
import type { EntitySchema } from '../../../../schema/types.ts';
import { expressionOf, where } from './expressions.ts';
import { plan, slot } from './plan.ts';
import { readerOf, type RowsOf, type StoredRow } from './read.ts';
import { refersTo } from './references.ts';
import { idColumnOf, ofResource, targetOf } from './write.ts';

const ALL = { kind: 'all' } as const;

/** Names that a scanned row has beside its fields; no field is named so. */
export const SCAN_ID = ':id';
export const SCAN_EXT = ':ext';

function scan({ schema, table }: RowsOf, fields: readonly string[], more: readonly RawBuilder<SqlBool>[]) {
  const { id, table: name } = schema['x-resource'];
  const key = table.computed?.[id] ?? sql.ref(`t.${id}`);
  const columns = fields.flatMap((field) => {
    const of = schema.properties[field];
    return of && !of['x-tenant'] ? [sql`${expressionOf(field, of, table, ALL)} as ${sql.id(field)}`] : [];
  });
  return plan(sql<StoredRow>`select ${sql.join([sql`${key} as ${sql.id(SCAN_ID)}`, sql`t.ext as ${sql.id(SCAN_EXT)}`, ...columns])}
    from ${sql.table(name)} as t where ${where(schema, { ...table, readable: undefined }, ALL, [], [sql`${key} > ${slot('after')}`, ...more])} order by ${key} limit ${slot('limit')}`);
}

/** Rows of the tenant after the id `after`, in the order of their ids: columns of these fields, and all of `ext`. */
export const scanRows = (
  rows: RowsOf,
  fields: readonly string[],
  after: string,
  limit: number,
): CompiledQuery<StoredRow> => scan(rows, fields, [])({ ...readerOf(rows), after, limit });

/** The same of the rows whose own field refers to a row. */
export const scanReferring = (
  rows: RowsOf,
  fields: readonly string[],
  { reference, id }: { reference: Reference; id: string },
  after: string,
  limit: number,
): CompiledQuery<StoredRow> => scan(rows, fields, [refersTo(reference)])({ ...readerOf(rows), after, limit, id });

/** Every name stored in `ext` of a tenant's rows of a resource, with its number of rows. */
export function storedNames(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
): CompiledQuery<{ name: string; rows: number }> {
  const target = targetOf(schema['x-resource'], table);
  return sql<{
    name: string;
    rows: number;
  }>`select k as name, count(*)::int as rows from ${sql.table(target.table)}, jsonb_object_keys(ext) as k
    where ${ofResource(target, orgId)} and right(k, ${SPELT.length}) <> ${SPELT} group by k order by k`.compile(qb);
}

/** The tables that keep a tenant's own fields. */
export const tablesWithExt = () =>
  sql<{ name: string }>`select table_name::text as name from information_schema.columns
    where table_schema = 'public' and column_name = 'ext' and data_type = 'jsonb'`.compile(qb);

/** Every name stored in `ext` of a tenant's rows of a resource, by the JSON type of its values. */
export function storedKinds(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
): CompiledQuery<{ name: string; kind: string; rows: number }> {
  const target = targetOf(schema['x-resource'], table);
  return sql<{ name: string; kind: string; rows: number }>`
    select e.key as name, jsonb_typeof(e.value) as kind, count(*)::int as rows from ${sql.table(target.table)}, jsonb_each(ext) as e
    where ${ofResource(target, orgId)} and right(e.key, ${SPELT.length}) <> ${SPELT} group by 1, 2 order by 1, 2`.compile(
    qb,
  );
}

/** Removes a name from `ext` in all of a tenant's rows of a resource. */
export function purgeName(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
  name: string,
): CompiledQuery<{ one: number }> {
  const target = targetOf(schema['x-resource'], table);
  return sql<{
    one: number;
  }>`update ${sql.table(target.table)} set ext = ext - ${[name, spellingOf(name)]}::text[] where ${ofResource(target, orgId)} and jsonb_exists(ext, ${name}::text) returning 1 as one`.compile(
    qb,
  );
}

/** Gives a value to a name in `ext` in all of a tenant's rows of a resource that have none. */
export function fillName(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
  name: string,
  value: unknown,
): CompiledQuery<UpdateResult> {
  const target = targetOf(schema['x-resource'], table);
  return sql<UpdateResult>`update ${sql.table(target.table)} set ext = ext || ${JSON.stringify({ [name]: value })}::jsonb where ${ofResource(target, orgId)} and not jsonb_exists(ext, ${name}::text)`.compile(
    qb,
  );
}

/** The texts stored in a tenant's own field, the most frequent first. */
export function storedTexts(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
  name: string,
  limit: number,
): CompiledQuery<{ value: string; rows: number; total: number }> {
  const target = targetOf(schema['x-resource'], table);
  return sql<{
    value: string;
    rows: number;
    total: number;
  }>`select ext ->> ${name}::text as value, count(*)::int as rows, (count(*) over ())::int as total from ${sql.table(target.table)}
    where ${ofResource(target, orgId)} and jsonb_exists(ext, ${name}::text) group by 1 order by 2 desc, 1 limit ${limit}`.compile(
    qb,
  );
}

/** The old and the new value in `ext` of a row; null removes the name. */
export interface ExtChange {
  id: string;
  was: Readonly<Record<string, unknown>>;
  is: Readonly<Record<string, unknown>>;
}

/**
 * Changes values in `ext` of rows that still have the old values, exactly. `updated_at` does not change, because no
 * user changed the row.
 */
export function changeExt(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
  changes: readonly ExtChange[],
): CompiledQuery<{ one: number }> {
  const target = targetOf(schema['x-resource'], table);
  return sql<{ one: number }>`update ${sql.table(target.table)} as t set ext = jsonb_strip_nulls(t.ext || v."is")
    from json_to_recordset(${JSON.stringify(changes)}::json) as v(id text, was jsonb, "is" jsonb)
    where ${ofResource(target, orgId, 't')} and ${sql.ref(`t.${idColumnOf(target)}`)} = v.id
      and not exists (select from jsonb_each(v.was) as w where t.ext -> w.key is distinct from w.value) returning 1 as one`.compile(
    qb,
  );
}
