import { randomInt } from 'node:crypto';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { SMS_CAPTCHA_AFTER, SMS_CAPTCHA_AFTER_ADDRESS, SMS_CODE_MS, SMS_PER_HOUR, SMS_RESEND_MS } from '../sms.ts';
import { captchaSolved, type Captcha } from './captcha.ts';
import { tokenHash } from './tokens.ts';

const HOUR_MS = 3_600_000;
const DIGITS = 6;

/**
 * Identifies a code. Codes of different purposes are independent; messages are counted per `subject`, which is the user
 * id or, without a session, the number.
 */
export interface CodeTarget {
  purpose: number;
  subject: string;
  mobile: string;
}

const keyOf = (what: string, { purpose, subject }: CodeTarget) => `sms:${what}:${purpose}:${subject}`;
const addressKey = (address: string) => `sms:address:${address}`;
const codeHash = ({ subject, mobile }: CodeTarget, code: string) => tokenHash(`${subject}\n${mobile}\n${code}`);

/** Network address of a request without a session; messages are also counted per address. */
type Origin = { address?: string };

/** Whether the next message requires a captcha. The answer does not depend on whether an account has the number. */
export async function captchaRequiredFor(
  { state }: Pick<Services, 'state'>,
  target: CodeTarget,
  { address }: Origin,
): Promise<boolean> {
  const [sent, sentFromAddress] = await Promise.all([
    state.get(keyOf('sent', target)),
    address === undefined ? undefined : state.get(addressKey(address)),
  ]);
  return Number(sent ?? 0) >= SMS_CAPTCHA_AFTER || Number(sentFromAddress ?? 0) >= SMS_CAPTCHA_AFTER_ADDRESS;
}

/**
 * Sends a new code, which replaces the previous one: at most once a minute, and after a few within an hour only with a
 * captcha (`spec §4`, §9).
 *
 * @param deliver Sends the message; after an error the next attempt is allowed at once
 * @throws AppError AC_IDENTIFY_CODE_REQUIRED, AC_IDENTIFY_CODE_WRONG, AC_TOO_MANY_REQUESTS; errors of `deliver`
 */
export async function sendCode(
  { state }: Pick<Services, 'state'>,
  target: CodeTarget,
  { address, ...captcha }: Captcha & Origin,
  deliver: (code: string) => Promise<void>,
): Promise<void> {
  const waitKey = keyOf('wait', target);
  const sentKey = keyOf('sent', target);
  if (Number((await state.get(sentKey)) ?? 0) >= SMS_PER_HOUR)
    throw new AppError('AC_TOO_MANY_REQUESTS', {
      message: '验证码发送次数过多，请一小时后再试',
      retryInMs: await state.left(sentKey),
    });
  if (!(await captchaSolved(state, captcha)) && (await captchaRequiredFor({ state }, target, { address })))
    throw new AppError('AC_IDENTIFY_CODE_REQUIRED');
  if (!(await state.claim(waitKey, SMS_RESEND_MS))) {
    const retryInMs = await state.left(waitKey);
    throw new AppError('AC_TOO_MANY_REQUESTS', {
      message: `请 ${Math.max(1, Math.ceil(retryInMs / 1000))} 秒后再重新发送`,
      retryInMs,
    });
  }
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  try {
    await deliver(code);
  } catch (error) {
    await state.forget(waitKey);
    throw error;
  }
  await state.count(sentKey, HOUR_MS);
  if (address !== undefined) await state.count(addressKey(address), HOUR_MS);
  await state.set(keyOf('code', target), codeHash(target, code), SMS_CODE_MS);
}

/** Whether this is the code sent last. A correct code is consumed; a wrong one leaves it valid. */
export async function consumeCode(
  { state }: Pick<Services, 'state'>,
  target: CodeTarget,
  typed: string,
): Promise<boolean> {
  const key = keyOf('code', target);
  const hash = codeHash(target, typed.trim());
  return (await state.get(key)) === hash && (await state.take(key)) === hash;
}
