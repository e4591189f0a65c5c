import path from 'node:path';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { openDatabase } from '../../../platform/db/server/open.ts';
import { differingTables, readTables, tableNames } from '../../../platform/db/server/read-tables.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { Config } from '../config/config.ts';
import type { Manifest } from './manifest.ts';

type Restored = Pick<Config, 'dataDir' | 'databaseAdminUrl'>;

/** The owner of the tables reads every row while row-level security is off for owners, which is rolled back. */
async function readAsOwner(run: AdminRun): Promise<Manifest['tables']> {
  await run('begin; set local statement_timeout = 0');
  try {
    for (const table of await tableNames(run)) await run(`alter table ${table} no force row level security`);
    return await readTables(run);
  } finally {
    await run('rollback');
  }
}

async function readRestored({ dataDir, databaseAdminUrl }: Restored, { engine }: Manifest, entries: string) {
  const isServer = engine === 'server';
  const where = isServer ? { url: String(databaseAdminUrl), poolSize: 1 } : { dir: path.join(dataDir, 'db'), entries };
  const db = await openDatabase(where);
  try {
    return await db.admin(isServer ? readAsOwner : readTables);
  } finally {
    await db.close();
  }
}

/** Compares every table with what it held when it was saved. @throws StartError where one differs */
export async function requireContents(restored: Restored, manifest: Manifest, entries: string): Promise<void> {
  const differing = differingTables(manifest.tables, await readRestored(restored, manifest, entries));
  if (differing.length > 0)
    throw new StartError(`恢复的内容与备份时不同：${differing.join('、')}。请不要使用它，换一份备份恢复`);
}
