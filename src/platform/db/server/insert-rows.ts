import { sql, type CompiledQuery, type InsertResult } from 'kysely';
import { qb } from './query-builder.ts';

/** Columns of a row by name. */
export type Columns = Readonly<Record<string, unknown>>;

/**
 * Rows as one parameter whose values PostgreSQL converts to the types of the table. The text of the statement depends
 * on the columns only, so it can be prepared.
 */
export const rowsAsParameter = (table: string, rows: readonly Columns[]) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;

/** Inserts rows that all have the same columns. */
export function insertRows({ table }: { table: string }, rows: readonly Columns[]): CompiledQuery<InsertResult> {
  const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.id(name)));
  const values = rowsAsParameter(table, rows);
  return sql<InsertResult>`insert into ${sql.table(table)} (${names}) select ${names} from ${values}`.compile(qb);
}
