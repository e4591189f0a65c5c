import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './data-folder.ts';

/** What a new one costs. */
const LOST = {
  secret: '所有人需要重新登录',
  'master-key': '已加密的内容将无法打开，请先找回备份',
  'renewal-key': '已到期单位的内容将无法打开，请先找回备份',
} as const;

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * A secret of a demonstration or in development: made once, kept in the data folder for its owner's eyes, the same
 * after a restart. Written under another name and then linked, so that it is whole or not there, and of two processes
 * that come at once both take the first one's.
 */
export function secretOf(dataDir: string, name: keyof typeof LOST = 'secret'): string {
  const file = path.join(dataDir, name);
  const known = read(file);
  if (known) return known;
  openDataFolder(dataDir);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = read(file);
  if (!secret) throw new Error(`${file} 是空的：请删除它后重新启动（${LOST[name]}）`);
  return secret;
}

/**
 * The server's secret: what production was given, elsewhere the one in the data folder. @throws StartError where
 * production was given none
 */
export function serverSecret({ mode, appSecret, dataDir }: Pick<Config, 'mode' | 'appSecret' | 'dataDir'>): string {
  if (appSecret === undefined && mode === 'production') throw new StartError('APP_SECRET 没有设置');
  return appSecret ?? secretOf(dataDir);
}
