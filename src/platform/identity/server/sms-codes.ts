import { randomInt } from 'node:crypto';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import {
  SMS_CAPTCHA_AFTER,
  SMS_CAPTCHA_AFTER_ADDRESS,
  SMS_CODE_MS,
  SMS_PER_HOUR,
  SMS_PER_HOUR_NUMBER,
  SMS_RESEND_MS,
} from '../sms.ts';
import { captchaSolved, type Captcha } from './captcha/captcha.ts';
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
  /** Without a session: the browser or address that requests the code. It has a quota within that of the number. */
  requester?: string;
}

const keyOf = (what: string, { purpose, subject }: CodeTarget) => `sms:${what}:${purpose}:${subject}`;
const requesterKey = (target: CodeTarget) => `${keyOf('sent', target)}:${target.requester}`;
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
 * @throws AppError as `sendLimited`
 */
export async function sendCode(
  services: Pick<Services, 'state'>,
  target: CodeTarget,
  captcha: Captcha,
  deliver: (code: string) => Promise<void>,
): Promise<void> {
  const code = await sendLimited(services, target, captcha, deliver);
  await services.state.set(keyOf('code', target), codeHash(target, code), SMS_CODE_MS);
}

/** @throws AppError AC_TOO_MANY_REQUESTS when the number, or this requester, has had its messages of the hour */
async function requireQuota(state: SharedState, target: CodeTarget): Promise<void> {
  const quotas = [
    { key: keyOf('sent', target), max: target.requester === undefined ? SMS_PER_HOUR : SMS_PER_HOUR_NUMBER },
    ...(target.requester === undefined ? [] : [{ key: requesterKey(target), max: SMS_PER_HOUR }]),
  ];
  for (const { key, max } of quotas)
    if (Number((await state.get(key)) ?? 0) >= max)
      throw new AppError('AC_TOO_MANY_REQUESTS', {
        message: '验证码发送次数过多，请一小时后再试',
        retryInMs: await state.left(key),
      });
}

/**
 * Makes a code and sends it within the limits; the caller stores it.
 *
 * @param deliver Sends the message; after an error the next attempt is allowed at once
 * @throws AppError AC_IDENTIFY_CODE_REQUIRED, AC_IDENTIFY_CODE_WRONG, AC_TOO_MANY_REQUESTS; errors of `deliver`
 */
export async function sendLimited(
  { state }: Pick<Services, 'state'>,
  target: CodeTarget,
  { address, ...captcha }: Captcha & Origin,
  deliver: (code: string) => Promise<void>,
): Promise<string> {
  const waitKey = keyOf('wait', target);
  const sentKey = keyOf('sent', target);
  await requireQuota(state, target);
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
  if (target.requester !== undefined) await state.count(requesterKey(target), HOUR_MS);
  return code;
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
