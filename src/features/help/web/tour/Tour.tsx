import { Suspense, useEffect, useState } from 'react';
import type { PageEntry } from '../../../../platform/feature/web/page.ts';
import { isOperator, useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { useStore } from '../../../../platform/state/web/store.ts';
import { lazyPage } from '../../../../platform/ui/web/lazy-page.ts';
import { hasSeenTour, noteTourSeen, tourAsked } from './tour-state.ts';

const TourSteps = lazyPage(async () => (await import('./TourSteps.tsx')).TourSteps);

/** In milliseconds; how often it is looked whether the home page is there and asks nothing else. */
const LOOK_MS = 500;

const ASKING = [
  '[role=dialog]',
  '[role=alertdialog]',
  '.ant-dropdown',
  '.ant-popover',
  '.ant-select-dropdown',
  'main [aria-busy=true]',
  // Parts that are on their way: the tour would leave them out.
  'main .ant-skeleton-active',
  'main input[type=password]',
].join();

/** The home page is shown whole, and neither a dialog nor a field wants something of the user. */
function isCalm(): boolean {
  const { activeElement } = document;
  return (
    document.visibilityState === 'visible' &&
    document.querySelector('main h1') !== null &&
    ![...document.querySelectorAll(ASKING)].some((one) => one.getClientRects().length > 0) &&
    !(activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement)
  );
}

/**
 * The tour through the home page: once for each account, as soon as nothing else is asked, and whenever the user asks
 * for it in the help centre.
 */
export function Tour({ page }: { page: PageEntry }) {
  const current = useCurrentUser();
  const asked = useStore(tourAsked);
  const [running, setRunning] = useState(false);
  const isHome = page.key === 'index' && !isOperator(current);
  const { user_id: userId } = current.user;

  useEffect(() => {
    if (!isHome) return;
    let timer: ReturnType<typeof setInterval> | undefined;
    let gone = false;
    const start = () => {
      if (!isCalm()) return;
      clearInterval(timer);
      setRunning(true);
      noteTourSeen(userId);
    };
    void (asked ? Promise.resolve(false) : hasSeenTour(userId)).then((seen) => {
      if (!gone && !seen) timer = setInterval(start, LOOK_MS);
    });
    return () => {
      gone = true;
      clearInterval(timer);
      setRunning(false);
    };
  }, [isHome, asked, userId]);

  if (!running) return null;
  return (
    <Suspense>
      <TourSteps
        onEnd={() => {
          setRunning(false);
          tourAsked.set(false);
        }}
      />
    </Suspense>
  );
}
