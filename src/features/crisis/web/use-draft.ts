import { useEffect, useRef } from 'react';
import { useStable } from '../../../platform/crud/web/use-stable.ts';
import type { Drafts } from '../../../platform/session/web/drafts.ts';

/**
 * So that a key costs nothing; what is typed meanwhile is kept before it is sent, and when the page is left for another
 * app.
 */
const PAUSE_MS = 400;

/** Keeps what is typed on the device while there is anything to lose. */
export function useDraft<T>(drafts: Drafts<T> | undefined, id: string, value: T, dirty: boolean) {
  const over = useRef(false);
  const keep = useStable((what: T = value) => {
    if (dirty && !over.current) drafts?.keep(id, what);
  });
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(keep, PAUSE_MS);
    const hidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [text, drafts, keep]);
  return {
    keep,
    /** It was sent, or given up: nothing of it stays. */
    end: useStable(() => {
      over.current = true;
      drafts?.drop(id);
    }),
  };
}
