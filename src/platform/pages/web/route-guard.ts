import type { UserState } from '../../session/web/current-user.ts';

/** A visit to an address, with all that the guard rules of `spec §2` look at. */
export interface Visit {
  path: string;
  query: URLSearchParams;
  /** Whether the page may be seen without a login. */
  open: boolean;
  /** Whether this browser holds a session. */
  signedIn: boolean;
  user: UserState['status'];
  /** Version of Internet Explorer, absent in every other browser. */
  ieVersion?: number | undefined;
}

export type Verdict =
  /** Go elsewhere; the address left behind does not stay in the history. */
  | { act: 'go'; to: string; why?: 'key-dropped' | 'login-first' }
  /** Fetch user info and decide again. */
  | { act: 'load' }
  | { act: 'show' };

export const LOGIN = '/login';
export const HOME = '/index';
export const OLD_IE = '/IE-under9';
export const MESSAGE_ROUTER = '/message/router';

const go = (path: string, query?: URLSearchParams, why?: 'key-dropped' | 'login-first'): Verdict => ({
  act: 'go',
  to: query !== undefined && query.size > 0 ? `${path}?${query}` : path,
  ...(why && { why }),
});

const without = (query: URLSearchParams, key: string): URLSearchParams => {
  const rest = new URLSearchParams(query);
  rest.delete(key);
  return rest;
};

/** The route guard rules of `spec §2` in their order; rule 7 is the caller's, who knows whether loading failed. */
export function guardRoute({ path, query, open, signedIn, user, ieVersion }: Visit): Verdict {
  const changesOrg = query.get('type') === 'change-org';

  // Rule 1.
  if (ieVersion !== undefined && ieVersion < 9 && path !== OLD_IE) return go(OLD_IE);
  // Rule 2: the key is a one-time code that is to be exchanged for a session. Nothing exchanges it yet, so it is only taken out of the
  // address, where it would stay in the history; what an address says is never stored as a token.
  if (query.has('token_key')) return go(path, without(query, 'token_key'), 'key-dropped');
  // Rule 3.
  if (query.has('message_router') && path !== MESSAGE_ROUTER) return go(MESSAGE_ROUTER, query);
  // Rule 4.
  if (signedIn && changesOrg && path !== LOGIN) return go(LOGIN, query);
  // Rule 5. Who comes to choose another organisation stays.
  if (path === LOGIN && signedIn && user === 'chosen' && !changesOrg) return go(HOME);
  // Rule 6.
  if (signedIn && user === 'none' && (!open || path === LOGIN)) return { act: 'load' };
  if (!open && user !== 'chosen') return go(LOGIN, undefined, 'login-first');
  return { act: 'show' };
}
