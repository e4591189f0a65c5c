import type { AppKind, ServiceGrant, SessionLimit } from '../../context/server/context.ts';
import { NO_TENANT, type Database } from '../../db/server/database.ts';
import { newId, type RandomBytes } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime, type Clock } from '../../runtime/server/clock.ts';
import type { TokenPair } from '../contract.ts';
import * as store from './queries/sessions.ts';
import { codeOf, newToken, tokenHash } from './tokens.ts';

interface Parts {
  db: Database;
  clock: Clock;
  secret: string;
  random: RandomBytes;
  publishEnded: (ended: readonly { session_id: string }[]) => Promise<void>;
}

/** A row is worked on in one session at a time. Its refresh token exists only because clients expect one. */
export async function openLimited(
  { db, clock, secret, random, publishEnded }: Parts,
  limit: SessionLimit,
  {
    until,
    appKind,
    from: { device, address },
  }: { until: number; appKind: AppKind; from: { device: string; address: string } },
): Promise<TokenPair> {
  const now = clock.now();
  const at = isoTime(now);
  const sessionId = newId(clock, random);
  const access_token = newToken(random);
  const refresh_token = newToken(random);
  const [ended] = await db.write(NO_TENANT, [
    store.endLimitedTo(limit, at),
    store.deleteOldLimited(at),
    store.insertSession({
      session_id: sessionId,
      chain_id: sessionId,
      user_id: null,
      only_org: null,
      limited_to: limit,
      app_kind: appKind,
      device,
      address,
      access_hash: tokenHash(access_token),
      refresh_hash: tokenHash(refresh_token),
      created_at: at,
      signed_in_at: at,
      seen_at: at,
      is_staff: false,
      access_until: isoTime(until),
      refresh_until: isoTime(until),
    }),
  ]);
  await publishEnded(ended);
  return {
    user_id: `limited:${sessionId}`,
    access_token,
    refresh_token,
    code: codeOf(secret, access_token),
    expires_in: Math.floor((until - now) / 1000),
    server_time: now,
  };
}

/** What a system needs to sign; it gets no refresh token, because it can prove itself again (RFC 6749 §4.4.3). */
export type OpenedService = Omit<TokenPair, 'refresh_token'>;

/** @throws AppError AC_ACCOUNT_UN_ENABLE when the account is closed */
export async function openService(
  { db, clock, secret, random }: Parts,
  userId: string,
  {
    grant,
    until,
    from: { device, address },
  }: { grant: ServiceGrant; until: number; from: { device: string; address: string } },
): Promise<OpenedService> {
  const now = clock.now();
  const at = isoTime(now);
  const sessionId = newId(clock, random);
  const access_token = newToken(random);
  await db.transaction({ orgId: null, userId }, async (tx) => {
    const [account] = await tx.run(store.lockAccount(userId));
    if (!account) throw new AppError('AC_ACCOUNT_UN_ENABLE');
    await tx.batch([
      store.deleteOldSessions(userId, at),
      store.insertSession({
        session_id: sessionId,
        chain_id: sessionId,
        user_id: userId,
        service: grant,
        // One live session per kind of app is the rule for people.
        app_kind: `service ${sessionId}`,
        device,
        address,
        access_hash: tokenHash(access_token),
        refresh_hash: tokenHash(newToken(random)),
        created_at: at,
        signed_in_at: at,
        seen_at: at,
        is_staff: false,
        access_until: isoTime(until),
        refresh_until: isoTime(until),
      }),
    ]);
  });
  return {
    user_id: userId,
    access_token,
    code: codeOf(secret, access_token),
    expires_in: Math.floor((until - now) / 1000),
    server_time: now,
  };
}
