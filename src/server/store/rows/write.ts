import { sql, type CompiledQuery, type DeleteResult, type InsertResult, type UpdateResult } from 'kysely';
import type { ResourceMeta } from '../../../shared/schema/types.ts';
import { qb } from '../db/query-builder.ts';

/** Columns of a row by name; `ext` holds the tenant's own fields. */
export type Columns = Readonly<Record<string, unknown>>;

type Target = Pick<ResourceMeta, 'table' | 'id'>;

/** Inserts rows that all have the same columns. */
export function insertRows({ table }: Target, rows: readonly Columns[]): CompiledQuery<InsertResult> {
  const names = Object.keys(rows[0] ?? {});
  return sql<InsertResult>`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.id(name)))})
    values ${sql.join(rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`))}`.compile(qb);
}

export const updateRow = ({ table, id }: Target, orgId: string, rowId: string, columns: Columns): CompiledQuery<UpdateResult> =>
  sql<UpdateResult>`update ${sql.table(table)} set ${sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.id(name)} = ${value}`))}
    where org_id = ${orgId} and ${sql.id(id)} = ${rowId}`.compile(qb);

export const deleteRows = ({ table, id }: Target, orgId: string, ids: readonly string[]): CompiledQuery<DeleteResult> =>
  sql<DeleteResult>`delete from ${sql.table(table)} where org_id = ${orgId} and ${sql.id(id)} = any(${ids}::text[])`.compile(qb);
