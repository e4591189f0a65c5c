import { sql, type CompiledQuery } from 'kysely';
import type { RowTable } from '../../../../access/server/queries/row-table.ts';
import { qb } from '../../../../db/server/query-builder.ts';
import type { EntitySchema } from '../../../../schema/types.ts';
import { coreValue, expressionOf, where } from './expressions.ts';
import { plan, slot } from './plan.ts';
import { readerOf, type RowsOf, type StoredRow } from './read.ts';
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

/** The number of a tenant's rows of a resource whose own field has one of these ids. */
export function countReferring(
  orgId: string,
  schema: EntitySchema,
  table: RowTable,
  field: string,
  ids: readonly string[],
): CompiledQuery<{ n: number }> {
  const target = targetOf(schema['x-resource'], table);
  return sql<{ n: number }>`select count(*)::int as n from ${sql.table(target.table)} as t
    where ${ofResource(target, orgId, 't')} and t.ext ->> ${field}::text = any(${ids}::text[])`.compile(qb);
}
