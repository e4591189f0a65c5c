import { randomBytes } from 'node:crypto';
import { newToken, tokenHash } from '../../../platform/identity/server/tokens.ts';
import type { Secret } from '../contract.ts';
import { keyId, readPublicKey, type PublicJwk } from './public-key.ts';

/** A new secret or public key of an account: what is stored, and what the answer contains. */
interface Credential {
  stored: { secret_hash: string; public_key: PublicJwk | null };
  answer: Pick<Secret, 'client_secret' | 'public_key'>;
}

/** A key as people see it. */
export const shownKey = async (key: PublicJwk) => ({ key_id: await keyId(key), kind: key.crv });

/** What the log says about a credential: of a secret nothing. */
export const keyEntry = ({ public_key }: Credential['answer']) =>
  public_key === undefined ? {} : { public_key: `${public_key.kind} ${public_key.key_id}` };

/**
 * The system's public key, or a new secret. `key:` keeps the two apart: the thumbprint of a key is public, and the hash
 * of a text that everyone knows.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
export async function newCredential(typedKey: string | undefined): Promise<Credential> {
  if (typedKey === undefined) {
    const client_secret = newToken(randomBytes);
    return { stored: { secret_hash: tokenHash(client_secret), public_key: null }, answer: { client_secret } };
  }
  const key = readPublicKey(typedKey);
  const shown = await shownKey(key);
  return { stored: { secret_hash: `key:${shown.key_id}`, public_key: key }, answer: { public_key: shown } };
}
