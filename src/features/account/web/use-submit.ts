import { useRef, useState, type SyntheticEvent } from 'react';
import { notifyFailure, displayOf } from '../../../platform/session/web/notify-failure.ts';

interface Submission {
  /** Returns whether the input may be sent; shows the errors at their fields. */
  validate: () => boolean;
  send: () => Promise<void>;
  /** Shows why the server refused the input. */
  onRefused: (failure: unknown, shown: ReturnType<typeof displayOf>) => void;
}

/** Sends a form once at a time. An expired session gets the common notice; the form shows every other refusal. */
export function useSubmit({ validate, send, onRefused }: Submission) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const submit = async () => {
    if (!validate() || running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await send();
    } catch (failure) {
      const shown = displayOf(failure);
      if (shown.reaction === 'sign-out') notifyFailure(failure);
      else onRefused(failure, shown);
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
