import { useMemo, useSyncExternalStore } from 'react';
import { useSite } from '../../session/web/site.ts';
import { useMode } from '../../theme/web/theme-mode.ts';
import { useReducedMotion } from '../../theme/web/use-reduced-motion.ts';
import { paperLook, screenLook, type ChartLook } from '../look.ts';

const printing = window.matchMedia('print');

function subscribe(listener: () => void): () => void {
  printing.addEventListener('change', listener);
  return () => printing.removeEventListener('change', listener);
}

/** The look of charts on this page: that of the theme, and that of paper while the page is printed. */
export function useLook(): ChartLook {
  const mode = useMode();
  const still = useReducedMotion();
  const { primary_color: primary } = useSite();
  const onPaper = useSyncExternalStore(subscribe, () => printing.matches);
  return useMemo(
    () => (onPaper ? paperLook(undefined, primary) : screenLook(mode, primary, still)),
    [mode, primary, still, onPaper],
  );
}
