import { AppError } from '../../errors/app-error.ts';
import { CAPTCHA_AFTER, LOCK_AFTER, LOCK_MS } from '../sign-in.ts';
import type { Try, TryLimit } from './tries.ts';

const turns = new Map<string, Promise<unknown>>();

/**
 * Lets the tries of one account wait for each other in this process, so that right passwords that come at once are not
 * counted as guesses. Between processes the count alone decides, which errs on the side of refusing.
 */
export async function inTurn<T>(account: string, attempt: () => Promise<T>): Promise<T> {
  const mine = (turns.get(account) ?? Promise.resolve()).then(attempt, attempt);
  turns.set(account, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(account) === mine) turns.delete(account);
  }
}

/** Tries of an account (`api.md`, sign-in): the subject is a person's id, or a name that is nobody's. */
export const SIGN_IN: TryLimit = { name: 'sign-in', restsAfter: LOCK_AFTER, ms: LOCK_MS };

export const captchaWanted = ({ n }: Try): boolean => n > CAPTCHA_AFTER;

const WRONG_AND_CAPTCHA = '账号或密码错误，请输入图形验证码后重试';

/** Refuses a try as its number demands. @throws AppError AC_WRONG_PASSWORD, SHOW_VERIFY_CODE or AC_ACCOUNT_LOCKED */
export async function refuseSignIn(tried: Try, wrongPassword: boolean): Promise<never> {
  await tried.wrong();
  if (tried.n < CAPTCHA_AFTER) throw new AppError('AC_WRONG_PASSWORD');
  throw new AppError('SHOW_VERIFY_CODE', wrongPassword ? { message: WRONG_AND_CAPTCHA } : {});
}
