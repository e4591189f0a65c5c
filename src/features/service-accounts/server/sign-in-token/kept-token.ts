import type { Services } from '../../../../platform/context/server/services.ts';
import { tokenHash } from '../../../../platform/identity/server/tokens.ts';
import { TOKEN_KEY_MS } from '../../rules.ts';

/** What a token is good for. Its purpose, a sign-in, is part of the key under which it is kept. */
export interface KeptToken {
  orgId: string;
  serviceId: string;
  userId: string;
  /** Of the portal under which it was issued. */
  origin: string;
  expiresAt: string;
}

type Parts = Pick<Services, 'state' | 'cipher'>;

const keyOf = (token: string) => `sign-in-token:${tokenHash(token)}`;

export async function keepToken({ state, cipher }: Parts, token: string, kept: KeptToken): Promise<void> {
  const key = keyOf(token);
  await state.set(key, cipher.encrypt(key, JSON.stringify(kept)), TOKEN_KEY_MS);
}

/** @param how `take` uses it up, so that of two who come at once one gets it */
export async function keptToken(
  { state, cipher }: Parts,
  token: string,
  how: 'get' | 'take',
): Promise<KeptToken | undefined> {
  const key = keyOf(token);
  const held = await state[how](key);
  return held === undefined ? undefined : (JSON.parse(cipher.decrypt(key, held)) as KeptToken);
}
