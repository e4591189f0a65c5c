import { sql, type CompiledQuery, type DeleteResult, type InsertResult, type UpdateResult } from 'kysely';
import type { ResourceMeta } from '../../../shared/schema/types.ts';
import { qb } from '../db/query-builder.ts';
import type { RowTable } from './table.ts';

/** Columns of a row by name; `ext` holds the tenant's own fields. */
export type Columns = Readonly<Record<string, unknown>>;

/** The table of a resource, and which of its rows and columns are the resource's. */
export interface Target extends Pick<ResourceMeta, 'table' | 'id'>, Pick<RowTable, 'idColumn' | 'apart'> {}

export const targetOf = ({ table, id }: ResourceMeta, { idColumn, apart }: RowTable): Target => ({ table, id, idColumn, apart });

const idColumnOf = ({ id, idColumn }: Target) => idColumn ?? id;
const ofResource = ({ apart = {} }: Target, orgId: string) =>
  sql.join([sql`org_id = ${orgId}`, ...Object.entries(apart).map(([name, value]) => sql`${sql.id(name)} = ${value}`)], sql` and `);

/** A new row with its tenant, its id, and what tells it from the rows of other resources. */
export const newRow = (target: Target, orgId: string, id: string, columns: Columns): Columns => ({ org_id: orgId, [idColumnOf(target)]: id, ...target.apart, ...columns });

/** Inserts rows that all have the same columns. */
export function insertRows({ table }: Pick<Target, 'table'>, rows: readonly Columns[]): CompiledQuery<InsertResult> {
  const names = Object.keys(rows[0] ?? {});
  return sql<InsertResult>`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.id(name)))})
    values ${sql.join(rows.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`))}`.compile(qb);
}

export const updateRow = (target: Target, orgId: string, rowId: string, columns: Columns): CompiledQuery<UpdateResult> =>
  sql<UpdateResult>`update ${sql.table(target.table)} set ${sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.id(name)} = ${value}`))}
    where ${ofResource(target, orgId)} and ${sql.id(idColumnOf(target))} = ${rowId}`.compile(qb);

export const deleteRows = (target: Target, orgId: string, ids: readonly string[]): CompiledQuery<DeleteResult> =>
  sql<DeleteResult>`delete from ${sql.table(target.table)} where ${ofResource(target, orgId)} and ${sql.id(idColumnOf(target))} = any(${ids}::text[])`.compile(qb);
