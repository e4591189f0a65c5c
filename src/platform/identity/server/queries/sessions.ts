import { sql, type Insertable } from 'kysely';
import { qb } from '../../../db/server/query-builder.ts';

/** One pair of tokens. A refresh ends the row and starts another of the same chain; tokens are kept as SHA-256 only. */
export interface SessionsTable {
  session_id: string;
  chain_id: string;
  user_id: string;
  app_kind: string;
  access_hash: string;
  refresh_hash: string;
  created_at: string;
  /** When the chain began. */
  signed_in_at: string;
  /** Its last call, within a minute. */
  seen_at: string;
  is_staff: boolean;
  /** What a person calls it (`deviceOf`), and the network address it came from last. */
  device: string;
  address: string;
  access_until: string;
  refresh_until: string;
  /** The pair was exchanged: its refresh token coming again ends the chain. */
  spent_at: string | null;
  ended_at: string | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    sessions: SessionsTable;
  }
}

/** The live session of an access token whose owner may still sign in. */
export const liveSession = (accessHash: string) =>
  qb
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.user_id', 's.user_id')
    .select(['s.session_id', 's.chain_id', 's.user_id', 's.app_kind', 's.access_until', 's.seen_at', 's.is_staff'])
    .where('s.access_hash', '=', accessHash)
    .where('s.ended_at', 'is', null)
    .where('a.enabled', '=', true);

/** What a person calls a session, as long as it lasts and they may sign in. */
export const liveChain = (chainId: string) =>
  qb
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.user_id', 's.user_id')
    .select('s.user_id')
    .where('s.chain_id', '=', chainId)
    .where('s.ended_at', 'is', null)
    .where('a.enabled', '=', true)
    .limit(1);

/** Whoever opens or exchanges sessions of a person takes turns. */
export const lockAccount = (userId: string) =>
  qb
    .selectFrom('accounts')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled', '=', true)
    .forNoKeyUpdate();

export const insertSession = (session: Insertable<SessionsTable>) => qb.insertInto('sessions').values(session);

export const sessionByRefresh = (refreshHash: string) =>
  qb
    .selectFrom('sessions')
    .select([
      'session_id',
      'chain_id',
      'user_id',
      'app_kind',
      'refresh_until',
      'spent_at',
      'ended_at',
      'signed_in_at',
      'seen_at',
      'is_staff',
    ])
    .where('refresh_hash', '=', refreshHash);

/** Notes a call of a session. */
export const touchSession = (sessionId: string, at: string) =>
  qb.updateTable('sessions').set({ seen_at: at }).where('session_id', '=', sessionId).where('ended_at', 'is', null);

/** The sessions that a person may still use, but for those that have rested too long. */
export const sessionsOf = (userId: string, at: string) =>
  qb
    .selectFrom('sessions')
    .select(['session_id', 'chain_id', 'app_kind', 'device', 'address', 'signed_in_at', 'seen_at', 'is_staff'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('refresh_until', '>', at)
    .orderBy('seen_at', 'desc');

/** Marks a pair as exchanged; answers 0 where somebody else was first. */
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
/** All of a person's but one chain. */
export const endOtherSessions = (userId: string, chainId: string, at: string) =>
  ending(at).where('user_id', '=', userId).where('chain_id', '<>', chainId).returning('session_id');
export const endSessionOf = (userId: string, chainId: string, at: string) =>
  ending(at).where('user_id', '=', userId).where('chain_id', '=', chainId).returning('session_id');
export const endSession = (sessionId: string, at: string) =>
  ending(at).where('session_id', '=', sessionId).returning('session_id');
export const endSessionsOfUsers = (userIds: readonly string[], at: string) =>
  ending(at)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .returning('session_id');
export const endSessionsOfUser = (userId: string, at: string) =>
  ending(at).where('user_id', '=', userId).returning('session_id');

/** Pairs past their refresh time answer nothing any more, whatever became of them. */
export const deleteOldSessions = (userId: string, before: string) =>
  qb.deleteFrom('sessions').where('user_id', '=', userId).where('refresh_until', '<', before);
