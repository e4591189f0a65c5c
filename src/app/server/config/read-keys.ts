import { keyOf } from '../../../platform/crypto/server/key-text.ts';
import { sourceOf } from './read-files.ts';
import type { Env } from './setting.ts';
import type { Values } from './settings.ts';

export interface Keys {
  masters?: Buffer[];
  renewalPublic?: Buffer[];
  renewal?: Buffer[];
}

/** The keys. Texts that are no keys become problems. */
export function readKeys(v: Values, env: Env, problems: string[]): Keys {
  const parse = (name: 'MASTER_KEY' | 'RENEWAL_PUBLIC_KEY' | 'RENEWAL_KEY', source: string) =>
    parseKeys(sourceOf(env, name), v[name], source, problems);
  return {
    masters: parse('MASTER_KEY', 'MASTER_KEY=$(openssl rand -hex 32)'),
    renewalPublic: parse('RENEWAL_PUBLIC_KEY', 'npm run keys -- new 给出的公钥'),
    renewal: parse('RENEWAL_KEY', 'npm run keys -- new 给出的私钥'),
  };
}

/** Keys separated by commas or white space. @param source how to obtain a correct one, for the problem line */
function parseKeys(name: string, text: string | undefined, source: string, problems: string[]): Buffer[] | undefined {
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
