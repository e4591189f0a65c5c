import { useEffect, useReducer } from 'react';
import { resendWait } from '../../../identity/sms.ts';
import { hasTypes, isRecord, lasting, slot } from '../../../state/web/storage.ts';

interface LastSend {
  user_id: string;
  at: number;
}
const isLastSend = (value: unknown): value is LastSend =>
  isRecord(value) && hasTypes(value, { user_id: 'string', at: 'number' });

/** Kept per purpose, so that the wait outlives a reload and a second tab (`spec §4`, SMS send). */
const lastSend = (purpose: number) => slot(lasting, `xinyu.sms.${purpose}`, isLastSend);

/**
 * Seconds until a code may be sent again, counted down, and how to begin the wait.
 *
 * @param userId Who waits: a person, or where nobody is signed in nobody
 */
export function useResend(purpose: number, userId: string): { wait: number; begin: () => void } {
  const [, tick] = useReducer((n: number) => n + 1, 0);
  const last = lastSend(purpose).get();
  const wait = resendWait(last?.user_id === userId ? last.at : undefined, Date.now());
  const waiting = wait > 0;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  return {
    wait,
    begin() {
      lastSend(purpose).set({ user_id: userId, at: Date.now() });
      tick();
    },
  };
}
