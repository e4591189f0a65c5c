import type { AdminRun } from './database.ts';
import { isLockRefused } from './errors.ts';
import { tableNames } from './read-tables.ts';

const FORCED = "select oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relforcerowsecurity";

/** How long the owner waits for all tables together; other connections that need one of them wait as long. */
const LOCK_MS = 2000;

/** Another connection uses a table. Nothing was changed, and the same work can be tried again later. */
export class TablesBusy extends Error {
  override readonly name = 'TablesBusy';
}

/**
 * Locks all tables at once, or none: a lock that is held while the next one is waited for would hold everybody up.
 *
 * @throws TablesBusy
 */
async function lockTables(run: AdminRun, tables: readonly string[]): Promise<void> {
  const [limits] = await run(
    "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock",
  );
  const limit = (statement: string, lock: string) =>
    run("select set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true)", [statement, lock]);
  await limit(`${LOCK_MS}ms`, `${LOCK_MS}ms`);
  try {
    await run(`lock table ${tables.join(', ')} in access exclusive mode`);
  } catch (error) {
    if (isLockRefused(error)) throw new TablesBusy('a table is in use', { cause: error });
    throw error;
  }
  await limit(String(limits?.['statement']), String(limits?.['lock']));
}

/**
 * Runs work of the owner of the tables that row-level security and the product's triggers must not change: rows are
 * stored as they are given, of any organisation. Needs an open transaction; locks every table until it ends.
 *
 * @throws TablesBusy where the locks are not free at once; roll back
 */
export async function withQuietTables<T>(run: AdminRun, work: (tables: readonly string[]) => Promise<T>): Promise<T> {
  const tables = await tableNames(run);
  const forced = await run(FORCED);
  await lockTables(run, [...new Set([...tables, ...forced.map(({ name }) => String(name))])]);
  // As one message, because everybody waits for it.
  const alter = (names: readonly string[], change: string) =>
    run(names.map((name) => `alter table ${name} ${change}`).join('; '));
  const fenced = forced.map(({ name }) => String(name));
  await alter(fenced, 'no force row level security');
  await alter(tables, 'disable trigger user');
  const result = await work(tables);
  await alter(tables, 'enable trigger user');
  await alter(fenced, 'force row level security');
  return result;
}
