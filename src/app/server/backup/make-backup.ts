import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkData } from '../../../platform/db/server/check-data.ts';
import { clusterIn } from '../../../platform/db/server/embedded/initialise.ts';
import { syncTree } from '../../../platform/db/server/embedded/sync-tree.ts';
import { appliedVersion } from '../../../platform/db/server/migrate.ts';
import { openDatabase } from '../../../platform/db/server/open.ts';
import { readTables } from '../../../platform/db/server/read-tables.ts';
import { syncFolder } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { Config } from '../config/config.ts';
import { digests, manifestFile, type Manifest } from './manifest.ts';
import { dumpDatabase } from './postgres-programs.ts';

/** The dump of a PostgreSQL database, in a backup. */
export const DUMP = 'database.dump';
/** What the data folder holds beside the database and the keys. */
export const BESIDE = ['objects', 'audit-seals.jsonl', 'erasures.jsonl'] as const;

type Stored = Pick<Manifest, 'engine' | 'schema' | 'tables'>;

/** Copies the embedded database while this process alone has it open. @throws StartError where it is damaged or in use */
async function copyEmbedded(dataDir: string, entries: string, to: string): Promise<Stored> {
  const dir = path.join(dataDir, 'db');
  if (!existsSync(clusterIn(dir))) throw new StartError(`${dir} 里没有数据库：请检查 DATA_DIR`);
  const db = await openDatabase({ dir, entries });
  try {
    const { tables, others } = await checkData(db, dir);
    const damaged = tables.filter(({ problems }) => problems.length > 0).map(({ name }) => name);
    if (damaged.length > 0 || others.length > 0)
      throw new StartError(
        `数据库有损坏（${[...damaged, ...others].slice(0, 3).join('、')}），没有备份：npm run check-data 列出全部`,
      );
    const schema = await db.admin(appliedVersion);
    cpSync(clusterIn(dir), clusterIn(path.join(to, 'db')), { recursive: true });
    return {
      engine: 'embedded',
      schema,
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

/**
 * Writes the database and the files beside it into a new folder, which gets its name when it is whole and on the disk.
 * Keys stay out.
 *
 * @param address Of a PostgreSQL server, with a login that reads every row; undefined for the embedded engine
 * @throws StartError where nothing was written
 */
export async function makeBackup(
  { dataDir }: Pick<Config, 'dataDir'>,
  { address, entries, target, now }: { address: string | undefined; entries: string; target: string; now: number },
): Promise<Manifest> {
  if (existsSync(target)) throw new StartError(`${target} 已经存在：请换一个目录名`);
  const draft = `${target}.part`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const stored =
      address === undefined ? await copyEmbedded(dataDir, entries, draft) : await dumpServer(address, draft);
    for (const name of BESIDE) {
      const from = path.join(dataDir, name);
      if (existsSync(from)) cpSync(from, path.join(draft, name), { recursive: true });
    }
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
