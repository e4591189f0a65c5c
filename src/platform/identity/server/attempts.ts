import { AppError } from '../../errors/app-error.ts';
import type { SharedState } from '../../state/server/shared-state.ts';

/** Limit on failed attempts. */
export interface AttemptLimit {
  name: string;
  /** Number of failures within the window that lock the subject. */
  lockAfter: number;
  /** Length of the window and of the lock, in milliseconds. */
  ms: number;
  /** Message while locked; default from the error catalogue. */
  message?: string;
}

/** One attempt. It is counted before it is checked, so that parallel attempts cannot exceed the limit. */
export interface Attempt {
  /** Number within the window, from 1. */
  n: number;
  /**
   * Records a failure; the last allowed one locks the subject.
   *
   * @throws AppError AC_ACCOUNT_LOCKED when it was the last allowed attempt
   */
  recordFailure(): Promise<void>;
  /** Records a success: resets the count. */
  recordSuccess(): Promise<void>;
}

const locked = ({ message }: AttemptLimit, retryInMs: number) =>
  new AppError('AC_ACCOUNT_LOCKED', { message, retryInMs });
const countKey = ({ name }: AttemptLimit, subject: string) => `${name}:tries:${subject}`;
const lockKey = ({ name }: AttemptLimit, subject: string) => `${name}:rests:${subject}`;

/** @throws AppError AC_ACCOUNT_LOCKED while the subject is locked */
export async function requireNotLocked(state: SharedState, limit: AttemptLimit, subject: string): Promise<void> {
  const left = await state.left(lockKey(limit, subject));
  if (left > 0) throw locked(limit, left);
}

/** Ends the lock and resets the count, after the user proved their identity in another way. */
export async function unlock(state: SharedState, limit: AttemptLimit, subject: string): Promise<void> {
  await Promise.all([state.forget(lockKey(limit, subject)), state.forget(countKey(limit, subject))]);
}

/**
 * Counts an attempt of a subject.
 *
 * @throws AppError AC_ACCOUNT_LOCKED when the limit is exceeded
 */
export async function countAttempt(state: SharedState, limit: AttemptLimit, subject: string): Promise<Attempt> {
  const { lockAfter, ms } = limit;
  const key = countKey(limit, subject);
  const n = await state.count(key, ms);
  if (n > lockAfter) throw locked(limit, await state.left(key));
  return {
    n,
    async recordFailure() {
      if (n < lockAfter) return;
      await state.set(lockKey(limit, subject), '1', ms);
      throw locked(limit, ms);
    },
    recordSuccess: () => state.forget(key),
  };
}
