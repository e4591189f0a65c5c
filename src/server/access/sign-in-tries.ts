import { AppError } from '../../shared/errors/app-error.ts';
import { CAPTCHA_AFTER, LOCK_AFTER, LOCK_MS } from '../../shared/rules/sign-in.ts';
import type { SharedState } from '../ports/shared-state.ts';

const turns = new Map<string, Promise<unknown>>();

/**
 * Lets the tries of one account wait for each other in this process, so that right passwords that come at once are not counted as guesses.
 * Between processes the count alone decides, which errs on the side of refusing.
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

/** One try to sign in to an account, counted before its password is looked at, so that parallel tries cannot slip past the limits. */
export interface Try {
  captchaWanted: boolean;
  /** Refuses the try as its number demands. @throws AppError AC_WRONG_PASSWORD, SHOW_VERIFY_CODE or AC_ACCOUNT_LOCKED */
  refuse(wrongPassword: boolean): Promise<never>;
  /** The password was right: nothing before it counts any more. */
  forget(): Promise<void>;
}

const WRONG_AND_CAPTCHA = '账号或密码错误，请输入图形验证码后重试';

/** @throws AppError AC_ACCOUNT_LOCKED while the account rests, whether the password would be right or not */
export async function requireAwake(state: SharedState, account: string): Promise<void> {
  if ((await state.get(`sign-in:rests:${account}`)) !== undefined) throw new AppError('AC_ACCOUNT_LOCKED');
}

/**
 * Counts a try (`api.md`, sign-in): from the third wrong one on a picture code is wanted, after the tenth within 15 minutes the account rests
 * for 15 minutes.
 * @param account what is counted together: a person's id, or a name that is nobody's
 * @throws AppError AC_ACCOUNT_LOCKED where ten others are ahead
 */
export async function countTry(state: SharedState, account: string): Promise<Try> {
  const tries = `sign-in:tries:${account}`;
  const n = await state.count(tries, LOCK_MS);
  if (n > LOCK_AFTER) throw new AppError('AC_ACCOUNT_LOCKED');
  return {
    captchaWanted: n > CAPTCHA_AFTER,
    async refuse(wrongPassword) {
      if (n === LOCK_AFTER) {
        await state.set(`sign-in:rests:${account}`, '1', LOCK_MS);
        throw new AppError('AC_ACCOUNT_LOCKED');
      }
      if (n < CAPTCHA_AFTER) throw new AppError('AC_WRONG_PASSWORD');
      throw new AppError('SHOW_VERIFY_CODE', wrongPassword ? { message: WRONG_AND_CAPTCHA } : {});
    },
    forget: () => state.forget(tries),
  };
}
