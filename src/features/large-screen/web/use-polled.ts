import { startTransition, useEffect, useState } from 'react';
import { useStable } from '../../../platform/ui/web/use-stable.ts';

/** Between two requests. */
export const POLL_MS = 60_000;

export interface Polled<T> {
  data: T | undefined;
  /** Of the last request; absent once one succeeds. */
  error: unknown;
}

/**
 * Requests now and once a minute. Stops while the page is hidden, and after `ends` says that no further request helps.
 *
 * @param merge Keeps the former data where nothing changed, so that nothing is drawn again
 */
export function usePolled<T>(
  load: (signal: AbortSignal) => Promise<T>,
  merge: (before: T | undefined, now: T) => T,
  ends: (error: unknown) => boolean,
): Polled<T> {
  const [state, setState] = useState<Polled<T>>({ data: undefined, error: undefined });
  const request = useStable(load);
  const combine = useStable(merge);
  const isOver = useStable(ends);
  useEffect(() => {
    const abort = new AbortController();
    let timer: number | undefined;
    let isBusy = false;
    let over = false;
    const run = async () => {
      if (isBusy || over || document.hidden) return;
      isBusy = true;
      window.clearTimeout(timer);
      try {
        const data = await request(abort.signal);
        // Rendered in small steps, between which the page answers.
        if (!abort.signal.aborted)
          startTransition(() => setState((before) => ({ data: combine(before.data, data), error: undefined })));
      } catch (error) {
        over = isOver(error);
        if (!abort.signal.aborted) setState((before) => ({ data: over ? undefined : before.data, error }));
      }
      isBusy = false;
      if (!abort.signal.aborted) timer = window.setTimeout(() => void run(), POLL_MS);
    };
    const onVisible = () => void run();
    document.addEventListener('visibilitychange', onVisible);
    void run();
    return () => {
      abort.abort();
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [request, combine, isOver]);
  return state;
}
