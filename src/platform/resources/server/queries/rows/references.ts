import { sql, type CompiledQuery, type RawBuilder, type SqlBool } from 'kysely';
import type { RowTable } from '../../../../access/server/queries/row-table.ts';
import { qb } from '../../../../db/server/query-builder.ts';
import type { Reference } from '../../../../schema/references.ts';
import type { EntitySchema } from '../../../../schema/types.ts';
import { coreValue, expressionOf, where } from './expressions.ts';
import { plan, slot } from './plan.ts';
import { readerOf, shownColumns, type RowsOf, type StoredRow } from './read.ts';
import { ofResource, targetOf } from './write.ts';

function parts({ schema, table, scope }: RowsOf) {
  const { id, label, table: name } = schema['x-resource'];
  const idValue = coreValue(id, table, scope);
  const labelField = schema.properties[label];
  return {
    id: idValue,
    label: labelField ? expressionOf(label, labelField, table, scope) : idValue,
    from: sql`${sql.table(name)} as t where ${where(schema, table, scope, [], [sql`${idValue} = any(${slot('ids')}::text[])`])}`,
  };
}

/** The labels of those of these rows that are in scope. */
export function labelsOf(of: RowsOf, ids: readonly string[]): CompiledQuery<{ id: string; label: string | null }> {
  const { id, label, from } = parts(of);
  return plan(sql<{ id: string; label: string | null }>`select ${id} as id, ${label} as label from ${from}`)({
    ...readerOf(of),
    ids,
  });
}

/** Those of these rows that are in scope, locked against deletion until the transaction ends. */
export function lockReferred(of: RowsOf, ids: readonly string[]): CompiledQuery<StoredRow> {
  const { id, from } = parts(of);
  return plan(sql<StoredRow>`select ${id} as id from ${from} order by ${id} for key share of t`)({
    ...readerOf(of),
    ids,
  });
}

/** Whether the own field of a row `t` refers to the row of the slot `id`. */
export function refersTo({ field, several }: Reference): RawBuilder<SqlBool> {
  const value = sql`(t.ext -> ${sql.lit(field)})`;
  return several
    ? sql<SqlBool>`jsonb_exists(${value}, ${slot('id')}::text)`
    : sql<SqlBool>`${value} = to_jsonb(${slot('id')}::text)`;
}

/** Rows in scope whose own field refers to a row, the latest first, each with the number of all as `:total`. */
export function referringRowsOf(of: RowsOf, reference: Reference, id: string, limit: number): CompiledQuery<StoredRow> {
  const { schema, table, scope } = of;
  const key = coreValue(schema['x-resource'].id, table, scope);
  return plan(sql<StoredRow>`select ${shownColumns(schema, table, scope)}, count(*) over () as ":total"
    from ${sql.table(schema['x-resource'].table)} as t where ${where(schema, table, scope, [], [refersTo(reference)])}
    order by ${key} desc limit ${slot('limit')}`)({ ...readerOf(of), id, limit });
}

/** The number of a tenant's rows of a resource whose own field has one of these ids. */
export function countReferring(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
  { field, several }: Reference,
  ids: readonly string[],
): CompiledQuery<{ n: number }> {
  const target = targetOf(schema['x-resource'], table);
  const refers = several
    ? sql`jsonb_exists_any(t.ext -> ${field}::text, ${ids}::text[])`
    : sql`t.ext ->> ${field}::text = any(${ids}::text[])`;
  return sql<{ n: number }>`select count(*)::int as n from ${sql.table(target.table)} as t
    where ${ofResource(target, orgId, 't')} and ${refers}`.compile(qb);
}
