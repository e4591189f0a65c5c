import { App } from 'antd';
import { useRef, useState } from 'react';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { displayOf, notifyFailure } from '../../../platform/session/web/notify-failure.ts';

/** What follows an act: a message for its answer, and what the page does. */
export interface After<T> {
  done?: (answer: T) => string;
  onDone?: (answer: T) => void;
}

/**
 * Runs acts one at a time. `busy` is true while one runs. A failure of a quiet request is shown with the message of its
 * first field, any other failure as everywhere.
 */
export function useAct() {
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const showFailure = (error: unknown) => {
    notifyFailure(error);
    if (!(error instanceof ApiError) || !error.quiet) return;
    const { reaction, text } = displayOf(error);
    if (reaction === 'toast' || reaction === 'busy') void message.error(error.details[0]?.message ?? text);
  };
  return {
    busy,
    /** @returns whether it succeeded */
    async run<T>(act: () => Promise<T>, { done, onDone }: After<T> = {}): Promise<boolean> {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      try {
        const answer = await act();
        if (done) void message.success(done(answer));
        onDone?.(answer);
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
