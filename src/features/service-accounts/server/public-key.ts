import { createPublicKey, type KeyObject } from 'node:crypto';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { isObject } from '../../../platform/schema/json.ts';

/** A public key as it is stored: its public members only (RFC 7517, RFC 8037). */
export interface PublicJwk {
  kty: 'OKP' | 'EC';
  crv: 'Ed25519' | 'P-256';
  x: string;
  y?: string;
}

const refused = (message: string) => invalid('/public_key', message);
const WRONG = '请粘贴 Ed25519 或 ECDSA P-256 的公钥：PEM（BEGIN PUBLIC KEY）或 JWK';
const PRIVATE = '这是私钥。请只提交公钥，并为对接系统重新生成一对密钥：私钥离开过对接系统就不再可靠';

const PEM = /^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----$/;

function readKey(text: string): KeyObject {
  if (PEM.test(text)) return createPublicKey({ key: text, format: 'pem' });
  const jwk: unknown = JSON.parse(text);
  if (!isObject(jwk)) throw new TypeError('no key');
  if ('d' in jwk) throw refused(PRIVATE);
  return createPublicKey({ key: jwk, format: 'jwk' });
}

/** The stored form of a key; undefined where it is of another kind. */
function storedForm(key: KeyObject): PublicJwk | undefined {
  const { kty, crv, x = '', y = '' } = key.export({ format: 'jwk' });
  if (kty === 'OKP' && crv === 'Ed25519') return { kty, crv, x };
  return kty === 'EC' && crv === 'P-256' ? { kty, crv, x, y } : undefined;
}

/**
 * A public key as a person pasted it: PEM or JWK, Ed25519 or ECDSA P-256.
 *
 * @throws AppError PSY_INVALID_INPUT for every other text, and for a private key, which nothing keeps
 */
export function readPublicKey(typed: string): PublicJwk {
  const text = typed.trim();
  if (text.includes('PRIVATE KEY')) throw refused(PRIVATE);
  let key: PublicJwk | undefined;
  try {
    key = storedForm(readKey(text));
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
  if (!key) throw refused(WRONG);
  return key;
}

/** The name of a key, by which people compare it (RFC 7638). */
export async function keyId(key: PublicJwk): Promise<string> {
  const { calculateJwkThumbprint } = await import('jose');
  return calculateJwkThumbprint(key);
}
