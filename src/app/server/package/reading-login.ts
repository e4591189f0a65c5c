import { setTimeout as wait } from 'node:timers/promises';
import type { AdminRun, Database } from '../../../platform/db/server/database.ts';
import { openDatabase } from '../../../platform/db/server/open.ts';
import { TablesBusy } from '../../../platform/db/server/quiet-tables.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { BACKUP_ROLE } from '../backup/postgres-programs.ts';
import type { Operating } from '../operating.ts';

const RIGHTS = 'select rolsuper or rolbypassrls as reads_all from pg_roles where rolname = current_user';

/** @throws StartError where row-level security would hide rows from the login */
async function requireAllRows(run: AdminRun): Promise<void> {
  const [found] = await run(RIGHTS);
  if (found?.['reads_all'] === true) return;
  throw new StartError(`这个登录受行级安全限制，会漏掉一部分内容。请由超级用户执行：
${BACKUP_ROLE}
再把 DATABASE_BACKUP_URL 设为 xinyu_backup 的登录。`);
}

/** Runs work on a connection of the operator: the embedded engine's own, or one with another login of the server. */
async function withLogin<T>(db: Database, url: string | undefined, work: (run: AdminRun) => Promise<T>): Promise<T> {
  if (db.kind === 'embedded') return db.admin(work);
  const other = await openDatabase({ url, poolSize: 1 });
  try {
    return await other.admin(work);
  } finally {
    await other.close();
  }
}

/** Reads in one snapshot with a login that sees every row (`DATABASE_BACKUP_URL`). */
export const readingAll = <T>({ db, config }: Operating, work: (run: AdminRun) => Promise<T>): Promise<T> =>
  withLogin(db, config.databaseBackupUrl, async (run) => {
    if (db.kind === 'server') await requireAllRows(run);
    await run('begin isolation level repeatable read read only; set local statement_timeout = 0');
    try {
      return await work(run);
    } finally {
      await run('rollback');
    }
  });

/** How long the owner waits for a lock that the portal holds. */
const LOCK_TIMEOUT = '30s';

/** Times that the owner tries to lock all tables. A table is often in use for a moment, by autovacuum for example. */
const LOCK_TRIES = 3;
/** Time between two tries, in which other connections get the tables; milliseconds. */
const LOCK_PAUSE_MS = 1000;

/** A failure that a command can explain: nothing was changed. */
export const explainedBusy = (error: unknown): unknown =>
  error instanceof TablesBusy
    ? new StartError(`有表正在使用，试了 ${LOCK_TRIES} 次都没能在 2 秒内锁住，什么都没有改动：请在使用人少的时候再试`, {
        cause: error,
      })
    : error;

async function inTransaction<T>(run: AdminRun, work: (run: AdminRun) => Promise<T>): Promise<T> {
  await run(`begin; set local statement_timeout = 0; set local lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    const result = await work(run);
    await run('commit');
    return result;
  } catch (error) {
    await run('rollback');
    throw error;
  }
}

/**
 * Writes in one transaction with the login of the owner (`DATABASE_ADMIN_URL`). Work that finds the tables busy is
 * rolled back and runs again.
 */
export const writingAsOwner = <T>({ db, config }: Operating, work: (run: AdminRun) => Promise<T>): Promise<T> =>
  withLogin(db, config.databaseAdminUrl, async (run) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await inTransaction(run, work);
      } catch (error) {
        if (!(error instanceof TablesBusy) || tries === LOCK_TRIES) throw error;
        await wait(LOCK_PAUSE_MS);
      }
    }
  });
