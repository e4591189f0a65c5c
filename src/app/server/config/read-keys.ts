import { readFileSync } from 'node:fs';
import path from 'node:path';
import { keyOf } from '../../../platform/crypto/server/key-text.ts';
import { root } from '../../../platform/runtime/server/root.ts';
import type { SettingName, Values } from './settings.ts';

export interface Keys {
  masters?: Buffer[];
  renewalPublic?: Buffer[];
  renewal?: Buffer[];
}

/** The keys from the environment or from files. Texts that are no keys become problems. */
export function readKeys(v: Values, problems: string[]): Keys {
  const parse = (name: SettingName, text: string | undefined, source: string) =>
    parseKeys(name, text, source, problems);
  const read = (name: SettingName, file: string | undefined) => readKeyFile(name, file, problems);
  const generated = { publicKey: 'npm run keys -- new 给出的公钥', privateKey: 'npm run keys -- new 给出的私钥' };
  return {
    masters:
      parse('MASTER_KEY', v.MASTER_KEY, 'MASTER_KEY=$(openssl rand -hex 32)') ??
      parse('MASTER_KEY_FILE', read('MASTER_KEY_FILE', v.MASTER_KEY_FILE), 'openssl rand -hex 32 > 文件'),
    renewalPublic: parse('RENEWAL_PUBLIC_KEY', v.RENEWAL_PUBLIC_KEY, generated.publicKey),
    renewal:
      parse('RENEWAL_KEY', v.RENEWAL_KEY, generated.privateKey) ??
      parse('RENEWAL_KEY_FILE', read('RENEWAL_KEY_FILE', v.RENEWAL_KEY_FILE), generated.privateKey),
  };
}

/** Keys separated by commas or white space. @param source how to obtain a correct one, for the problem line */
function parseKeys(
  name: SettingName,
  text: string | undefined,
  source: string,
  problems: string[],
): Buffer[] | undefined {
  const keys = text
    ?.split(/[\s,]+/)
    .filter(Boolean)
    .map(keyOf);
  if (keys === undefined) return undefined;
  const valid = keys.filter((key) => key !== undefined);
  if (valid.length === keys.length && valid.length > 0) return valid;
  problems.push(`${name} 的值太弱或不完整：应为随机生成的 32 字节（64 个十六进制字符或 Base64），例如 ${source}`);
  return undefined;
}

function readKeyFile(name: SettingName, file: string | undefined, problems: string[]): string | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(path.resolve(root, file), 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '未知原因';
    problems.push(`${name}=${file} 读不出来：请检查文件和权限（${code}）`);
    return undefined;
  }
}
