import type { TokenPair } from '../../identity/contract.ts';
import { ApiError } from './api-error.ts';
import type { TabLock } from './lock.ts';
import { sessionFrom, type Session, type SessionStore } from './session-store.ts';

/** A token is exchanged when less than this is left of it (`spec §4`). */
export const REFRESH_BELOW_MS = 1_800_000;
/** After an exchange that the network lost, the token at hand serves on for this long before the next try. */
const PAUSE_MS = 30_000;

const left = (session: Session, now: number): number => session.expires_at - (now + session.differtimestamp);

const sessionEnded = (): ApiError => new ApiError({ code: 'AC_AUTH_INVALID_TOKEN', status: 401, message: '' });

interface Machine {
  store: SessionStore;
  lock: TabLock;
  now: () => number;
  /** The call that exchanges a refresh token for a new pair. */
  exchange: (refreshToken: string) => Promise<TokenPair>;
}

/**
 * Hands out sessions that hold long enough. However many requests wait, and in however many tabs, a refresh token is
 * spent once: using it a second time ends the whole chain (`api.md`, sign-in).
 */
export function sessionKeeper({ store, lock, now, exchange }: Machine) {
  let running: Promise<Session> | undefined;
  let pausedUntil = 0;

  const exchangeOnce = (stale: Session): Promise<Session> =>
    lock(async () => {
      const current = store.session();
      if (current === undefined) throw sessionEnded();
      // Another tab did it while this one waited.
      if (current.access_token !== stale.access_token) return current;
      try {
        const fresh = sessionFrom(await exchange(current.refresh_token), now(), current.source, current.suite_id);
        // Signed out meanwhile, here or in another tab: a new pair must not bring the person back.
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
    /** The session to sign with. @throws ApiError `AC_AUTH_INVALID_TOKEN` where there is none. */
    async fresh(): Promise<Session> {
      const session = store.session();
      if (session === undefined) throw sessionEnded();
      const remains = left(session, now());
      if (remains >= REFRESH_BELOW_MS || (remains > 0 && now() < pausedUntil)) return session;
      return refresh(session);
    },

    /** After a token was refused: the session that replaced it meanwhile, here or in another tab, if one did. */
    async replacementOf(accessToken: string): Promise<Session | undefined> {
      const session = await lock(() => Promise.resolve(store.session()));
      return session?.access_token === accessToken ? undefined : session;
    },
  };
}
export type SessionKeeper = ReturnType<typeof sessionKeeper>;
