import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkData } from '../../../platform/db/server/check-data.ts';
import { FolderInUse } from '../../../platform/db/server/embedded/folder-lock.ts';
import { clusterIn } from '../../../platform/db/server/embedded/initialise.ts';
import { syncTree } from '../../../platform/db/server/embedded/sync-tree.ts';
import { appliedVersion } from '../../../platform/db/server/migrate.ts';
import { openDatabase } from '../../../platform/db/server/open.ts';
import { readTables } from '../../../platform/db/server/read-tables.ts';
import { syncFolder } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { Config } from '../config/config.ts';
import { askPortal } from './ask-portal.ts';
import { copyGrowing, copyObjects, copyStill, databaseDir } from './copy-still.ts';
import { digests, manifestFile, type Manifest } from './manifest.ts';
import { dumpDatabase } from './postgres-programs.ts';

/** The dump of a PostgreSQL database, in a backup. */
export const DUMP = 'database.dump';

type Stored = Pick<Manifest, 'engine' | 'schema' | 'tables'>;

/** Copies the embedded database in this process, or asks the portal that has it open. */
async function copyEmbedded(dataDir: string, entries: string, to: string): Promise<void> {
  const dir = databaseDir(dataDir);
  if (!existsSync(clusterIn(dir))) throw new StartError(`${dir} 里没有数据库：请检查 DATA_DIR`);
  const db = await openDatabase({ dir, entries }).catch((error: unknown) => {
    if (error instanceof FolderInUse) return undefined;
    throw error;
  });
  if (db === undefined) return askPortal(dataDir, to);
  await copyStill(db, dataDir, to).finally(() => db.close());
}

/** Opens the copy of a database and reads all of it. @throws StartError where it is damaged */
async function readCopy(draft: string, entries: string): Promise<Stored> {
  const dir = databaseDir(draft);
  const db = await openDatabase({ dir, entries });
  try {
    const { tables, others } = await checkData(db, dir);
    const damaged = tables.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
    if (damaged.length > 0 || others.length > 0)
      throw new StartError(
        `数据库有损坏（${[...damaged, ...others].slice(0, 3).join('、')}），没有备份：npm run check-data 列出全部`,
      );
    return {
      engine: 'embedded',
      schema: await db.admin(appliedVersion),
      tables: Object.fromEntries(tables.map(({ name, content }) => [name, content ?? { rows: 0, sum: '0' }])),
    };
  } finally {
    await db.close();
  }
}

/** Dumps a database and reads every table of it at one moment. */
async function dumpServer(address: string, to: string): Promise<Stored> {
  const db = await openDatabase({ url: address, poolSize: 1 });
  try {
    return await db.admin(async (run) => {
      await run('begin isolation level repeatable read read only; set local statement_timeout = 0');
      const [exported] = await run('select pg_export_snapshot() as snapshot');
      await dumpDatabase(address, path.join(to, DUMP), String(exported?.snapshot));
      const stored: Stored = { engine: 'server', schema: await appliedVersion(run), tables: await readTables(run) };
      await run('commit');
      return stored;
    });
  } finally {
    await db.close();
  }
}

interface BackupOptions {
  /** Of a PostgreSQL server, with a login that reads every row; undefined for the embedded engine. */
  address: string | undefined;
  entries: string;
  target: string;
  now: number;
}

async function store(dataDir: string, { address, entries }: BackupOptions, draft: string): Promise<Stored> {
  if (address === undefined) {
    await copyEmbedded(dataDir, entries, draft);
    return readCopy(draft, entries);
  }
  await copyGrowing(dataDir, draft);
  return dumpServer(address, draft);
}

/**
 * Writes the database and the files beside it into a new folder, which gets its name when it is whole and on the disk.
 * Keys stay out. The portal may run meanwhile.
 *
 * @throws StartError where nothing was written
 */
export async function makeBackup({ dataDir }: Pick<Config, 'dataDir'>, options: BackupOptions): Promise<Manifest> {
  const { target, now } = options;
  if (existsSync(target)) throw new StartError(`${target} 已经存在：请换一个目录名`);
  const draft = `${target}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    await copyObjects(dataDir, draft);
    const stored = await store(dataDir, options, draft);
    await copyObjects(dataDir, draft);
    const manifest: Manifest = {
      format: 1,
      ...stored,
      made_at: new Date(now).toISOString(),
      files: await digests(draft),
    };
    writeFileSync(manifestFile(draft), JSON.stringify(manifest, undefined, 2));
    syncTree(draft);
    renameSync(draft, target);
    syncFolder(path.dirname(target));
    return manifest;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}
