import { useRef } from 'react';
import { useStable } from '../../ui/web/use-stable.ts';

/**
 * Runs one thing at a time: a second press while the first is under way does nothing, even before the screen shows that
 * it works.
 *
 * @param work Tells its failures itself
 */
export function useOnce<A extends unknown[]>(work: (...args: A) => Promise<unknown>): (...args: A) => void {
  const running = useRef(false);
  return useStable((...args: A) => {
    if (running.current) return;
    running.current = true;
    void work(...args)
      .catch(() => undefined)
      .finally(() => {
        running.current = false;
      });
  });
}
