import { useCallback, useSyncExternalStore, type RefObject } from 'react';

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** Lets an element fill the screen; some phones cannot. */
export function useFullScreen(ref: RefObject<HTMLElement | null>) {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = useCallback(() => {
    // A browser may refuse; the screen is then as it was.
    const done = document.fullscreenElement ? document.exitFullscreen() : ref.current?.requestFullscreen();
    done?.catch(() => undefined);
  }, [ref]);
  return { isFull, canFill: document.fullscreenEnabled, toggle };
}
