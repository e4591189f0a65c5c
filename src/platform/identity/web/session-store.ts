import { hasTypes, isRecord, keysWith, slot } from '../../http/web/storage.ts';
import type { TokenPair } from '../contract.ts';

/**
 * Where a session lives in the browser: `localStorage`, because all tabs share one session. A second sign-in with the
 * same kind of app ends the first, so a session per tab (`sessionStorage`) would make two tabs throw each other out,
 * and a tab could not notice that another one changed organisation or role (`spec §4`).
 *
 * The price: script that runs in the page could read the tokens, and they outlive the browser window. Against that
 * stand the content security policy without inline script and eval, the nonce and MAC on every call, the server's
 * lifetime of a session, and sign-out, which ends the session at the server and clears all of this.
 */
export interface Session {
  user_id: string;
  access_token: string;
  refresh_token: string;
  /** Signing secret. */
  code: string;
  /** Server time in milliseconds at which the access token ends. */
  expires_at: number;
  /** Server clock minus client clock, in milliseconds. */
  differtimestamp: number;
  /** How the session came about (`spec §3`): `password`, later third parties. */
  source: string;
  suite_id?: string;
}

/** As whom a person works: sent with every call. Students and parents have no role. */
export interface Choice {
  identity: number;
  org_id: string;
  org_type: number;
  role_id: number | null;
}

/** Proof of second-step verification (`spec §3`). */
export interface SecondaryToken {
  secondary_token: string;
  expires_at: number;
}

/** What was typed and not yet sent lies under names that begin so, sealed. */
export const DRAFTS = 'xinyu.draft.';

const isSession = (value: unknown): value is Session =>
  isRecord(value) &&
  hasTypes(value, {
    user_id: 'string',
    access_token: 'string',
    refresh_token: 'string',
    code: 'string',
    expires_at: 'number',
    differtimestamp: 'number',
    source: 'string',
  });

const isChoice = (value: unknown): value is Choice =>
  isRecord(value) &&
  hasTypes(value, { identity: 'number', org_id: 'string', org_type: 'number' }) &&
  (value.role_id === null || typeof value.role_id === 'number');

const isSecondary = (value: unknown): value is SecondaryToken =>
  isRecord(value) && hasTypes(value, { secondary_token: 'string', expires_at: 'number' });

export const sameChoice = (a: Choice | undefined, b: Choice | undefined): boolean =>
  a?.identity === b?.identity && a?.org_id === b?.org_id && a?.role_id === b?.role_id;

export function createSessionStore(storage: Storage) {
  const session = slot(storage, 'xinyu.session', isSession);
  const stored = slot(storage, 'xinyu.choice', isChoice);
  const secondary = slot(storage, 'xinyu.secondary', isSecondary);
  let own: Choice | undefined;
  let draftKey: string | undefined;

  /** A proof holds for the organisation that it was asked in. */
  function store(choice: Choice): void {
    if (stored.get()?.org_id !== choice.org_id) secondary.clear();
    stored.set(choice);
  }

  return {
    keys: { session: session.key, choice: stored.key, secondary: secondary.key },
    session: session.get,
    setSession: session.set,

    /**
     * As whom this window works: another tab may have stored something else since, and this one keeps to its own until
     * it is reloaded.
     */
    choice: () => own,
    storedChoice: stored.get,
    /** Makes a choice that holds for this window and for those opened later. */
    choose(choice: Choice) {
      own = choice;
      store(choice);
    },
    /** For the page that is about to be reloaded: stored, while this window's last requests still go out as before. */
    chooseForReload: store,
    forgetChoice() {
      own = undefined;
      stored.clear();
    },

    /** The stored proof while it holds; one that has run out is cleared. */
    secondaryToken(now: number): string | undefined {
      const token = secondary.get();
      if (token === undefined || token.expires_at > now) return token?.secondary_token;
      secondary.clear();
      return undefined;
    },
    /** Until when it holds. */
    secondaryUntil: (): number | undefined => secondary.get()?.expires_at,
    setSecondary: secondary.set,
    clearSecondary: secondary.clear,

    /** What drafts are sealed with, as the server told it: in memory alone, so that the storage by itself tells nothing. */
    draftKey: () => draftKey,
    setDraftKey(key: string) {
      draftKey = key;
    },

    /** Everything that belongs to the person; the device's own settings (theme) stay. */
    clear() {
      own = undefined;
      draftKey = undefined;
      for (const each of [session, stored, secondary]) each.clear();
      for (const key of keysWith(storage, DRAFTS)) storage.removeItem(key);
    },
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;

/** A session from what sign-in or refresh answered at `now`, the client's clock. */
export const sessionFrom = (pair: TokenPair, now: number, source: string, suiteId?: string): Session => ({
  user_id: pair.user_id,
  access_token: pair.access_token,
  refresh_token: pair.refresh_token,
  code: pair.code,
  expires_at: pair.server_time + pair.expires_in * 1000,
  differtimestamp: pair.server_time - now,
  source,
  ...(suiteId !== undefined && { suite_id: suiteId }),
});
