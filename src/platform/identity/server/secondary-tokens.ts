import { randomBytes } from 'node:crypto';
import { SECONDARY_MS } from '../../access/secondary.ts';
import type { Caller } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { SMS_PURPOSE } from '../sms.ts';
import { credentialsOf } from './queries/accounts.ts';
import { newToken, tokenHash } from './tokens.ts';

type Parts = Pick<Services, 'state' | 'db' | 'clock'>;

/** The shared state holds only hashes of the token and of its binding. */
const keyOf = (token: string) => `secondary:token:${tokenHash(token)}`;

/**
 * Hash of everything that a token is bound to: the session chain, the organisation, the purpose and the current
 * password. A change of any of them invalidates the token.
 */
const bindingOf = ({ chainId }: Caller, orgId: string, passwordHash: string) =>
  tokenHash([chainId, orgId, SMS_PURPOSE.secondary, passwordHash].join('\n'));

async function passwordOf({ db }: Pick<Services, 'db'>, { userId }: Caller): Promise<string | undefined> {
  const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
  return account?.password_hash;
}

/** How the user verified. */
export type ProofMethod = 'password' | 'sms' | 'authenticator' | 'passkey';
const ALL_METHODS: readonly ProofMethod[] = ['password', 'sms', 'authenticator', 'passkey'];

const stored = (binding: string, method: ProofMethod) => `${method} ${binding}`;

/** @param orgId Empty before an organisation is chosen; the token is then valid for account endpoints */
export async function issueSecondaryToken(
  { state, db, clock }: Parts,
  caller: Caller,
  orgId: string,
  method: ProofMethod,
): Promise<{ secondary_token: string; expires_at: string }> {
  const secondary_token = newToken(randomBytes);
  const password = await passwordOf({ db }, caller);
  if (password === undefined) throw new AppError('AC_AUTH_INVALID_TOKEN');
  await state.set(keyOf(secondary_token), stored(bindingOf(caller, orgId, password), method), SECONDARY_MS);
  return { secondary_token, expires_at: isoTime(clock.now() + SECONDARY_MS) };
}

/** What a token must prove. */
interface Demand {
  /** Empty before an organisation is chosen. */
  orgId: string;
  /** The role must verify with an authenticator. */
  authenticator: boolean;
}

/**
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN when the token is missing, has expired, was issued for another session,
 *   organisation or password, or by another method than the role must use
 */
export async function requireSecondaryToken(
  { state, db }: Pick<Services, 'state' | 'db'>,
  caller: Caller,
  { orgId, authenticator }: Demand,
  token: string,
): Promise<void> {
  const value = token === '' ? undefined : await state.get(keyOf(token));
  if (value === undefined) throw new AppError('PSY_INVALID_SECONDARY_TOKEN');
  const password = await passwordOf({ db }, caller);
  const methods: readonly ProofMethod[] = authenticator ? ['authenticator'] : ALL_METHODS;
  if (password === undefined || !methods.some((method) => value === stored(bindingOf(caller, orgId, password), method)))
    throw new AppError('PSY_INVALID_SECONDARY_TOKEN');
}
