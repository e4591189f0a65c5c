import { randomBytes } from 'node:crypto';
import { SECONDARY_MS } from '../../access/secondary.ts';
import type { Caller, Services } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { SMS_PURPOSE } from '../sms.ts';
import { credentialsOf } from './queries/accounts.ts';
import { newToken, tokenHash } from './tokens.ts';

type Parts = Pick<Services, 'state' | 'db' | 'clock'>;

/** Neither the token nor what it is bound to lies anywhere as it is. */
const keyOf = (token: string) => `secondary:token:${tokenHash(token)}`;

/**
 * What a proof is bound to, as one text: the session (through its exchanges of tokens), the organisation, the purpose,
 * and the password of the moment, so that it ends with any of them, whoever changes it.
 */
const bondOf = ({ chainId }: Caller, orgId: string, passwordHash: string) =>
  tokenHash([chainId, orgId, SMS_PURPOSE.secondary, passwordHash].join('\n'));

async function passwordOf({ db }: Pick<Services, 'db'>, { userId }: Caller): Promise<string | undefined> {
  const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
  return account?.password_hash;
}

/** @param orgId Empty before an organisation is chosen; the proof then holds for the account's own calls */
export async function issueSecondaryToken(
  { state, db, clock }: Parts,
  caller: Caller,
  orgId: string,
): Promise<{ secondary_token: string; expires_at: string }> {
  const secondary_token = newToken(randomBytes);
  const password = await passwordOf({ db }, caller);
  if (password === undefined) throw new AppError('AC_AUTH_INVALID_TOKEN');
  await state.set(keyOf(secondary_token), bondOf(caller, orgId, password), SECONDARY_MS);
  return { secondary_token, expires_at: isoTime(clock.now() + SECONDARY_MS) };
}

/**
 * @throws AppError PSY_INVALID_SECONDARY_TOKEN where the token is missing, has run out, or was given to another
 *   session, in another organisation or under another password
 */
export async function requireSecondaryToken(
  { state, db }: Pick<Services, 'state' | 'db'>,
  caller: Caller,
  orgId: string,
  token: string,
): Promise<void> {
  const bond = token === '' ? undefined : await state.get(keyOf(token));
  const password = bond === undefined ? undefined : await passwordOf({ db }, caller);
  if (bond === undefined || password === undefined || bond !== bondOf(caller, orgId, password))
    throw new AppError('PSY_INVALID_SECONDARY_TOKEN');
}
