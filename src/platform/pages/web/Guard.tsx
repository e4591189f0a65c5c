import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { ApiError } from '../../http/web/api-error.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { loadCurrentUser, userState } from '../../session/web/current-user.ts';
import { shownOf } from '../../session/web/notify-failure.ts';
import { signOut } from '../../session/web/sign-out.ts';
import { loadSite } from '../../session/web/site.ts';
import { useStore } from '../../state/web/store.ts';
import { PageLoading } from '../../ui/web/PageLoading.tsx';
import { ServiceAway } from '../../ui/web/ServiceAway.tsx';
import { ieVersion } from './ie-version.ts';
import { guardRoute, HOME, LOGIN } from './route-guard.ts';

/** What the guard tells the login page, in the history entry and never in the address. */
export interface GuardState {
  /** Where the person was going when a login came between. */
  from?: string;
  keyDropped?: boolean;
}

/** Where the person was going; an address of the portal itself. */
const wayOf = (state: unknown): string | undefined =>
  typeof state === 'object' &&
  state !== null &&
  'from' in state &&
  typeof state.from === 'string' &&
  /^\/(?!\/)/.test(state.from)
    ? state.from
    : undefined;

const isBehindLogin = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'behindLogin' in handle;

/** Applies the guard rules to every address, and shows the page that they let through. */
export function Guard() {
  const location = useLocation();
  const navigate = useNavigate();
  const matches = useMatches();
  const user = useStore(userState);
  const [away, setAway] = useState(false);
  const {
    pathname,
    search,
    hash,
    state: kept,
  } = location as { pathname: string; search: string; hash: string; state: unknown };

  const verdict = guardRoute({
    path: pathname,
    query: new URLSearchParams(search),
    open: !matches.some((match) => isBehindLogin(match.handle)),
    signedIn: sessionStore.session() !== undefined,
    user: user.status,
    ieVersion: ieVersion(navigator.userAgent),
  });
  const target = verdict.act === 'go' ? verdict.to : undefined;
  const why = verdict.act === 'go' ? verdict.why : undefined;
  const leaving = user.status === 'none' && user.left === true;

  useEffect(() => void loadSite(), []);

  useEffect(() => {
    if (target === undefined) return;
    const keyDropped = typeof kept === 'object' && kept !== null && 'keyDropped' in kept;
    const from: GuardState = { ...(keyDropped && { keyDropped }), ...(!leaving && { from: pathname + search + hash }) };
    const state = why === 'key-dropped' ? { keyDropped: true } : why === 'login-first' ? from : kept;
    // Whoever was on the way somewhere when the login came between goes on there.
    void navigate(target === HOME && pathname === LOGIN ? (wayOf(kept) ?? HOME) : target, {
      replace: true,
      state: target === HOME ? null : state,
    });
  }, [target, why, leaving, pathname, search, hash, kept, navigate]);

  const loading = verdict.act === 'load' && !away;
  useEffect(() => {
    if (!loading) return;
    loadCurrentUser().catch(async (error: unknown) => {
      // Where nobody answered, nothing is known about the session: it is not ended for that.
      if (error instanceof ApiError && error.unanswered) return setAway(true);
      // Rule 7.
      await signOut({ notice: shownOf(error).text });
    });
  }, [loading]);

  if (away) return <ServiceAway onRetry={() => setAway(false)} />;
  return verdict.act === 'show' ? <Outlet /> : <PageLoading />;
}
