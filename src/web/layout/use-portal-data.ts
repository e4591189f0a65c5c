import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../http/api-error.ts';
import type { CurrentUser } from '../providers/current-user.ts';
import { loadPortalData, type PortalData } from '../providers/portal-data.ts';
import { shownOf } from '../providers/notify-failure.ts';
import { signOut } from '../providers/sign-out.ts';

export type Loading = { status: 'loading' } | { status: 'away'; retry: () => void } | { status: 'ready'; data: PortalData };

/** Loads what the portal needs. A refusal ends the session (`spec §2`, guard rule 7); where nobody answered, one may try again. */
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
        if (error instanceof ApiError && error.unanswered) return setState('away');
        await signOut({ notice: shownOf(error).text });
      },
    );
    return () => {
      gone = true;
    };
  }, [current, tries]);

  const retry = useCallback(() => {
    setState('loading');
    setTries((n) => n + 1);
  }, []);
  if (state === 'loading') return { status: 'loading' };
  if (state === 'away') return { status: 'away', retry };
  return { status: 'ready', data: state };
}
