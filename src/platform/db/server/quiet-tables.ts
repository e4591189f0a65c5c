import type { AdminRun } from './database.ts';
import { tableNames } from './read-tables.ts';

const FORCED = "select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relforcerowsecurity";

/**
 * Runs work of the owner of the tables that row-level security and the product's triggers must not change: rows are
 * stored as they are given, of any organisation. Needs an open transaction; locks every table until it ends.
 */
export async function withQuietTables<T>(run: AdminRun, work: (tables: readonly string[]) => Promise<T>): Promise<T> {
  const tables = await tableNames(run);
  const forced = await run(FORCED);
  for (const { name } of forced) await run(`alter table ${String(name)} no force row level security`);
  for (const table of tables) await run(`alter table ${table} disable trigger user`);
  const result = await work(tables);
  for (const table of tables) await run(`alter table ${table} enable trigger user`);
  for (const { name } of forced) await run(`alter table ${String(name)} force row level security`);
  return result;
}
