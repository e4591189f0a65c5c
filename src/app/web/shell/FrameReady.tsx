import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { AnnouncementBanner, bannerQuery } from '../../../features/announcements/web/public.ts';
import { isOperator, useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { ShellSkeleton } from './ShellSkeleton.tsx';

/** In milliseconds. Without an answer the layout is shown, and the banner moves the page when it arrives. */
const LONGEST_MS = 1000;

const atMost = (ms: number, work: Promise<unknown>): Promise<unknown> => {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Shows the skeleton until it is known what the layout shows above the page, so that nothing moves the page. */
export function FrameReady({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const current = useCurrentUser();
  const [ready, setReady] = useState(() => isOperator(current));
  useEffect(() => {
    if (ready) return;
    let gone = false;
    const parts = Promise.all([AnnouncementBanner.preload(), queries.prefetchQuery(bannerQuery(current))]);
    void atMost(LONGEST_MS, parts).then(() => {
      if (!gone) setReady(true);
    });
    return () => {
      gone = true;
    };
  }, [ready, queries, current]);
  return ready ? children : <ShellSkeleton />;
}
