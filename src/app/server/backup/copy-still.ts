import { constants, existsSync, mkdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../../platform/db/server/database.ts';
import { clusterIn } from '../../../platform/db/server/embedded/initialise.ts';

/** Files that only grow with the database: older than it they fit, newer they would report it as an older copy. */
const GROWING = ['audit-seals.jsonl', 'erasures.jsonl'] as const;

/** Where the file system can, a copy shares its blocks with the original and takes no time. */
const SHARED = { recursive: true, mode: constants.COPYFILE_FICLONE } as const;

export const databaseDir = (dataDir: string): string => path.join(dataDir, 'db');

/** Copies the files that grow with the database. Must end before the database is read. */
export async function copyGrowing(dataDir: string, to: string): Promise<void> {
  for (const name of GROWING) {
    const from = path.join(dataDir, name);
    if (existsSync(from)) await cp(from, path.join(to, name));
  }
}

/** Copies attached files that are not there yet. Called before and after the database is read, it misses none. */
export async function copyObjects(dataDir: string, to: string): Promise<void> {
  const from = path.join(dataDir, 'objects');
  if (existsSync(from)) await cp(from, path.join(to, 'objects'), { ...SHARED, force: false });
}

/** Copies the embedded database while its only connection does nothing else. */
export async function copyStill(db: Database, dataDir: string, to: string): Promise<void> {
  await db.admin(async (run) => {
    await run('checkpoint');
    await copyGrowing(dataDir, to);
    mkdirSync(databaseDir(to), { recursive: true, mode: 0o700 });
    await cp(clusterIn(databaseDir(dataDir)), clusterIn(databaseDir(to)), SHARED);
  });
}
