import type { AppKind, Caller, ServiceGrant, SessionLimit } from '../../context/server/context.ts';
import type { TokenPair } from '../contract.ts';
import type { OpenedService } from './limited-sessions.ts';
import type { Origin, OwnSession } from './own-sessions.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    sessions: SessionStore;
  }
}

/** Result of a lookup by access token: a live session with its signing secret, or the reason why there is none. */
export type FoundSession = { state: 'live'; caller: Caller; code: string } | { state: 'expired' | 'unknown' };

/** The organisation whose identity provider vouched for a user, and what it said. */
export interface Vouched {
  orgId: string;
  /** The user's session there (`outsideSid`). */
  outsideSid?: string | undefined;
  /** The roles that its claims state. */
  claimedRoles?: readonly number[];
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
   * @param vouched Where an organisation's identity provider vouched for the user: the session acts nowhere else
   * @throws AppError AC_ACCOUNT_UN_ENABLE when the account is closed
   */
  open(userId: string, appKind: AppKind, from: Origin, vouched?: Vouched): Promise<TokenPair>;
  /** Starts a session without an account for one row, until a time in milliseconds, and ends the row's former one. */
  openLimited(limit: SessionLimit, until: number, appKind: AppKind, from: Origin): Promise<TokenPair>;
  /**
   * Starts a session of a service account. Its other sessions go on, because a system may run in several processes.
   *
   * @throws AppError AC_ACCOUNT_UN_ENABLE when the account is closed
   */
  openService(userId: string, grant: ServiceGrant, until: number, from: Origin): Promise<OpenedService>;
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
