import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { TokenPair } from '../../shared/contract/account.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { AppKind, Caller } from '../context.ts';
import type { Clock } from '../ports/clock.ts';
import type { SharedState } from '../ports/shared-state.ts';
import type { Database, Tenant, Tx } from '../store/db/database.ts';
import { newId, type RandomBytes } from '../store/ids.ts';
import * as store from '../store/sessions.ts';
import { Revocations, forgetWhere, SESSION_TOPIC, USER_TOPIC } from './revocation.ts';
import { codeOf, newToken, tokenHash } from './tokens.ts';

/** What an access token names: a session that may be used now, with the secret its requests are signed with, or why there is none. */
export type FoundSession = { state: 'live'; caller: Caller; code: string } | { state: 'expired' | 'unknown' };

export interface SessionStore {
  /** The session of an access token; kept in memory for a while, forgotten in every process once it ends or its owner's account is closed. */
  find(accessToken: string): Promise<FoundSession>;
  /**
   * Starts a session and ends the person's older one of the same kind of app.
   * @throws AppError AC_ACCOUNT_UN_ENABLE where the account was closed meanwhile
   */
  open(userId: string, appKind: AppKind): Promise<TokenPair>;
  /**
   * Exchanges a pair for a new one; the old one is spent at once. A refresh token that comes a second time was stolen or is replayed:
   * the whole chain ends (`api.md`).
   * @throws AppError AC_AUTH_INVALID_TOKEN, AC_AUTH_TOKEN_EXPIRED
   */
  refresh(refreshToken: string): Promise<TokenPair>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
  /** To be called once the transaction is through that ended these sessions itself: every process forgets them. */
  forget(ended: readonly { session_id: string }[]): Promise<void>;
}

export interface SessionOptions {
  db: Database;
  state: SharedState;
  clock: Clock;
  /** Of the server; `code` is derived under it. */
  secret: string;
  /** Milliseconds. */
  accessMs: number;
  refreshMs: number;
  random?: RandomBytes;
}

/** Platform tables: no tenant. */
const NOBODY: Tenant = { orgId: null, userId: null };
const CACHED_MAX = 20_000;
/** The longest a missed revocation can matter; those that arrive work at once. */
const CACHED_MS = 60_000;

interface Cached { caller: Caller; code: string; accessUntil: number; loadedAt: number }

export function createSessions({ db, state, clock, secret, accessMs, refreshMs, random = randomBytes }: SessionOptions): SessionStore {
  const cache = new LRUCache<string, Cached>({ max: CACHED_MAX });
  const revocations = new Revocations();
  revocations.listen(state, SESSION_TOPIC, (id) => forgetWhere(cache, ({ caller }) => caller.sessionId === id), () => cache.clear());
  revocations.listen(state, USER_TOPIC, (id) => forgetWhere(cache, ({ caller }) => caller.userId === id), () => cache.clear());

  const iso = (ms: number) => new Date(ms).toISOString();
  const forgetEverywhere = async (ended: readonly { session_id: string }[]) => {
    await Promise.all(ended.map(({ session_id }) => state.publish(SESSION_TOPIC, session_id)));
  };

  async function load(token: string): Promise<Cached | undefined> {
    const seen = revocations.count;
    const [[row]] = await db.read(NOBODY, [store.liveSession(tokenHash(token))]);
    if (!row) return undefined;
    const caller: Caller = { userId: row.user_id, sessionId: row.session_id, chainId: row.chain_id, appKind: row.app_kind === 'mobile' ? 'mobile' : 'web' };
    const loaded = { caller, code: codeOf(secret, token), accessUntil: Date.parse(row.access_until), loadedAt: clock.now() };
    // Something ended while the row was under way: it may have been this session.
    if (revocations.count === seen) cache.set(token, loaded);
    return loaded;
  }

  /** Writes a fresh pair; `chainId` is its own id where it begins a chain. */
  async function start(tx: Tx, userId: string, appKind: string, chainId?: string): Promise<TokenPair> {
    const now = clock.now();
    const sessionId = newId(clock, random);
    const access_token = newToken(random);
    const refresh_token = newToken(random);
    await tx.run(store.insertSession({
      session_id: sessionId, chain_id: chainId ?? sessionId, user_id: userId, app_kind: appKind,
      access_hash: tokenHash(access_token), refresh_hash: tokenHash(refresh_token),
      created_at: iso(now), access_until: iso(now + accessMs), refresh_until: iso(now + refreshMs),
    }));
    return { user_id: userId, access_token, refresh_token, code: codeOf(secret, access_token), expires_in: Math.floor(accessMs / 1000), server_time: now };
  }

  async function find(token: string): Promise<FoundSession> {
    const held = cache.get(token);
    const found = held && clock.now() - held.loadedAt < CACHED_MS ? held : await load(token);
    if (!found) return { state: 'unknown' };
    return clock.now() < found.accessUntil ? { state: 'live', caller: found.caller, code: found.code } : { state: 'expired' };
  }

  async function open(userId: string, appKind: AppKind): Promise<TokenPair> {
    const { pair, ended } = await db.transaction(NOBODY, async (tx) => {
      const now = iso(clock.now());
      const [account, ended] = await tx.batch([
        store.lockAccount(userId), store.endSessionsOfApp(userId, appKind, now), store.deleteOldSessions(userId, now),
      ]);
      if (account.length === 0) throw new AppError('AC_ACCOUNT_UN_ENABLE');
      return { pair: await start(tx, userId, appKind), ended };
    });
    await forgetEverywhere(ended);
    return pair;
  }

  async function refresh(refreshToken: string): Promise<TokenPair> {
    const hash = tokenHash(refreshToken);
    const outcome = await db.transaction(NOBODY, async (tx) => {
      const [found] = await tx.run(store.sessionByRefresh(hash));
      if (!found) return { ended: [] };
      // In turns with whoever signs in or refreshes as the same person; what was read before waiting may be out of date.
      const [account] = await tx.run(store.lockAccount(found.user_id));
      const [old] = await tx.run(store.sessionByRefresh(hash));
      if (!account || !old) return { ended: [] };
      const now = clock.now();
      if (old.spent_at !== null) return { ended: await tx.run(store.endChain(old.chain_id, iso(now))) };
      if (old.ended_at !== null) return { ended: [] };
      if (now >= Date.parse(old.refresh_until)) return { ended: [], expired: true };
      await tx.run(store.spendSession(old.session_id, iso(now)));
      return { ended: [old], pair: await start(tx, old.user_id, old.app_kind, old.chain_id) };
    });
    await forgetEverywhere(outcome.ended);
    if (!outcome.pair) throw new AppError(outcome.expired ? 'AC_AUTH_TOKEN_EXPIRED' : 'AC_AUTH_INVALID_TOKEN');
    return outcome.pair;
  }

  const endBy = async (statement: ReturnType<typeof store.endSession>) => {
    const [ended] = await db.write(NOBODY, [statement]);
    await forgetEverywhere(ended);
  };

  return {
    find, open, refresh, forget: forgetEverywhere,
    end: (sessionId) => endBy(store.endSession(sessionId, iso(clock.now()))),
    endAllOf: (userId) => endBy(store.endSessionsOfUser(userId, iso(clock.now()))),
  };
}
