import { randomBytes } from 'node:crypto';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { tokenHash } from '../../identity/server/tokens.ts';
import type { ProviderName, Way } from '../provider.ts';
import type { OutsideIdentity } from './outside.ts';

/** Time for a person to sign in at the provider. */
const ATTEMPT_MS = 10 * 60_000;
/** Time for a person to prove an account for an identity that is bound to none. */
const PENDING_MS = 10 * 60_000;
const STATE_BYTES = 32;

/** One way out to a provider and back. */
export interface Attempt {
  provider: ProviderName;
  way: Way;
  /** The organisation whose provider it is; null for a provider of the operator. */
  orgId: string | null;
  /** The suite of the operator; absent where the provider is another one. The corporation says the organisation then. */
  suiteId?: string | undefined;
  /** The account that an identity is to be bound to; null for a sign-in. */
  userId: string | null;
  redirectUri: string;
  /** Hash of the secret that only the browser knows that went out. */
  browser: string;
  kept: Record<string, string>;
}

type Parts = Pick<Services, 'state' | 'cipher'>;

const attemptKey = (state: string) => `outside:attempt:${tokenHash(state)}`;
const pendingKey = (browser: string) => `outside:pending:${browser}`;

/** Hash of a browser's secret, as the browser sends it when it goes out. */
export const browserHash = (secret: string): string => tokenHash(secret);

/** A `state` that cannot be guessed, of the characters that every provider sends back unchanged. */
export const newState = (): string => randomBytes(STATE_BYTES).toString('hex');

export async function keepAttempt({ state, cipher }: Parts, token: string, attempt: Attempt): Promise<void> {
  const key = attemptKey(token);
  await state.set(key, cipher.encrypt(key, JSON.stringify(attempt)), ATTEMPT_MS);
}

/**
 * The attempt that came back, once. One that another browser began stays for the browser that began it.
 *
 * @param secret Of the browser
 * @throws AppError AC_THIRD_STATE_INVALID
 */
export async function takeAttempt({ state, cipher }: Parts, token: string, secret: string): Promise<Attempt> {
  const key = attemptKey(token);
  const held = await state.get(key);
  const attempt = held === undefined ? undefined : (JSON.parse(cipher.decrypt(key, held)) as Attempt);
  if (attempt?.browser !== browserHash(secret) || (await state.take(key)) !== held)
    throw new AppError('AC_THIRD_STATE_INVALID');
  return attempt;
}

/** An identity that is bound to no account, and the organisation whose provider vouched for it. */
export interface Pending {
  identity: OutsideIdentity;
  orgId: string | null;
}

/** Keeps an unbound identity for the browser that proved it, until the person proves an account. */
export async function keepPending({ state, cipher }: Parts, secret: string, pending: Pending): Promise<void> {
  const key = pendingKey(browserHash(secret));
  await state.set(key, cipher.encrypt(key, JSON.stringify(pending)), PENDING_MS);
}

/**
 * @param how `take` uses it up
 * @throws AppError AC_THIRD_STATE_INVALID when there is none
 */
export async function pendingOf({ state, cipher }: Parts, secret: string, how: 'get' | 'take'): Promise<Pending> {
  const key = pendingKey(browserHash(secret));
  const held = await state[how](key);
  if (held === undefined) throw new AppError('AC_THIRD_STATE_INVALID');
  return JSON.parse(cipher.decrypt(key, held)) as Pending;
}
