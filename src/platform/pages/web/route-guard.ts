import type { UserState } from '../../session/web/current-user.ts';

/** A navigation, with the input of the guard rules of `spec §2`. */
export interface Visit {
  path: string;
  query: URLSearchParams;
  /** Whether the page needs no login. */
  open: boolean;
  /** Whether this browser has a session. */
  signedIn: boolean;
  user: UserState['status'];
  /** Version of Internet Explorer, absent in every other browser. */
  ieVersion?: number | undefined;
}

export type Verdict =
  /** Redirect and replace the history entry. */
  | { act: 'go'; to: string; why?: 'key-taken' | 'login-first' }
  /** Fetch user info, then apply the rules again. */
  | { act: 'load' }
  | { act: 'show' };

export const LOGIN = '/login';
export const HOME = '/index';
/** Where a one-time key signs in. */
export const KEY_LOGIN = '/key-login';
export const OLD_IE = '/IE-under9';
export const MESSAGE_ROUTER = '/message/router';

const go = (path: string, query?: URLSearchParams, why?: 'login-first'): Verdict => ({
  act: 'go',
  to: query !== undefined && query.size > 0 ? `${path}?${query}` : path,
  ...(why && { why }),
});

/**
 * Applies the route guard rules of `spec §2` in order. Rule 7 belongs to the caller, which knows whether loading
 * failed.
 */
export function guardRoute({ path, query, open, signedIn, user, ieVersion }: Visit): Verdict {
  const changesOrg = query.get('type') === 'change-org';

  // Rule 1.
  if (ieVersion !== undefined && ieVersion < 9 && path !== OLD_IE) return go(OLD_IE);
  // Rule 2: the key is a one-time code for a session. It leaves URL and history before it is exchanged; a value from the
  // URL is never stored as a token.
  if (query.has('token_key')) return { act: 'go', to: KEY_LOGIN, why: 'key-taken' };
  // Rule 3.
  if (query.has('message_router') && path !== MESSAGE_ROUTER) return go(MESSAGE_ROUTER, query);
  // Rule 4.
  if (signedIn && changesOrg && path !== LOGIN) return go(LOGIN, query);
  // Rule 5. A change of organisation stays on the login page.
  if (path === LOGIN && signedIn && user === 'chosen' && !changesOrg) return go(HOME);
  // Rule 6.
  if (signedIn && user === 'none' && (!open || path === LOGIN)) return { act: 'load' };
  if (!open && user !== 'chosen') return go(LOGIN, undefined, 'login-first');
  return { act: 'show' };
}
