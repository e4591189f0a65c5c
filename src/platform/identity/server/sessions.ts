import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AppKind, Caller, SessionLimit } from '../../context/server/context.ts';
import { NO_TENANT, type Database, type Tx } from '../../db/server/database.ts';
import { newId, type RandomBytes } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime, nowIso, type Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import type { TokenPair } from '../contract.ts';
import { openLimited } from './limited-sessions.ts';
import { isStaffAnywhere } from './queries/memberships.ts';
import * as store from './queries/sessions.ts';
import { Revocations, deleteWhere, SESSION_TOPIC, USER_TOPIC } from './revocation.ts';
import { codeOf, newToken, tokenHash } from './tokens.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    sessions: SessionStore;
  }
}

/** Result of a lookup by access token: a live session with its signing secret, or the reason why there is none. */
export type FoundSession = { state: 'live'; caller: Caller; code: string } | { state: 'expired' | 'unknown' };

/** Origin of a session, shown to its owner. */
export interface Origin {
  device: string;
  address: string;
}

/** A session as shown to its owner. The id (of the chain) stays the same when tokens are refreshed. */
export interface OwnSession extends Origin {
  id: string;
  appKind: AppKind;
  signedInAt: string;
  seenAt: string;
}

export interface SessionStore {
  /**
   * Finds the session of an access token. Results are cached; the end of a session or the closing of an account removes
   * them from the cache of every process.
   */
  find(accessToken: string): Promise<FoundSession>;
  /** Updates the time of the last request, at most once a minute. Call it after a request is authenticated. */
  touch(accessToken: string): Promise<void>;
  /**
   * Starts a session and ends the user's previous one of the same kind of app.
   *
   * @throws AppError AC_ACCOUNT_UN_ENABLE when the account is closed
   */
  open(userId: string, appKind: AppKind, from: Origin): Promise<TokenPair>;
  /** Starts a session without an account for one row, until a time in milliseconds, and ends the row's former one. */
  openLimited(limit: SessionLimit, until: number, appKind: AppKind, from: Origin): Promise<TokenPair>;
  /**
   * Exchanges a token pair for a new one and invalidates the old pair. A second use of a refresh token ends the whole
   * chain, because the token may be stolen (`api.md`).
   *
   * @throws AppError AC_AUTH_INVALID_TOKEN; AC_AUTH_TOKEN_EXPIRED when the refresh token, the idle time or the chain's
   *   lifetime has expired
   */
  refresh(refreshToken: string, from: Origin): Promise<TokenPair>;
  /** Live sessions of a user, the last used first. */
  list(userId: string): Promise<OwnSession[]>;
  /** Ends a user's session by its chain id. @returns false when there is none */
  endOwn(userId: string, id: string): Promise<boolean>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
  /** Removes sessions from the cache of every process. Call it after the commit of a transaction that ended them. */
  publishEnded(ended: readonly { session_id: string }[]): Promise<void>;
}

/** Lifetimes in milliseconds. */
export interface SessionTimes {
  accessMs: number;
  refreshMs: number;
  /** Idle time after which a session ends; `staffIdleMs` applies to staff of any organisation. */
  idleMs: number;
  staffIdleMs: number;
  /** Maximum lifetime of a chain since sign-in. */
  chainMs: number;
}

export interface SessionOptions extends SessionTimes {
  db: Database;
  state: SharedState;
  clock: Clock;
  /** The server's secret; the signing secret (`code`) of a session is derived from it. */
  secret: string;
  random?: RandomBytes;
}

const CACHED_MAX = 20_000;
/** Maximum age of a cache entry; bounds the effect of a lost revocation message. */
const CACHED_MS = 60_000;
/** Minimum interval between updates of `seen_at`; the idle time is extended by it. */
const TOUCHED_MS = 60_000;

interface Cached {
  caller: Caller;
  code: string;
  accessUntil: number;
  loadedAt: number;
  seenAt: number;
  isStaff: boolean;
}

