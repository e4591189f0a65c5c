import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function with a stable identity that calls the latest `work`; for handlers of lists that are expensive to render. */
export function useStable<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  const latest = useRef(work);
  useLayoutEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
