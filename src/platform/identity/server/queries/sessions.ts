import { sql, type Generated, type Insertable } from 'kysely';
import type { ServiceGrant, SessionLimit } from '../../../context/server/context.ts';
import { compileOnce } from '../../../db/server/compile-once.ts';
import { qb } from '../../../db/server/query-builder.ts';

/** A token pair; only SHA-256 hashes are stored. A refresh ends the row and inserts another of the same chain. */
export interface SessionsTable {
  session_id: string;
  chain_id: string;
  /** Null for a limited session, which belongs to no account. */
  user_id: string | null;
  /** What a limited session may act on. */
  limited_to: SessionLimit | null;
  /** The organisation whose identity provider vouched for the user; the session acts in no other one. */
  only_org: string | null;
  /** The session at the identity server that it began with (`outsideSid`). */
  outside_sid: Generated<string | null>;
  /** Roles that its sign-in stated at the identity server. */
  claimed_roles: Generated<number[] | null>;
  /** The grant of a service account. */
  service: ServiceGrant | null;
  app_kind: string;
  access_hash: string;
  refresh_hash: string;
  created_at: string;
  /** Time of the sign-in that began the chain. */
  signed_in_at: string;
  /** Time of the last request, accurate to a minute. */
  seen_at: string;
  is_staff: boolean;
  /** Display name of the device (`deviceOf`). */
  device: string;
  /** Last network address. */
  address: string;
  access_until: string;
  refresh_until: string;
  /** Time of the exchange. A second use of the refresh token ends the chain. */
  spent_at: string | null;
  ended_at: string | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    sessions: SessionsTable;
  }
}

const live = compileOnce(({ accessHash }: { accessHash: string }) =>
  qb
    .selectFrom('sessions as s')
    .leftJoin('accounts as a', 'a.user_id', 's.user_id')
    .select(['s.session_id', 's.chain_id', 's.user_id', 's.app_kind', 's.access_until', 's.seen_at', 's.is_staff'])
    .select(['s.limited_to', 's.only_org', 's.claimed_roles', 's.service', 'a.password_initial'])
    .where('s.access_hash', '=', accessHash)
    .where('s.ended_at', 'is', null)
    .where(sql<boolean>`(a.enabled or (s.user_id is null and s.limited_to is not null))`),
);
/** The live session of an access token, if it is limited or its account is enabled. */
export const liveSession = (accessHash: string) => live({ accessHash });

/** User of a live chain, if the account is enabled. */
export const liveChain = (chainId: string) =>
  qb
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.user_id', 's.user_id')
    .select('a.user_id')
    .where('s.chain_id', '=', chainId)
    .where('s.ended_at', 'is', null)
    .where('a.enabled', '=', true)
    .limit(1);

/** Locks an enabled account, so that changes of its sessions run one after another. */
export const lockAccount = (userId: string) =>
  qb
    .selectFrom('accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled', '=', true)
    .forNoKeyUpdate();

export const insertSession = ({
  limited_to,
  service,
  ...session
}: Omit<Insertable<SessionsTable>, 'limited_to' | 'service'> & {
  limited_to?: SessionLimit;
  service?: ServiceGrant;
}) =>
  qb.insertInto('sessions').values({
    ...session,
    service: service ? sql<ServiceGrant>`${JSON.stringify(service)}::jsonb` : null,
    limited_to: limited_to ? sql<SessionLimit>`${JSON.stringify(limited_to)}::jsonb` : null,
  });

/** Ends the limited sessions of a row. */
export const endLimitedTo = ({ orgId, rowId }: Pick<SessionLimit, 'orgId' | 'rowId'>, at: string) =>
  qb
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('user_id', 'is', null)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`limited_to ->> 'rowId' = ${rowId} and limited_to ->> 'orgId' = ${orgId}`)
    .returning('session_id');
