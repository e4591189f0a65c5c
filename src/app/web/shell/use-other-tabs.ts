import { useEffect } from 'react';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { sameChoice } from '../../../platform/http/web/session-store.ts';
import { userState, type CurrentUser } from '../../../platform/session/web/current-user.ts';
import { forgetRights } from '../../../platform/session/web/rights.ts';

export type OtherTab = 'same' | 'changed' | 'signed-out';

/** Compares the stored session, which other tabs may have changed, with the user of this window (`spec §4`). */
export function compareWithStored({ user }: CurrentUser): OtherTab {
  const session = sessionStore.session();
  if (session === undefined) return 'signed-out';
  if (session.user_id !== user.user_id) return 'changed';
  const stored = sessionStore.storedChoice();
  return stored === undefined || sameChoice(stored, sessionStore.choice()) ? 'same' : 'changed';
}

/** Reloads a visible window after another tab has changed organisation or role; signs out if the other tab did. */
export function useOtherTabs(current: CurrentUser, reload: () => void = () => window.location.reload()): void {
  useEffect(() => {
    const compare = () => {
      if (document.visibilityState !== 'visible') return;
      const other = compareWithStored(current);
      if (other === 'changed') reload();
      if (other === 'signed-out') {
        forgetRights();
        userState.set({ status: 'none', left: true });
      }
    };
    document.addEventListener('visibilitychange', compare);
    // Two windows side by side are both visible.
    window.addEventListener('storage', compare);
    return () => {
      document.removeEventListener('visibilitychange', compare);
      window.removeEventListener('storage', compare);
    };
  }, [current, reload]);
}
