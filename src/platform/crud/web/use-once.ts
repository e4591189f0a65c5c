import { useRef } from 'react';
import { useStable } from '../../ui/web/use-stable.ts';

/**
 * Ignores calls while one is running, also before the button shows that it is busy.
 *
 * @param work Reports its failures itself
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
