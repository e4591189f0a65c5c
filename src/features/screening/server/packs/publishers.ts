import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Check } from 'typebox/schema';
import * as Type from 'typebox/type';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { SchemaError } from '../../../../platform/schema/server/core.ts';
import { parseJsonFile } from '../../../../platform/schema/server/files.ts';
import { checksummedText } from '../../rules/scales/canonical.ts';
import { at } from '../../rules/scales/lint/finding.ts';
import type { Pack } from '../../rules/scales/pack.ts';

/** The publishers that this installation trusts, by the name in `signature.by`. */
export type Publishers = ReadonlyMap<string, KeyObject>;

/** `unknown`: signed by someone whose key is not in `publishers.json`. `wrong`: not what the trusted key signed. */
export type SignatureState = 'unsigned' | 'unknown' | 'valid' | 'wrong';

export const NO_PUBLISHERS: Publishers = new Map();
const FILE = 'publishers.json';
/** Base64 of 32 bytes. */
const KEY = '^[A-Za-z0-9+/]{43}=$';

const PublishersFile = Type.Object(
  {
    publishers: Type.Array(
      Type.Object(
        { name: Type.String({ minLength: 1, maxLength: 100 }), key: Type.String({ pattern: KEY }) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

const keyOf = (key: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key, 'base64').toString('base64url') },
    format: 'jwk',
  });

/**
 * The trusted publishers of `publishers.json`; none where the file does not exist.
 *
 * @param folder The `schemas` folder, absolute
 * @throws SchemaError
 */
export function readPublishers(folder: string): Publishers {
  if (!existsSync(path.join(folder, FILE))) return NO_PUBLISHERS;
  const parsed = parseJsonFile(path.join(folder, FILE));
  const refuse = (finding: Finding) => new SchemaError([{ file: `schemas/${FILE}`, ...finding }]);
  if ('finding' in parsed) throw refuse(parsed.finding);
  const { document } = parsed;
  if (!Check(PublishersFile, document))
    throw refuse({
      pointer: '',
      reason: '发布者的公钥写得不对',
      fix: '写 { "publishers": [{ "name": "名称", "key": "32 字节 Ed25519 公钥的 Base64" }] }',
    });
  const publishers = new Map<string, KeyObject>();
  for (const [i, { name, key }] of document.publishers.entries()) {
    if (publishers.has(name)) throw refuse(at(['publishers', i, 'name'], `${name} 出现了两次`, '每个发布者一个公钥'));
    publishers.set(name, keyOf(key));
  }
  return publishers;
}

/** Verifies the signature of a pack: Ed25519 over the canonical JSON without `checksum` and `signature` (UTF-8). */
export function signatureOf(pack: Pack, publishers: Publishers): SignatureState {
  const { signature } = pack;
  if (signature === undefined) return 'unsigned';
  const key = publishers.get(signature.by);
  if (!key) return 'unknown';
  if (signature.algorithm !== 'ed25519') return 'wrong';
  const holds = verify(null, Buffer.from(checksummedText(pack)), key, Buffer.from(signature.value, 'base64'));
  return holds ? 'valid' : 'wrong';
}

/** An unsigned pack, or one that is signed by an unknown publisher, is not refused; a wrong signature is. */
export const lintSignature = (pack: Pack, publishers: Publishers): Finding[] =>
  signatureOf(pack, publishers) === 'wrong'
    ? [
        at(
          ['signature'],
          `签名与 ${pack.signature?.by ?? ''} 的公钥不符，文件可能被改过`,
          '从发布者那里重新取得文件；不要修改已签名的文件',
        ),
      ]
    : [];
