import { useCallback, useEffect, useState } from 'react';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { sameChoice } from '../../../platform/http/web/session-store.ts';
import { userState, type CurrentUser } from '../../../platform/session/web/current-user.ts';
import { keepDrafts } from '../../../platform/session/web/keep-drafts.ts';
import { forgetRights } from '../../../platform/session/web/rights.ts';

export type OtherTab = 'same' | 'other-choice' | 'other-user' | 'signed-out';

/** Compares the stored session, which other tabs may have changed, with the user of this window (`spec §4`). */
export function compareWithStored({ user }: CurrentUser): OtherTab {
  const session = sessionStore.session();
  if (session === undefined) return 'signed-out';
  if (session.user_id !== user.user_id) return 'other-user';
  const stored = sessionStore.storedChoice();
  return stored === undefined || sameChoice(stored, sessionStore.choice()) ? 'same' : 'other-choice';
}

/**
 * Reloads a visible window after another tab has changed organisation or role; signs out if the other tab did.
 *
 * @returns Whether another user signed in there: this page keeps its input. `compare` looks again.
 */
export function useOtherTabs(current: CurrentUser, reload: () => void): { isTakenOver: boolean; compare: () => void } {
  const [isTakenOver, setTakenOver] = useState(false);
  const compare = useCallback(() => {
    if (document.visibilityState !== 'visible') return;
    const other = compareWithStored(current);
    setTakenOver(other === 'other-user');
    if (other === 'other-choice') reload();
    if (other === 'signed-out') {
      forgetRights();
      userState.set({ status: 'none', left: true });
    }
  }, [current, reload]);

  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === sessionStore.keys.session && sessionStore.session()?.user_id === current.user.user_id)
        void keepDrafts();
      // Two windows side by side are both visible.
      compare();
    };
    document.addEventListener('visibilitychange', compare);
    window.addEventListener('storage', follow);
    return () => {
      document.removeEventListener('visibilitychange', compare);
      window.removeEventListener('storage', follow);
    };
  }, [current, compare]);
  return { isTakenOver, compare };
}