export function createSessions({
  db,
  state,
  clock,
  secret,
  accessMs,
  refreshMs,
  idleMs,
  staffIdleMs,
  chainMs,
  random = randomBytes,
}: SessionOptions): SessionStore {
  const cache = new LRUCache<string, Cached>({ max: CACHED_MAX });
  const revocations = new Revocations();
  revocations.listen(
    state,
    SESSION_TOPIC,
    (id) => deleteWhere(cache, ({ caller }) => caller.sessionId === id),
    () => cache.clear(),
  );
  revocations.listen(
    state,
    USER_TOPIC,
    (id) => deleteWhere(cache, ({ caller }) => caller.userId === id),
    () => cache.clear(),
  );

  const publishEnded = async (ended: readonly { session_id: string }[]) => {
    await Promise.all(ended.map(({ session_id }) => state.publish(SESSION_TOPIC, session_id)));
  };

  const idleUntil = (seenAt: number, isStaff: boolean): number =>
    seenAt + (isStaff ? staffIdleMs : idleMs) + TOUCHED_MS;

  async function load(token: string): Promise<Cached | undefined> {
    const seen = revocations.count;
    const [[row]] = await db.read(NO_TENANT, [store.liveSession(tokenHash(token))]);
    if (!row) return undefined;
    const caller: Caller = {
      userId: row.user_id ?? `limited:${row.session_id}`,
      ...(row.limited_to && { limit: row.limited_to }),
      sessionId: row.session_id,
      chainId: row.chain_id,
      appKind: row.app_kind === 'mobile' ? 'mobile' : 'web',
    };
    const loaded = {
      caller,
      code: codeOf(secret, token),
      accessUntil: Date.parse(row.access_until),
      loadedAt: clock.now(),
      seenAt: Date.parse(row.seen_at),
      isStaff: row.is_staff,
    };
    // A revocation during the query may concern this session, so the result is not cached.
    if (revocations.count === seen) cache.set(token, loaded);
    return loaded;
  }

  /** Inserts a new token pair into the chain, or begins a chain. */
  async function issueTokens(
    tx: Tx,
    userId: string,
    appKind: string,
    { device, address }: Origin,
    chain?: { chain_id: string; signed_in_at: string },
  ): Promise<TokenPair> {
    const now = clock.now();
    const signedInAt = chain?.signed_in_at ?? isoTime(now);
    const last = Date.parse(signedInAt) + chainMs;
    const accessUntil = Math.min(now + accessMs, last);
    const [staff] = await tx.run(isStaffAnywhere(userId));
    const sessionId = newId(clock, random);
    const access_token = newToken(random);
    const refresh_token = newToken(random);
    await tx.run(
      store.insertSession({
        session_id: sessionId,
        chain_id: chain?.chain_id ?? sessionId,
        user_id: userId,
        app_kind: appKind,
        device,
        address,
        access_hash: tokenHash(access_token),
        refresh_hash: tokenHash(refresh_token),
        created_at: isoTime(now),
        signed_in_at: signedInAt,
        seen_at: isoTime(now),
        is_staff: staff !== undefined,
        access_until: isoTime(accessUntil),
        refresh_until: isoTime(Math.min(now + refreshMs, last)),
      }),
    );
    return {
      user_id: userId,
      access_token,
      refresh_token,
      code: codeOf(secret, access_token),
      expires_in: Math.floor((accessUntil - now) / 1000),
      server_time: now,
    };
  }

  async function find(token: string): Promise<FoundSession> {
    const cached = cache.get(token);
    const found = cached && clock.now() - cached.loadedAt < CACHED_MS ? cached : await load(token);
    if (!found) return { state: 'unknown' };
    const over = clock.now() >= Math.min(found.accessUntil, idleUntil(found.seenAt, found.isStaff));
    return over ? { state: 'expired' } : { state: 'live', caller: found.caller, code: found.code };
  }

  async function touch(token: string): Promise<void> {
    const cached = cache.get(token);
    const now = clock.now();
    if (!cached || now - cached.seenAt < TOUCHED_MS) return;
    cached.seenAt = now;
    await db.write(NO_TENANT, [store.touchSession(cached.caller.sessionId, isoTime(now))]);
  }

  async function open(userId: string, appKind: AppKind, from: Origin): Promise<TokenPair> {
    const { pair, ended } = await db.transaction({ orgId: null, userId }, async (tx) => {
      const now = nowIso(clock);
      const [account, ended] = await tx.batch([
        store.lockAccount(userId),
        store.endSessionsOfApp(userId, appKind, now),
        store.deleteOldSessions(userId, now),
      ]);
      if (account.length === 0) throw new AppError('AC_ACCOUNT_UN_ENABLE');
      return { pair: await issueTokens(tx, userId, appKind, from), ended };
    });
    await publishEnded(ended);
    return pair;
  }

  async function refresh(refreshToken: string, from: Origin): Promise<TokenPair> {
    const hash = tokenHash(refreshToken);
    const [[found]] = await db.read(NO_TENANT, [store.sessionByRefresh(hash)]);
    if (!found) throw new AppError('AC_AUTH_INVALID_TOKEN');
    const outcome = await db.transaction({ orgId: null, userId: found.user_id }, async (tx) => {
      // Read again under the lock, because a concurrent sign-in or refresh may have changed the session.
      const [account] = await tx.run(store.lockAccount(found.user_id));
      const [old] = await tx.run(store.sessionByRefresh(hash));
      if (!account || !old) return { ended: [] };
      const now = clock.now();
      if (old.spent_at !== null) return { ended: await tx.run(store.endChain(old.chain_id, isoTime(now))) };
      if (old.ended_at !== null) return { ended: [] };
      if (now >= Math.min(Date.parse(old.refresh_until), idleUntil(Date.parse(old.seen_at), old.is_staff)))
        return { ended: [], expired: true };
      await tx.run(store.spendSession(old.session_id, isoTime(now)));
      return { ended: [old], pair: await issueTokens(tx, old.user_id, old.app_kind, from, old) };
    });
    await publishEnded(outcome.ended);
    if (!outcome.pair) throw new AppError(outcome.expired ? 'AC_AUTH_TOKEN_EXPIRED' : 'AC_AUTH_INVALID_TOKEN');
    return outcome.pair;
  }

  const runEnding = async (statement: ReturnType<typeof store.endSession>) => {
    const [ended] = await db.write(NO_TENANT, [statement]);
    await publishEnded(ended);
  };

  return {
    find,
    touch,
    open,
    openLimited: (limit, until, appKind, from) =>
      openLimited({ db, clock, secret, random, publishEnded }, limit, { until, appKind, from }),
    refresh,
    publishEnded,
    async list(userId) {
      const now = clock.now();
      const [found] = await db.read(NO_TENANT, [store.sessionsOf(userId, isoTime(now))]);
      return found
        .filter(({ seen_at, is_staff }) => now < idleUntil(Date.parse(seen_at), is_staff))
        .map(({ chain_id: id, app_kind, device, address, signed_in_at, seen_at }) => ({
          id,
          appKind: app_kind === 'mobile' ? ('mobile' as const) : ('web' as const),
          device,
          address,
          signedInAt: signed_in_at,
          seenAt: seen_at,
        }));
    },
    async endOwn(userId, id) {
      const [ended] = await db.write(NO_TENANT, [store.endSessionOf(userId, id, nowIso(clock))]);
      await publishEnded(ended);
      return ended.length > 0;
    },
    end: (sessionId) => runEnding(store.endSession(sessionId, nowIso(clock))),
    endAllOf: (userId) => runEnding(store.endSessionsOfUser(userId, nowIso(clock))),
  };
}
