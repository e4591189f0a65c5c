import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(prefers-reduced-motion: reduce)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the device is set to reduced motion. */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
