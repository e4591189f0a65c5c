import { cpSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { syncTree } from '../../../platform/db/server/embedded/sync-tree.ts';
import { latestVersion } from '../../../platform/db/server/migrate.ts';
import { openDatabase } from '../../../platform/db/server/open.ts';
import { makeDurableFolder, syncFolder } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { Config } from '../config/config.ts';
import { DUMP } from './make-backup.ts';
import { verifiedManifest, type Manifest } from './manifest.ts';
import { loadDump } from './postgres-programs.ts';

/** Files of an installation that must be in the data folder where the configuration does not name the keys. */
const KEYS = ['secret', 'master-key', 'renewal-key'] as const;

/** What of a backup goes into the data folder. */
const PLACED = ['db', 'objects', 'audit-seals.jsonl', 'erasures.jsonl'] as const;

type Target = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseAdminUrl' | 'masterKeys'>;

/** Copies a folder or file so that it is whole or absent. */
function place(from: string, to: string): void {
  const draft = `${to}.part`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true });
  if (statSync(draft).isDirectory()) syncTree(draft);
  renameSync(draft, to);
}

/** @throws StartError where something is there that a restore would replace */
async function requireEmpty({ dataDir, databaseAdminUrl }: Target, { engine }: Manifest): Promise<void> {
  const present = ['db', 'objects', 'audit-seals.jsonl'].filter((name) => existsSync(path.join(dataDir, name)));
  if (present.length > 0)
    throw new StartError(
      `只能恢复到空的数据目录，${dataDir} 里已有 ${present.join('、')}：请换一个 DATA_DIR，或先移走它们`,
    );
  if (engine === 'embedded' || databaseAdminUrl === undefined) return;
  const db = await openDatabase({ url: databaseAdminUrl, poolSize: 1 });
  try {
    const [row] = await db.admin((run) => run("select count(*)::int as n from pg_tables where schemaname = 'public'"));
    if (Number(row?.n) > 0) throw new StartError(`只能恢复到空的数据库，它已有 ${String(row?.n)} 张表：请新建一个`);
  } finally {
    await db.close();
  }
}

/** @throws StartError where this product cannot open what the backup holds */
async function requireFitting(target: Target, { engine, schema }: Manifest): Promise<void> {
  const wants = target.databaseUrl === undefined ? 'embedded' : 'server';
  if (engine !== wants)
    throw new StartError(
      engine === 'embedded'
        ? '这份备份来自内嵌数据库：恢复时不要设置 DATABASE_URL'
        : '这份备份来自 PostgreSQL：请设置 DATABASE_URL（以及所有者的 DATABASE_ADMIN_URL），指向新建的空数据库',
    );
  const latest = await latestVersion();
  if (schema > latest)
    throw new StartError(`备份的数据库版本是 ${schema}，比本产品的 ${latest} 新：请用制作备份的版本或更新的版本恢复`);
  const missing = KEYS.filter((name) => !existsSync(path.join(target.dataDir, name)));
  if (target.masterKeys === undefined && missing.length > 0)
    throw new StartError(
      `没有密钥就打不开备份的内容：生产方式请设置 APP_SECRET、MASTER_KEY、RENEWAL_PUBLIC_KEY，其他方式请先把另外保存的 ${missing.join('、')} 放进 ${target.dataDir}`,
    );
}

/**
 * Restores a backup into an empty installation. Everything is checked before anything is written. A file of erasures
 * that is already there is newer than the one of the backup and stays.
 *
 * @throws StartError where nothing was restored
 */
export async function restoreBackup(target: Target, from: string): Promise<Manifest> {
  const manifest = await verifiedManifest(from);
  await requireFitting(target, manifest);
  await requireEmpty(target, manifest);
  const { dataDir, databaseAdminUrl } = target;
  makeDurableFolder(dataDir);
  const placed: string[] = [];
  try {
    for (const name of PLACED) {
      const [saved, there] = [path.join(from, name), path.join(dataDir, name)];
      if (!existsSync(saved) || existsSync(there)) continue;
      placed.push(there);
      place(saved, there);
    }
    if (manifest.engine === 'server') await loadDump(String(databaseAdminUrl), path.join(from, DUMP));
  } catch (error) {
    for (const one of placed) rmSync(one, { recursive: true, force: true });
    throw error;
  }
  syncFolder(dataDir);
  return manifest;
}
