import type { TokenPair } from '../../identity/contract.ts';
import { hasTypes, isRecord, keysWith, slot } from '../../state/web/storage.ts';

/**
 * Session in the browser's `localStorage`, shared by all tabs: with `sessionStorage` a sign-in in a second tab would
 * end the session of the first (`spec §4`). Scripts in the page could read the tokens; the content security policy,
 * nonce and MAC on every request and the session's lifetime on the server limit this risk.
 */
export interface Session {
  user_id: string;
  access_token: string;
  refresh_token: string;
  /** Signing secret of the session. */
  code: string;
  /** Server time in milliseconds at which the access token expires. */
  expires_at: number;
  /** Server clock minus client clock, in milliseconds. */
  differtimestamp: number;
  /** Sign-in method (`spec §3`): `password`, later third parties. */
  source: string;
  suite_id?: string;
}

/** Identity, organisation and role of the user, sent with every request. Students and parents have no role. */
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

/** Areas whose pages were shown without second-step verification at the last visit, to one user in one role. */
interface Opened {
  of: string;
  areas: readonly unknown[];
}

/** Prefix of the storage keys of encrypted drafts. */
export const DRAFT_PREFIX = 'xinyu.draft.';

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

const isOpened = (value: unknown): value is Opened =>
  isRecord(value) && typeof value.of === 'string' && Array.isArray(value.areas);

const isSecondary = (value: unknown): value is SecondaryToken =>
  isRecord(value) && hasTypes(value, { secondary_token: 'string', expires_at: 'number' });

export const sameChoice = (a: Choice | undefined, b: Choice | undefined): boolean =>
  a?.identity === b?.identity && a?.org_id === b?.org_id && a?.role_id === b?.role_id;

export function createSessionStore(storage: Storage) {
  const session = slot(storage, 'xinyu.session', isSession);
  const storedChoice = slot(storage, 'xinyu.choice', isChoice);
  const secondary = slot(storage, 'xinyu.secondary', isSecondary);
  const opened = slot(storage, 'xinyu.opened', isOpened);
  let windowChoice: Choice | undefined;
  let windowUser: string | undefined;
  let draftKey: string | undefined;

  const holderOf = ({ identity, org_id, role_id }: Choice): string =>
    [session.get()?.user_id, identity, org_id, role_id].join(' ');
  const openedAreas = (choice: Choice): readonly unknown[] => {
    const held = opened.get();
    return held?.of === holderOf(choice) ? held.areas : [];
  };

  /** Clears the secondary token when the organisation changes, because it is bound to the organisation. */
  function storeChoice(choice: Choice): void {
    if (storedChoice.get()?.org_id !== choice.org_id) secondary.clear();
    storedChoice.set(choice);
  }

  return {
    keys: { session: session.key, choice: storedChoice.key, secondary: secondary.key },
    session: session.get,
    setSession: session.set,

    /** Choice of this window. It stays until the page reloads, even if another tab stores a different one. */
    choice: () => windowChoice,
    storedChoice: storedChoice.get,
    /** Sets the choice of this window and of windows opened later. */
    choose(choice: Choice) {
      windowChoice = choice;
      windowUser = session.get()?.user_id;
      storeChoice(choice);
    },
    /** Whether another tab has signed in as another user than that of this window. */
    isTakenOver(): boolean {
      const stored = session.get()?.user_id;
      return windowUser !== undefined && stored !== undefined && stored !== windowUser;
    },
    /** Stores a choice for the reloaded page; this window's last requests still use the current one. */
    chooseForReload: storeChoice,
    forgetChoice() {
      windowChoice = undefined;
      storedChoice.clear();
    },

    /** The stored token if it is valid; an expired one is cleared. */
    secondaryToken(now: number): string | undefined {
      const token = secondary.get();
      if (token === undefined || token.expires_at > now) return token?.secondary_token;
      secondary.clear();
      return undefined;
    },
    /** Expiry of the stored token in milliseconds. */
    secondaryUntil: (): number | undefined => secondary.get()?.expires_at,
    setSecondary: secondary.set,
    clearSecondary: secondary.clear,

    /** Whether the page of an area was shown at once at the last visit. The server decides on each request. */
    wasOpened: (choice: Choice, area: string): boolean => openedAreas(choice).includes(area),
    setOpened(choice: Choice, area: string, isOpen: boolean) {
      const areas = openedAreas(choice);
      if (areas.includes(area) === isOpen) return;
      const others = areas.filter((each) => each !== area);
      opened.set({ of: holderOf(choice), areas: isOpen ? [...others, area] : others });
    },

    /** Key of the drafts from the server; kept in memory only, so that the storage alone cannot be decrypted. */
    draftKey: () => draftKey,
    setDraftKey(key: string) {
      draftKey = key;
    },

    /** Clears all data of the user; device settings (theme) stay. */
    clear() {
      windowChoice = undefined;
      windowUser = undefined;
      draftKey = undefined;
      for (const each of [session, storedChoice, secondary, opened]) each.clear();
      for (const key of keysWith(storage, DRAFT_PREFIX)) storage.removeItem(key);
    },
  };
}
export type SessionStore = ReturnType<typeof createSessionStore>;

/** Session from the response of sign-in or refresh. @param now client time in milliseconds */
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
