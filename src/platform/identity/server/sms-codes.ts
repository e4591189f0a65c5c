import { randomInt } from 'node:crypto';
import type { Services } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { SMS_CAPTCHA_AFTER, SMS_CAPTCHA_AFTER_ADDRESS, SMS_CODE_MS, SMS_PER_HOUR, SMS_RESEND_MS } from '../sms.ts';
import { captchaSolved } from './captcha.ts';
import { tokenHash } from './tokens.ts';

const HOUR_MS = 3_600_000;
const DIGITS = 6;

/**
 * Codes of one purpose know nothing of those of another. `subject`: what is counted together, a person's id or, of
 * whoever is not signed in, the number itself.
 */
export interface CodeOf {
  purpose: number;
  subject: string;
  mobile: string;
}

const keyOf = (what: string, { purpose, subject }: CodeOf) => `sms:${what}:${purpose}:${subject}`;
const addressKey = (address: string) => `sms:address:${address}`;
const stored = ({ subject, mobile }: CodeOf, code: string) => tokenHash(`${subject}\n${mobile}\n${code}`);

export interface Captcha {
  session_id?: string | null;
  verification_code?: string | null;
}

/** Where it comes from counts besides, where nobody is signed in: one machine must not ring many phones. */
type Counting = { address?: string };

/** Whether the next message wants a picture code first; tells nothing of whether the number is anybody's. */
export async function captchaWantedFor(
  { state }: Pick<Services, 'state'>,
  of: CodeOf,
  { address }: Counting,
): Promise<boolean> {
  const [sent, fromThere] = await Promise.all([
    state.get(keyOf('sent', of)),
    address === undefined ? undefined : state.get(addressKey(address)),
  ]);
  return Number(sent ?? 0) >= SMS_CAPTCHA_AFTER || Number(fromThere ?? 0) >= SMS_CAPTCHA_AFTER_ADDRESS;
}

/**
 * Makes a new code; the one before is void. Once a minute, and after a few within the hour only with a picture code
 * (`spec §4`, §9).
 *
 * @param deliver Sends it
 * @throws AppError AC_IDENTIFY_CODE_REQUIRED, AC_IDENTIFY_CODE_WRONG, AC_TOO_MANY_REQUESTS; what `deliver` throws, and
 *   then it may be tried again at once
 */
export async function sendCode(
  { state }: Pick<Services, 'state'>,
  of: CodeOf,
  { address, ...captcha }: Captcha & Counting,
  deliver: (code: string) => Promise<void>,
): Promise<void> {
  const [wait, sent] = [keyOf('wait', of), keyOf('sent', of)];
  if (Number((await state.get(sent)) ?? 0) >= SMS_PER_HOUR)
    throw new AppError('AC_TOO_MANY_REQUESTS', {
      message: '验证码发送次数过多，请一小时后再试',
      retryInMs: await state.left(sent),
    });
  if (!(await captchaSolved(state, captcha)) && (await captchaWantedFor({ state }, of, { address })))
    throw new AppError('AC_IDENTIFY_CODE_REQUIRED');
  if (!(await state.claim(wait, SMS_RESEND_MS))) {
    const retryInMs = await state.left(wait);
    throw new AppError('AC_TOO_MANY_REQUESTS', {
      message: `请 ${Math.max(1, Math.ceil(retryInMs / 1000))} 秒后再重新发送`,
      retryInMs,
    });
  }
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  try {
    await deliver(code);
  } catch (error) {
    await state.forget(wait);
    throw error;
  }
  await state.count(sent, HOUR_MS);
  if (address !== undefined) await state.count(addressKey(address), HOUR_MS);
  await state.set(keyOf('code', of), stored(of, code), SMS_CODE_MS);
}

/** Whether this is the code that was sent last; a right one is good once. */
export async function codeFits({ state }: Pick<Services, 'state'>, of: CodeOf, typed: string): Promise<boolean> {
  const key = keyOf('code', of);
  const fits = stored(of, typed.trim());
  return (await state.get(key)) === fits && (await state.take(key)) === fits;
}
