import { randomInt } from 'node:crypto';
import { AppError } from '../../shared/errors/app-error.ts';
import { SMS_CAPTCHA_AFTER, SMS_CODE_MS, SMS_PER_HOUR, SMS_RESEND_MS, resendWait } from '../../shared/rules/secondary.ts';
import type { Services } from '../context.ts';
import { captchaSolved } from './captcha.ts';
import { tokenHash } from './tokens.ts';

const HOUR_MS = 3_600_000;
const DIGITS = 6;

/** Codes of one purpose know nothing of those of another. */
export interface CodeOf { purpose: number; userId: string; mobile: string }

const keyOf = (what: string, { purpose, userId }: CodeOf) => `sms:${what}:${purpose}:${userId}`;
const stored = ({ userId, mobile }: CodeOf, code: string) => tokenHash(`${userId}\n${mobile}\n${code}`);

export interface Captcha { session_id?: string; verification_code?: string }

/**
 * Sends a new code; the one before is void. Once a minute, and after a few within the hour only with a picture code (`spec §4`, §9).
 * @throws AppError AC_IDENTIFY_CODE_REQUIRED, AC_IDENTIFY_CODE_WRONG, AC_TOO_MANY_REQUESTS, PSY_UNAVAILABLE where it could not be sent, and then it may be tried again at once
 */
export async function sendCode({ state, clock, sms }: Pick<Services, 'state' | 'clock' | 'sms'>, of: CodeOf, captcha: Captcha, text: (code: string) => string): Promise<void> {
  const [wait, sentAt, sent] = [keyOf('wait', of), keyOf('at', of), keyOf('sent', of)];
  const before = Number((await state.get(sent)) ?? 0);
  if (before >= SMS_PER_HOUR) throw new AppError('AC_TOO_MANY_REQUESTS', { message: '验证码发送次数过多，请一小时后再试，或改用密码验证' });
  if (!(await captchaSolved(state, captcha)) && before >= SMS_CAPTCHA_AFTER) throw new AppError('AC_IDENTIFY_CODE_REQUIRED');
  if (!(await state.claim(wait, SMS_RESEND_MS))) {
    const seconds = resendWait(Number(await state.get(sentAt)), clock.now());
    throw new AppError('AC_TOO_MANY_REQUESTS', { message: `请 ${Math.max(1, seconds)} 秒后再重新发送` });
  }
  await state.set(sentAt, String(clock.now()), SMS_RESEND_MS);
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  try {
    await sms.send({ mobile: of.mobile, type: of.purpose, text: text(code) });
  } catch (error) {
    await state.forget(wait);
    throw error;
  }
  await state.count(sent, HOUR_MS);
  await state.set(keyOf('code', of), stored(of, code), SMS_CODE_MS);
}

/** Whether this is the code that was sent last; a right one is good once. */
export async function codeFits({ state }: Pick<Services, 'state'>, of: CodeOf, typed: string): Promise<boolean> {
  const key = keyOf('code', of);
  const fits = stored(of, typed.trim());
  return (await state.get(key)) === fits && (await state.take(key)) === fits;
}
