import { useEffect, useReducer } from 'react';
import { resendWait } from '../../../identity/sms.ts';
import { hasTypes, isRecord, persistentStorage, slot } from '../../../state/web/storage.ts';

interface LastSend {
  user_id: string;
  at: number;
}
const isLastSend = (value: unknown): value is LastSend =>
  isRecord(value) && hasTypes(value, { user_id: 'string', at: 'number' });

/** Stored per purpose, so that the wait also holds after a reload and in other tabs (`spec §4`, SMS send). */
const lastSend = (purpose: number) => slot(persistentStorage, `xinyu.sms.${purpose}`, isLastSend);

/**
 * `wait`: seconds until a code may be sent again; `begin` starts the countdown.
 *
 * @param userId The user, or the number before sign-in
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
