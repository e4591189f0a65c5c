import { useRef, useState } from 'react';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';

/** Runs an act once at a time and shows why it failed. */
export function useAct(): { busy: boolean; run: (act: () => Promise<unknown>) => Promise<boolean> } {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  return {
    busy,
    async run(act) {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      try {
        await act();
        return true;
      } catch (failure) {
        notifyFailure(failure);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
