import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isStaffAnywhere } from '../../access/server/queries/memberships.ts';
import type { AppKind, Caller } from '../../context/server/context.ts';
import type { Database, Tenant, Tx } from '../../db/server/database.ts';
import { newId, type RandomBytes } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime, nowIso, type Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import type { TokenPair } from '../contract.ts';
import * as store from './queries/sessions.ts';
import { Revocations, forgetWhere, SESSION_TOPIC, USER_TOPIC } from './revocation.ts';
import { codeOf, newToken, tokenHash } from './tokens.ts';

/**
 * What an access token names: a session that may be used now, with the secret its requests are signed with, or why
 * there is none.
 */
export type FoundSession = { state: 'live'; caller: Caller; code: string } | { state: 'expired' | 'unknown' };

/** Where somebody comes from, told to the owner of the session. */
export interface Origin {
  device: string;
  address: string;
}

/** A session as its owner sees it; its id stays the same through exchanges of tokens. */
export interface OwnSession extends Origin {
  id: string;
  appKind: AppKind;
  signedInAt: string;
  seenAt: string;
}

export interface SessionStore {
  /**
   * The session of an access token; kept in memory for a while, forgotten in every process once it ends or its owner's
   * account is closed.
   */
  find(accessToken: string): Promise<FoundSession>;
  /**
   * To be called once a call of the session is proved: what is not used for long ends. Written down once a minute at
   * most.
   */
  touch(accessToken: string): Promise<void>;
  /**
   * Starts a session and ends the person's older one of the same kind of app.
   *
   * @throws AppError AC_ACCOUNT_UN_ENABLE where the account was closed meanwhile
   */
  open(userId: string, appKind: AppKind, from: Origin): Promise<TokenPair>;
  /**
   * Exchanges a pair for a new one; the old one is spent at once. A refresh token that comes a second time was stolen
   * or is replayed: the whole chain ends (`api.md`).
   *
   * @throws AppError AC_AUTH_INVALID_TOKEN; AC_AUTH_TOKEN_EXPIRED where its time is over, it rested too long, or the
   *   chain is as old as one may become
   */
  refresh(refreshToken: string, from: Origin): Promise<TokenPair>;
  /** A person's sessions, the last used first. */
  of(userId: string): Promise<OwnSession[]>;
  /** Ends one of a person's own. @returns false where there is none */
  endOwn(userId: string, id: string): Promise<boolean>;
  end(sessionId: string): Promise<void>;
  endAllOf(userId: string): Promise<void>;
  /** To be called once the transaction is through that ended these sessions itself: every process forgets them. */
  forget(ended: readonly { session_id: string }[]): Promise<void>;
}

/** Milliseconds. */
export interface SessionTimes {
  accessMs: number;
  refreshMs: number;
  /** Without a call for so long, and a session is over; `staffIdleMs` for whoever is staff anywhere. */
  idleMs: number;
  staffIdleMs: number;
  /** From signing in on, however often tokens were exchanged. */
  chainMs: number;
}

export interface SessionOptions extends SessionTimes {
  db: Database;
  state: SharedState;
  clock: Clock;
  /** Of the server; `code` is derived under it. */
  secret: string;
  random?: RandomBytes;
}

/** Platform tables: no tenant. */
const NOBODY: Tenant = { orgId: null, userId: null };
const CACHED_MAX = 20_000;
/** The longest a missed revocation can matter; those that arrive work at once. */
const CACHED_MS = 60_000;
/** Calls within this are not written down, so that a session may rest so much longer. */
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
    (id) => forgetWhere(cache, ({ caller }) => caller.sessionId === id),
    () => cache.clear(),
  );
  revocations.listen(
    state,
    USER_TOPIC,
    (id) => forgetWhere(cache, ({ caller }) => caller.userId === id),
    () => cache.clear(),
  );

  const forgetEverywhere = async (ended: readonly { session_id: string }[]) => {
    await Promise.all(ended.map(({ session_id }) => state.publish(SESSION_TOPIC, session_id)));
  };

  const restsUntil = (seenAt: number, isStaff: boolean): number =>
    seenAt + (isStaff ? staffIdleMs : idleMs) + TOUCHED_MS;

  async function load(token: string): Promise<Cached | undefined> {
    const seen = revocations.count;
    const [[row]] = await db.read(NOBODY, [store.liveSession(tokenHash(token))]);
    if (!row) return undefined;
    const caller: Caller = {
      userId: row.user_id,
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
    // Something ended while the row was under way: it may have been this session.
    if (revocations.count === seen) cache.set(token, loaded);
    return loaded;
  }

  /** Writes a fresh pair; without a chain it begins one. */
  async function start(
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
    const held = cache.get(token);
    const found = held && clock.now() - held.loadedAt < CACHED_MS ? held : await load(token);
    if (!found) return { state: 'unknown' };
    const over = clock.now() >= Math.min(found.accessUntil, restsUntil(found.seenAt, found.isStaff));
    return over ? { state: 'expired' } : { state: 'live', caller: found.caller, code: found.code };
  }

  async function touch(token: string): Promise<void> {
    const held = cache.get(token);
    const now = clock.now();
    if (!held || now - held.seenAt < TOUCHED_MS) return;
    held.seenAt = now;
    await db.write(NOBODY, [store.touchSession(held.caller.sessionId, isoTime(now))]);
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
      return { pair: await start(tx, userId, appKind, from), ended };
    });
    await forgetEverywhere(ended);
    return pair;
  }

  async function refresh(refreshToken: string, from: Origin): Promise<TokenPair> {
    const hash = tokenHash(refreshToken);
    const [[found]] = await db.read(NOBODY, [store.sessionByRefresh(hash)]);
    if (!found) throw new AppError('AC_AUTH_INVALID_TOKEN');
    const outcome = await db.transaction({ orgId: null, userId: found.user_id }, async (tx) => {
      // In turns with whoever signs in or refreshes as the same person; what was read before waiting may be out of date.
      const [account] = await tx.run(store.lockAccount(found.user_id));
      const [old] = await tx.run(store.sessionByRefresh(hash));
      if (!account || !old) return { ended: [] };
      const now = clock.now();
      if (old.spent_at !== null) return { ended: await tx.run(store.endChain(old.chain_id, isoTime(now))) };
      if (old.ended_at !== null) return { ended: [] };
      if (now >= Math.min(Date.parse(old.refresh_until), restsUntil(Date.parse(old.seen_at), old.is_staff)))
        return { ended: [], expired: true };
      await tx.run(store.spendSession(old.session_id, isoTime(now)));
      return { ended: [old], pair: await start(tx, old.user_id, old.app_kind, from, old) };
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
    find,
    touch,
    open,
    refresh,
    forget: forgetEverywhere,
    async of(userId) {
      const now = clock.now();
      const [found] = await db.read(NOBODY, [store.sessionsOf(userId, isoTime(now))]);
      return found
        .filter(({ seen_at, is_staff }) => now < restsUntil(Date.parse(seen_at), is_staff))
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
      const [ended] = await db.write(NOBODY, [store.endSessionOf(userId, id, nowIso(clock))]);
      await forgetEverywhere(ended);
      return ended.length > 0;
    },
    end: (sessionId) => endBy(store.endSession(sessionId, nowIso(clock))),
    endAllOf: (userId) => endBy(store.endSessionsOfUser(userId, nowIso(clock))),
  };
}
