import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { AnnouncementBanner, bannerQuery } from '../../../features/announcements/web/public.ts';
import { earlySettled } from '../../../platform/http/web/portal.ts';
import { isOperator, useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';

/** In milliseconds. Without an answer the layout is shown, and the banner moves the page when it arrives. */
const LONGEST_MS = 1000;
/** In milliseconds. With the answers that the page has asked for early it is rendered once, and not first without rows. */
const EARLY_MS = 500;

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> => {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/**
 * Shows the skeleton until it is known what the layout shows above the page, so that nothing moves the page, and until
 * the early requests are answered.
 */
export function FrameReady({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const current = useCurrentUser();
  const [ready, setReady] = useState(() => isOperator(current));
  useEffect(() => {
    if (ready) return;
    let gone = false;
    const query = bannerQuery(current);
    const banner = queries.prefetchQuery(query).then(async () => {
      if (queries.getQueryData(query.queryKey)?.banner !== undefined) await AnnouncementBanner.preload();
    });
    void Promise.all([atMost(LONGEST_MS, banner), atMost(EARLY_MS, earlySettled())]).then(() => {
      if (!gone) setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [ready, queries, current]);
  return ready ? children : <ShellSkeleton />;
}
