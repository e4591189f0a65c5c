import { AppError } from '../../errors/app-error.ts';
import { CAPTCHA_AFTER, LOCK_AFTER, LOCK_MS } from '../sign-in.ts';
import type { Attempt, AttemptLimit } from './attempts.ts';

const lastByAccount = new Map<string, Promise<unknown>>();

/**
 * Runs the sign-in attempts of one account one after another in this process, so that concurrent correct passwords are
 * not counted as failures. Across processes only the shared count applies, which may refuse too much.
 */
export async function inSequence<T>(account: string, attempt: () => Promise<T>): Promise<T> {
  const previous = lastByAccount.get(account) ?? Promise.resolve();
  const current = previous.then(attempt, attempt);
  lastByAccount.set(account, current);
  try {
    return await current;
  } finally {
    if (lastByAccount.get(account) === current) lastByAccount.delete(account);
  }
}

/** Limit of sign-in attempts (`api.md`, sign-in). The subject is the user id, or the typed name when it is unknown. */
export const SIGN_IN: AttemptLimit = { name: 'sign-in', lockAfter: LOCK_AFTER, ms: LOCK_MS };

export const captchaRequired = ({ n }: Attempt): boolean => n > CAPTCHA_AFTER;

const WRONG_AND_CAPTCHA = '账号或密码错误，请输入图形验证码后重试';

/** Always throws: AppError AC_WRONG_PASSWORD, SHOW_VERIFY_CODE or AC_ACCOUNT_LOCKED, by the number of failures. */
export async function refuseSignIn(attempt: Attempt, wrongPassword: boolean): Promise<never> {
  await attempt.recordFailure();
  if (attempt.n < CAPTCHA_AFTER) throw new AppError('AC_WRONG_PASSWORD');
  throw new AppError('SHOW_VERIFY_CODE', wrongPassword ? { message: WRONG_AND_CAPTCHA } : {});
}
