import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { rejectLogin, type CurrentUser } from '../../../platform/session/web/current-user.ts';
import { displayOf } from '../../../platform/session/web/notify-failure.ts';
import { loadPortalData, renewSchemas, type PortalData } from '../../../platform/session/web/portal-data.ts';
import { schemasChanged } from '../../../platform/session/web/schemas-changed.ts';
import { signOut } from '../../../platform/session/web/sign-out.ts';
import { isUserActive } from '../../../platform/session/web/user-activity.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';

export type Loading =
  | { status: 'loading' }
  | { status: 'away'; retry: () => void }
  | { status: 'ready'; data: PortalData };

/** In milliseconds; maximum age of the schemas in a visible window. */
const FRESH_MS = 60_000;

/**
 * Refreshes after a publication in this window, on focus, and periodically while visible. The next refresh repeats a
 * failed one.
 */
function keepFresh(renew: () => Promise<void>): () => void {
  let last = Date.now();
  const now = () => {
    last = Date.now();
    renew().catch(() => undefined);
  };
  const looked = () => {
    if (document.visibilityState === 'visible' && Date.now() - last >= FRESH_MS && isUserActive()) now();
  };
  const timer = setInterval(looked, FRESH_MS);
  const unlisten = schemasChanged.subscribe(now);
  window.addEventListener('focus', looked);
  return () => {
    clearInterval(timer);
    unlisten();
    window.removeEventListener('focus', looked);
  };
}

/**
 * Loads what the portal needs. A refusal ends the session (`spec §2`, guard rule 7); without an answer the user may
 * retry.
 */
export function usePortalData(current: CurrentUser): Loading {
  const [state, setState] = useState<PortalData | 'loading' | 'away'>('loading');
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let gone = false;
    loadPortalData(current).then(
      (data) => {
        if (!gone) setState(data);
      },
      async (error: unknown) => {
        if (gone) return;
        if (error instanceof ApiError && error.isUnreachable) return setState('away');
        // The role was withdrawn between the choice and this call.
        if (error instanceof ApiError && error.code === 'AC_ORG_ROLE_FORBIDDEN') return rejectLogin('NO_CURRENT_ROLE');
        await signOut({ notice: displayOf(error).text });
      },
    );
    return () => {
      gone = true;
    };
  }, [current, tries]);

  const ready = typeof state === 'object' ? state : undefined;
  const renew = useStable(async () => {
    if (ready === undefined || current.role === null) return;
    const schemas = await renewSchemas(ready.schemas);
    setState((now) => (now === ready && schemas !== ready.schemas ? { ...ready, schemas } : now));
  });
  useEffect(() => keepFresh(renew), [renew]);

  const retry = useCallback(() => {
    setState('loading');
    setTries((n) => n + 1);
  }, []);
  if (state === 'loading') return { status: 'loading' };
  if (state === 'away') return { status: 'away', retry };
  return { status: 'ready', data: state };
}
