import type { TokenPair } from '../../identity/contract.ts';
import { ApiError } from './api-error.ts';
import type { TabLock } from './lock.ts';
import { sessionFrom, type Session, type SessionStore } from './session-store.ts';

/** In milliseconds. A token with less time left is exchanged (`spec §4`). */
export const REFRESH_BELOW_MS = 1_800_000;
/** In milliseconds. Pause after an exchange that failed in the network; the current token is used meanwhile. */
const PAUSE_MS = 30_000;

const left = (session: Session, now: number): number => session.expires_at - (now + session.differtimestamp);

export const sessionEnded = (): ApiError => new ApiError({ code: 'AC_AUTH_INVALID_TOKEN', status: 401, message: '' });

interface Dependencies {
  store: SessionStore;
  lock: TabLock;
  now: () => number;
  /** The call that exchanges a refresh token for a new pair. */
  exchange: (refreshToken: string) => Promise<TokenPair>;
}

/**
 * Returns sessions with enough time left. A refresh token is used once across all tabs, because a second use revokes
 * the session (`api.md`, sign-in).
 */
export function createTokenRefresh({ store, lock, now, exchange }: Dependencies) {
  let running: Promise<Session> | undefined;
  let pausedUntil = 0;

  const exchangeOnce = (stale: Session): Promise<Session> =>
    lock(async () => {
      const current = store.session();
      if (current === undefined) throw sessionEnded();
      // Another tab refreshed while this one waited for the lock.
      if (current.access_token !== stale.access_token) return current;
      try {
        const fresh = sessionFrom(await exchange(current.refresh_token), now(), current.source, current.suite_id);
        // The user signed out meanwhile, here or in another tab; the new pair must not sign in again.
        if (store.session()?.access_token !== current.access_token) throw sessionEnded();
        store.setSession(fresh);
        return fresh;
      } catch (error) {
        const other = store.session();
        if (other !== undefined && other.access_token !== current.access_token) return other;
        if (left(current, now()) <= 0 || (error instanceof ApiError && error.status === 401)) throw error;
        pausedUntil = now() + PAUSE_MS;
        return current;
      }
    });

  const refresh = (stale: Session): Promise<Session> => {
    running ??= exchangeOnce(stale).finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    /** The session to sign with. @throws ApiError `AC_AUTH_INVALID_TOKEN` without a session */
    async fresh(): Promise<Session> {
      const session = store.session();
      if (session === undefined) throw sessionEnded();
      const remains = left(session, now());
      if (remains >= REFRESH_BELOW_MS || (remains > 0 && now() < pausedUntil)) return session;
      return refresh(session);
    },

    /** The session that replaced a rejected token, here or in another tab; undefined if none did. */
    async replacementOf(accessToken: string): Promise<Session | undefined> {
      const session = await lock(() => Promise.resolve(store.session()));
      return session?.access_token === accessToken ? undefined : session;
    },
  };
}
export type TokenRefresh = ReturnType<typeof createTokenRefresh>;
