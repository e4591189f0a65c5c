import { useEffect, useState } from 'react';
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router';
import { ApiError } from '../../http/web/api-error.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { loadCurrentUser, userState } from '../../session/web/current-user.ts';
import { displayOf } from '../../session/web/notify-failure.ts';
import { signOut } from '../../session/web/sign-out.ts';
import { loadSite } from '../../session/web/site.ts';
import { useStore } from '../../state/web/store.ts';
import { PageLoading } from '../../ui/web/PageLoading.tsx';
import { ServiceAway } from '../../ui/web/ServiceAway.tsx';
import { ieVersion } from './ie-version.ts';
import { ownPath } from './own-path.ts';
import { guardRoute, HOME, LOGIN } from './route-guard.ts';
import { takeKeyFrom } from './token-key.ts';

/** State passed to the login page in the history entry, never in the URL. */
export interface GuardState {
  /** Path to open after the login. */
  from?: string;
}

/** Path to open after the login; only paths of the portal are accepted. */
const wayOf = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'from' in state ? ownPath(state.from) : undefined;

const isBehindLogin = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'behindLogin' in handle;

/** Applies the guard rules to every navigation. */
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
    if (why === 'key-taken') {
      takeKeyFrom({ pathname, search, hash });
      return void navigate(target, { replace: true });
    }
    const from: GuardState = leaving ? {} : { from: pathname + search + hash };
    const state = why === 'login-first' ? from : kept;
    // After the login, continues to the path that required it.
    void navigate(target === HOME && pathname === LOGIN ? (wayOf(kept) ?? HOME) : target, {
      replace: true,
      state: target === HOME ? null : state,
    });
  }, [target, why, leaving, pathname, search, hash, kept, navigate]);

  const loading = verdict.act === 'load' && !away;
  useEffect(() => {
    // An early request may have answered between the render and this effect.
    if (!loading || userState.get().status !== 'none') return;
    loadCurrentUser().catch(async (error: unknown) => {
      // Without an answer from the server the session may be valid, so it is kept.
      if (error instanceof ApiError && error.isUnreachable) return setAway(true);
      // Rule 7.
      await signOut({ notice: displayOf(error).text });
    });
  }, [loading]);

  if (away) return <ServiceAway onRetry={() => setAway(false)} />;
  return verdict.act === 'show' ? <Outlet /> : <PageLoading />;
}
