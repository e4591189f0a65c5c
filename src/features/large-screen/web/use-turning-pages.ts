import { useEffect, useState } from 'react';
import { useReducedMotion } from '../../../platform/theme/web/use-reduced-motion.ts';

/** For which a page of schools is shown. */
const TURN_MS = 20_000;

/** Pages that turn by themselves, until they are stopped; not where less motion is wanted. */
export function useTurningPages(pages: number) {
  const still = useReducedMotion();
  const [at, setAt] = useState(0);
  const [isTurning, setTurning] = useState(!still);
  useEffect(() => {
    if (!isTurning || pages < 2) return;
    const timer = setInterval(() => {
      if (!document.hidden) setAt((before) => (before + 1) % pages);
    }, TURN_MS);
    return () => clearInterval(timer);
  }, [isTurning, pages]);
  return {
    page: Math.min(at, Math.max(0, pages - 1)),
    pages,
    isTurning,
    turn: (by: 1 | -1) => {
      setTurning(false);
      setAt((before) => (before + by + pages) % pages);
    },
    toggle: () => setTurning((before) => !before),
  };
}
