import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { CODE_ATTEMPTS, SMS_CODE_MS } from '../sms.ts';
import { deviceOfRequest, keepDevice, newDevice } from './known-devices.ts';
import { tokenHash } from './tokens.ts';

/*
 * Codes for callers without a session. A code belongs to the browser that requested it, or to its network address where
 * the client keeps no cookies: no other client can use it up, replace it or guess it.
 */

/** What a code is for, and the number that it was sent to. */
export interface MobileCode {
  purpose: number;
  mobile: string;
}

const codeKey = ({ purpose, mobile }: MobileCode, owner: string) => `sms:code:${purpose}:mobile:${mobile}:${owner}`;
const codeHash = ({ mobile }: MobileCode, code: string) => tokenHash(`${mobile}\n${code}`);
const wrongKey = (target: MobileCode, owner: string) => `${codeKey(target, owner)}:wrong`;
const usedKey = (id: string) => `sms:used:${id}`;

const ofDevice = (id: string) => `device:${id}`;
const ofAddress = (address: string) => `address:${address}`;

/** Who requests a code. A browser without a device cookie gets one. */
export function ownersOf(ctx: RequestContext): string[] {
  const known = deviceOfRequest(ctx);
  if (known) return [ofDevice(known.id)];
  const device = newDevice();
  keepDevice(ctx, device);
  // Whether the client keeps the cookie is known only when it sends the code.
  return [ofDevice(device.id), ofAddress(ctx.address)];
}

/** Stores the code for its owners, in place of their previous one. */
export async function keepMobileCode(
  { state }: Pick<Services, 'state'>,
  target: MobileCode,
  code: string,
  owners: readonly string[],
): Promise<void> {
  const id = randomBytes(12).toString('base64url');
  for (const owner of owners) {
    await state.forget(wrongKey(target, owner));
    await state.set(codeKey(target, owner), `${codeHash(target, code)} ${id}`, SMS_CODE_MS);
  }
}

const wrong = () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '短信验证码不正确或已过期' });

/**
 * Consumes the code that this caller requested. After five wrong attempts it is void and another one may be requested.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG
 */
export async function proveMobileCode(ctx: RequestContext, target: MobileCode, typed: string): Promise<void> {
  const { state } = ctx.services;
  const device = deviceOfRequest(ctx);
  const owner = device ? ofDevice(device.id) : ofAddress(ctx.address);
  const key = codeKey(target, owner);
  const [hash, id = ''] = ((await state.get(key)) ?? '').split(' ');
  const given = codeHash(target, typed.trim());
  // Nothing is counted where no code is pending, so invented numbers occupy no memory.
  if (!hash) throw wrong();
  // Counted before it is compared, so that parallel attempts cannot exceed the limit.
  const n = await state.count(wrongKey(target, owner), SMS_CODE_MS);
  if (n <= CODE_ATTEMPTS && hash === given && (await state.claim(usedKey(id), SMS_CODE_MS))) {
    await Promise.all([state.forget(key), state.forget(wrongKey(target, owner))]);
    return;
  }
  if (n < CODE_ATTEMPTS) throw wrong();
  await state.forget(key);
  throw new AppError('AC_IDENTIFY_CODE_WRONG', { message: '验证码错误次数过多，请重新获取验证码' });
}
