import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeDurableFile } from '../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import type { Config } from './config/config.ts';
import { openDataFolder } from './data-folder.ts';

/** Consequences of a new secret, named in error messages. */
const LOST = {
  secret: '所有人需要重新登录',
  'master-key': '已加密的内容将无法打开，请先找回备份',
  'renewal-key': '已到期单位的内容将无法打开，请先找回备份',
} as const;
type SecretName = keyof typeof LOST;

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * A secret of a demo or of development: created once and kept in the data folder, readable by its owner only. It is on
 * the disk before it is used, and two processes that start at once use the same one.
 *
 * @param mayCreate False beside existing data, which a new secret would not open
 * @throws StartError where it is missing and may not be created
 */
export function secretOf(dataDir: string, name: SecretName, mayCreate = true): string {
  const file = path.join(dataDir, name);
  if (read(file) === undefined) {
    if (!mayCreate)
      throw new StartError(
        `数据库里已有内容，却没有 ${file}：请从备份找回这个文件；数据不再需要时，请换一个空的数据目录（DATA_DIR）`,
      );
    openDataFolder(dataDir);
    writeDurableFile(file, `${randomBytes(32).toString('base64url')}\n`, 'keep');
  }
  const secret = read(file);
  if (!secret) throw new Error(`${file} 是空的：请找回备份，或删除它后重新启动（${LOST[name]}）`);
  return secret;
}

/**
 * The secret of the server: from the environment in production, else from the data folder.
 *
 * @throws StartError when production has none
 */
export function serverSecret(
  { mode, appSecret, dataDir }: Pick<Config, 'mode' | 'appSecret' | 'dataDir'>,
  mayCreate = true,
): string {
  if (appSecret === undefined && mode === 'production') throw new StartError('APP_SECRET 没有设置');
  return appSecret ?? secretOf(dataDir, 'secret', mayCreate);
}