/** Deletes limited sessions that are over. */
export const deleteOldLimited = (before: string) =>
  qb.deleteFrom('sessions').where('user_id', 'is', null).where('refresh_until', '<', before);

export const sessionByRefresh = (refreshHash: string) =>
  qb
    .selectFrom('sessions')
    .select(sql<string>`user_id`.as('user_id'))
    .select([
      'session_id',
      'chain_id',
      'app_kind',
      'refresh_until',
      'spent_at',
      'ended_at',
      'signed_in_at',
      'seen_at',
      'is_staff',
      'only_org',
      'outside_sid',
      'claimed_roles',
    ])
    .where('refresh_hash', '=', refreshHash)
    .where('user_id', 'is not', null)
    // A system proves itself again instead.
    .where('service', 'is', null);

/** Updates the time of the last request. */
const touched = compileOnce(({ sessionId, at }: { sessionId: string; at: string }) =>
  qb.updateTable('sessions').set({ seen_at: at }).where('session_id', '=', sessionId).where('ended_at', 'is', null),
);
export const touchSession = (sessionId: string, at: string) => touched({ sessionId, at });

/** Sessions of a user that can still be refreshed; the caller excludes idle ones. */
export const sessionsOf = (userId: string, at: string) =>
  qb
    .selectFrom('sessions')
    .select(['session_id', 'chain_id', 'app_kind', 'device', 'address', 'signed_in_at', 'seen_at', 'is_staff'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('refresh_until', '>', at)
    .orderBy('seen_at', 'desc');

/** Marks a pair as exchanged; updates no row when the session has already ended. */
export const spendSession = (sessionId: string, at: string) =>
  qb
    .updateTable('sessions')
    .set({ spent_at: at, ended_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null);

const ending = (at: string) => qb.updateTable('sessions').set({ ended_at: at }).where('ended_at', 'is', null);

export const endSessionsOfApp = (userId: string, appKind: string, at: string) =>
  ending(at).where('user_id', '=', userId).where('app_kind', '=', appKind).returning('session_id');
export const endChain = (chainId: string, at: string) =>
  ending(at).where('chain_id', '=', chainId).returning('session_id');
/** Ends all sessions of a user except one chain. */
export const endOtherSessions = (userId: string, chainId: string, at: string) =>
  ending(at).where('user_id', '=', userId).where('chain_id', '<>', chainId).returning('session_id');
export const endSessionOf = (userId: string, chainId: string, at: string) =>
  ending(at).where('user_id', '=', userId).where('chain_id', '=', chainId).returning('session_id');
/** Ends the sessions that a provider of this organisation vouched for. */
export const endSessionsOnlyOf = (orgId: string, at: string) =>
  ending(at).where('only_org', '=', orgId).returning('session_id');
/** Ends a person's sessions that a provider of this organisation vouched for. */
export const endVouchedSessionsOf = (orgId: string, userId: string, at: string) =>
  ending(at).where('only_org', '=', orgId).where('user_id', '=', userId).returning(['session_id', 'user_id']);
/** Ends the sessions that began with one session at the identity server of this organisation. */
export const endSessionsOfSid = (orgId: string, outsideSid: string, at: string, userId: string | undefined) => {
  const found = ending(at).where('only_org', '=', orgId).where('outside_sid', '=', outsideSid);
  return (userId === undefined ? found : found.where('user_id', '=', userId)).returning(['session_id', 'user_id']);
};
export const endSession = (sessionId: string, at: string) =>
  ending(at).where('session_id', '=', sessionId).returning('session_id');
export const endSessionsOfUsers = (userIds: readonly string[], at: string) =>
  ending(at)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .returning('session_id');
export const endSessionsOfUser = (userId: string, at: string) =>
  ending(at).where('user_id', '=', userId).returning('session_id');

/** Deletes pairs whose refresh token has expired. */
export const deleteOldSessions = (userId: string, before: string) =>
  qb.deleteFrom('sessions').where('user_id', '=', userId).where('refresh_until', '<', before);
