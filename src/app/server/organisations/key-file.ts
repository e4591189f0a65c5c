import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keyOf } from '../../../platform/crypto/server/key-text.ts';
import { writeDurableFile } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';

/**
 * @throws StartError where a new file must not have this name: it exists, or lies in a folder that it must lie apart
 *   from
 */
export function requireNewFile(file: string, apartFrom?: string): void {
  if (existsSync(file)) throw new StartError(`${file} 已经存在：请换一个文件名`);
  if (apartFrom !== undefined && `${path.resolve(file)}${path.sep}`.startsWith(`${path.resolve(apartFrom)}${path.sep}`))
    throw new StartError('传输密钥要与数据包分开：请把密钥文件放到别的目录');
}

/** Writes a secret that only the user of the command can read. @throws StartError where the file exists */
export function writeSecret(file: string, text: string): void {
  if (!writeDurableFile(file, text, 'keep')) throw new StartError(`${file} 已经存在：请换一个文件名`);
}

/** @throws StartError where the file holds no key */
export function readKeyFile(file: string): Buffer {
  if (!existsSync(file)) throw new StartError(`没有密钥文件 ${file}`);
  const key = keyOf(readFileSync(file, 'utf8').trim());
  if (!key) throw new StartError(`${file} 里不是传输密钥`);
  return key;
}
