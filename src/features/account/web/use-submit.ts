import { useRef, useState, type SyntheticEvent } from 'react';
import { notifyFailure, shownOf } from '../../../platform/session/web/notify-failure.ts';

interface Submission {
  /** Whether what was typed may be sent; what speaks against it is shown at its fields. */
  check: () => boolean;
  send: () => Promise<void>;
  /** Shows why it was not taken. */
  refused: (failure: unknown, shown: ReturnType<typeof shownOf>) => void;
}

/**
 * Sends a form once at a time. That the session is over is told as everywhere; all else that is refused is the form's
 * to show.
 */
export function useSubmit({ check, send, refused }: Submission) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const submit = async () => {
    if (!check() || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await send();
    } catch (failure) {
      const shown = shownOf(failure);
      if (shown.reaction === 'sign-out') notifyFailure(failure);
      else refused(failure, shown);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return {
    busy,
    onSubmit: (event: SyntheticEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}
