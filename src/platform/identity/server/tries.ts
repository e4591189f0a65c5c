import { AppError } from '../../errors/app-error.ts';
import type { SharedState } from '../../state/server/shared-state.ts';

/** What is tried, and how often it may go wrong. */
export interface TryLimit {
  name: string;
  /** This many wrong tries within the window, and whoever tries rests. */
  restsAfter: number;
  /** Milliseconds of the window, and of the rest. */
  ms: number;
  /** What is said while resting; default the catalogue's. */
  message?: string;
}

/** One try, counted before it is looked at, so that parallel tries cannot slip past the limit. */
export interface Try {
  /** Which one of the window it is, from 1. */
  n: number;
  /**
   * It was wrong: the last one that is allowed begins the rest. @throws AppError AC_ACCOUNT_LOCKED where it was the
   * last
   */
  wrong(): Promise<void>;
  /** It was right: nothing before it counts any more. */
  forget(): Promise<void>;
}

const locked = ({ message }: TryLimit, retryInMs: number) => new AppError('AC_ACCOUNT_LOCKED', { message, retryInMs });
const triesKey = ({ name }: TryLimit, subject: string) => `${name}:tries:${subject}`;
const restKey = ({ name }: TryLimit, subject: string) => `${name}:rests:${subject}`;

/** @throws AppError AC_ACCOUNT_LOCKED while the subject rests, whether the try would be right or not */
export async function requireAwake(state: SharedState, limit: TryLimit, subject: string): Promise<void> {
  const left = await state.left(restKey(limit, subject));
  if (left > 0) throw locked(limit, left);
}

/** Nothing that went wrong before counts any more: whoever it is about proved otherwise who they are. */
export async function wake(state: SharedState, limit: TryLimit, subject: string): Promise<void> {
  await Promise.all([state.forget(restKey(limit, subject)), state.forget(triesKey(limit, subject))]);
}

/**
 * Counts a try.
 *
 * @param subject What is counted together
 * @throws AppError AC_ACCOUNT_LOCKED where as many as are allowed are ahead
 */
export async function countTry(state: SharedState, limit: TryLimit, subject: string): Promise<Try> {
  const { restsAfter, ms } = limit;
  const key = triesKey(limit, subject);
  const n = await state.count(key, ms);
  if (n > restsAfter) throw locked(limit, await state.left(key));
  return {
    n,
    async wrong() {
      if (n < restsAfter) return;
      await state.set(restKey(limit, subject), '1', ms);
      throw locked(limit, ms);
    },
    forget: () => state.forget(key),
  };
}
