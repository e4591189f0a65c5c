import { useSyncExternalStore } from 'react';
import { MOBILE_BELOW } from '../../http/web/sign.ts';

const query = window.matchMedia(`(max-width: ${MOBILE_BELOW - 0.02}px)`);

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the viewport is under 600 px (`spec §9`). */
export const useMobile = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
