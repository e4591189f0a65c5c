import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import type { AdminRun, Database } from '../../../platform/db/server/database.ts';
import { clusterIn } from '../../../platform/db/server/embedded/initialise.ts';
import { appliedVersion, latestVersion, migrate } from '../../../platform/db/server/migrate.ts';
import { openDatabase } from '../../../platform/db/server/open.ts';
import { differingTables, readTables } from '../../../platform/db/server/read-tables.ts';
import { syncFolder } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { requireOwnerRights } from '../prepare-database.ts';
import { copyTables } from './copy-tables.ts';

export interface Moved {
  tables: number;
  rows: number;
  /** Where the embedded database is now. */
  kept: string;
}

/** @throws StartError where the database has an organisation, or this product does not fit the embedded one */
async function requireFitting(source: AdminRun, target: AdminRun): Promise<void> {
  if ((await appliedVersion(source)) !== (await latestVersion()))
    throw new StartError('内嵌数据库还不是这个版本的：请先备份，启动一次这个版本或运行 npm run migrate，再迁移');
  await target('savepoint counting; alter table orgs no force row level security');
  const [found] = await target('select count(*)::int as n from orgs');
  await target('rollback to counting');
  if (Number(found?.n) > 0)
    throw new StartError(`只能迁移到没有单位的数据库，它已有 ${String(found?.n)} 个单位：请新建一个`);
}

/** Runs work in a transaction that is rolled back unless it returns. */
async function within<T>(run: AdminRun, work: () => Promise<T>): Promise<T> {
  await run('begin isolation level repeatable read; set local statement_timeout = 0');
  try {
    const result = await work();
    await run('commit');
    return result;
  } catch (error) {
    await run('rollback');
    throw error;
  }
}

const copyAll = (embedded: Database, server: Database): Promise<{ tables: number; rows: number }> =>
  embedded.admin((source) =>
    server.admin(async (target) => {
      return within(source, () =>
        within(target, async () => {
          await requireFitting(source, target);
          const saved = await readTables(source);
          await copyTables(source, target, async () => {
            const differing = differingTables(saved, await readTables(target));
            if (differing.length > 0) throw new StartError(`迁移后的内容不同：${differing.join('、')}，已全部撤回`);
          });
          const all = Object.values(saved);
          return { tables: all.length, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
        }),
      );
    }),
  );

/**
 * Moves an embedded database into an empty PostgreSQL database, in one transaction, and sets the folder aside so that
 * nobody goes on with it. Files beside the database stay where they are.
 *
 * @param url Of the owner of the new database
 * @throws StartError where nothing was moved
 */
export async function moveToServer(dataDir: string, entries: string, url: string, now: number): Promise<Moved> {
  const dir = path.join(dataDir, 'db');
  if (!existsSync(clusterIn(dir))) throw new StartError(`${dir} 里没有数据库：请检查 DATA_DIR`);
  const embedded = await openDatabase({ dir, entries });
  const server = await openDatabase({ url, poolSize: 1 });
  let moved: { tables: number; rows: number };
  try {
    await requireOwnerRights(server);
    await migrate(server);
    moved = await copyAll(embedded, server);
  } finally {
    await server.close();
    await embedded.close();
  }
  const kept = `${dir}-moved-${new Date(now).toISOString().slice(0, 10)}`;
  renameSync(dir, kept);
  syncFolder(dataDir);
  return { ...moved, kept };
}
