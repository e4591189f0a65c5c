import { sql, type CompiledQuery, type DeleteResult, type UpdateResult } from 'kysely';
import type { RowTable } from '../../../../access/server/queries/row-table.ts';
import { rowsAsParameter, type Columns } from '../../../../db/server/insert-rows.ts';
import { qb } from '../../../../db/server/query-builder.ts';
import type { ResourceMeta } from '../../../../schema/resource-meta.ts';

/** The table of a resource, and which of its rows and columns are the resource's. */
export interface Target extends Pick<ResourceMeta, 'table' | 'id'>, Pick<RowTable, 'idColumn' | 'apart'> {}

export const targetOf = ({ table, id }: ResourceMeta, { idColumn, apart }: RowTable): Target => ({
  table,
  id,
  idColumn,
  apart,
});

export const idColumnOf = ({ id, idColumn }: Target) => idColumn ?? id;
/** The rows of a resource that are a tenant's. */
export const ofResource = ({ table, apart = {} }: Target, orgId: string, alias = table) =>
  sql.join(
    [
      sql`${sql.id(alias, 'org_id')} = ${orgId}`,
      ...Object.entries(apart).map(([name, value]) => sql`${sql.id(alias, name)} = ${value}`),
    ],
    sql` and `,
  );

/** A new row with its tenant, its id, and the columns that separate it from rows of other resources. */
export const newRow = (target: Target, orgId: string, id: string, columns: Columns): Columns => ({
  org_id: orgId,
  [idColumnOf(target)]: id,
  ...target.apart,
  ...columns,
});

/** Updates rows by their ids; all name the same columns. */
export function updateRows(
  target: Target,
  orgId: string,
  rows: readonly { id: string; columns: Columns }[],
): CompiledQuery<UpdateResult> {
  const id = idColumnOf(target);
  const names = Object.keys(rows[0]?.columns ?? {});
  return sql<UpdateResult>`update ${sql.table(target.table)} as t set ${sql.join(names.map((name) => sql`${sql.id(name)} = v.${sql.id(name)}`))}
    from ${rowsAsParameter(
      target.table,
      rows.map((row) => ({ [id]: row.id, ...row.columns })),
    )} as v where ${ofResource(target, orgId, 't')} and t.${sql.id(id)} = v.${sql.id(id)}`.compile(qb);
}

export const deleteRows = (target: Target, orgId: string, ids: readonly string[]): CompiledQuery<DeleteResult> =>
  sql<DeleteResult>`delete from ${sql.table(target.table)} where ${ofResource(target, orgId)} and ${sql.id(idColumnOf(target))} = any(${ids}::text[])`.compile(
    qb,
  );
