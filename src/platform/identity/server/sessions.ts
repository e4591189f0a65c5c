import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AppKind, Caller } from '../../context/server/context.ts';
import { NO_TENANT, type Database, type Tx } from '../../db/server/database.ts';
import { newId, type RandomBytes } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime, nowIso, type Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import type { TokenPair } from '../contract.ts';
import { openLimited, openService } from './limited-sessions.ts';
import { liveOwn } from './own-sessions.ts';
import type { Origin } from './own-sessions.ts';
import { isStaffAnywhere, onlySuspended } from './queries/memberships.ts';
import * as store from './queries/sessions.ts';
import { Revocations, deleteWhere, SESSION_TOPIC, USER_TOPIC } from './revocation.ts';
import type { FoundSession, SessionStore, Vouched } from './session-store.ts';
import { codeOf, newToken, tokenHash } from './tokens.ts';

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

/** What a session keeps over every exchange of tokens; a new one has no id yet. */
interface Chain {
  chain_id?: string;
  signed_in_at?: string;
  only_org: string | null;
  outside_sid: string | null;
  claimed_roles: number[] | null;
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
      ...(row.service && { service: row.service }),
      // Whom an organisation vouches for did not use the password.
      ...(row.password_initial && row.only_org === null && { mustChangePassword: true }),
      ...(row.only_org !== null && { onlyOrg: row.only_org }),
      ...(row.claimed_roles !== null && { claimedRoles: row.claimed_roles }),
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
    chain: Chain,
  ): Promise<TokenPair> {
    const now = clock.now();
    const signedInAt = chain.signed_in_at ?? isoTime(now);
    const last = Date.parse(signedInAt) + chainMs;
    const accessUntil = Math.min(now + accessMs, last);
    const [staff] = await tx.run(isStaffAnywhere(userId));
    const sessionId = newId(clock, random);
    const access_token = newToken(random);
    const refresh_token = newToken(random);
    await tx.run(
      store.insertSession({
        session_id: sessionId,
        chain_id: chain.chain_id ?? sessionId,
        user_id: userId,
        only_org: chain.only_org,
        outside_sid: chain.outside_sid,
        claimed_roles: chain.claimed_roles,
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

  async function open(userId: string, appKind: AppKind, from: Origin, vouched?: Vouched): Promise<TokenPair> {
    const { pair, ended } = await db.transaction({ orgId: null, userId }, async (tx) => {
      const now = nowIso(clock);
      const [account, suspended, ended] = await tx.batch([
        store.lockAccount(userId),
        onlySuspended(userId),
        store.endSessionsOfApp(userId, appKind, now),
        store.deleteOldSessions(userId, now),
      ]);
      if (account.length === 0) throw new AppError('AC_ACCOUNT_UN_ENABLE');
      if (suspended.length > 0) throw new AppError('PSY_ORG_SUSPENDED');
      const { orgId: only_org = null, outsideSid: outside_sid = null, claimedRoles } = vouched ?? {};
      const chain = { only_org, outside_sid, claimed_roles: claimedRoles ? [...claimedRoles] : null };
      return { pair: await issueTokens(tx, userId, appKind, from, chain), ended };
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
    openService: (userId, grant, until, from) =>
      openService({ db, clock, secret, random, publishEnded }, userId, {
        grant,
        until: Math.min(until, clock.now() + accessMs),
        from,
      }),
    refresh,
    publishEnded,
    list: (userId) => liveOwn({ db, clock, idleUntil }, userId),
    async endOwn(userId, id) {
      const [ended] = await db.write(NO_TENANT, [store.endSessionOf(userId, id, nowIso(clock))]);
      await publishEnded(ended);
      return ended.length > 0;
    },
    end: (sessionId) => runEnding(store.endSession(sessionId, nowIso(clock))),
    endAllOf: (userId) => runEnding(store.endSessionsOfUser(userId, nowIso(clock))),
  };
}
