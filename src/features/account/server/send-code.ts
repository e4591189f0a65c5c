import type { AccountContext, RequestContext } from '../../../platform/context/server/context.ts';
import { accountContext } from '../../../platform/context/server/make-context.ts';
import { MOBILE } from '../../../platform/contract/common.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { sendSms } from '../../../platform/identity/contract.ts';
import { requireNotLocked } from '../../../platform/identity/server/attempts.ts';
import { deviceOfRequest, isKnownTo } from '../../../platform/identity/server/known-devices.ts';
import { keepMobileCode, ownersOf } from '../../../platform/identity/server/mobile-codes.ts';
import { network } from '../../../platform/identity/server/network.ts';
import { OWN_PROOF } from '../../../platform/identity/server/proof-attempts.ts';
import { accountByMobile, credentialsOf } from '../../../platform/identity/server/queries/accounts.ts';
import {
  captchaRequiredFor,
  sendCode as send,
  sendLimited,
  type CodeTarget,
} from '../../../platform/identity/server/sms-codes.ts';
import { payerOf } from '../../../platform/identity/server/sms-payer.ts';
import { SMS_CODE_MS, SMS_PURPOSE, SMS_RESEND_MS } from '../../../platform/identity/sms.ts';
import { mask } from '../../../platform/schema/mask.ts';
import type { mobileStatus } from '../contract.ts';

type Body = BodyOf<typeof sendSms>;

const MINUTES = SMS_CODE_MS / 60_000;
/** Purpose of a code in the message. */
const USES: Readonly<Record<number, string>> = {
  [SMS_PURPOSE.signIn]: '登录',
  [SMS_PURPOSE.reset]: '找回密码',
  [SMS_PURPOSE.bind]: '绑定手机号',
  [SMS_PURPOSE.secondary]: '身份验证',
};
const textOf = (purpose: number) => (code: string) =>
  `您的验证码是 ${code}，${MINUTES} 分钟内有效，用于${USES[purpose]}。请勿告诉他人；如非本人操作，请尽快修改密码。`;

/** Code target of an anonymous caller: counted by number, which may be unregistered. */
const codeOfMobile = (purpose: number, mobile: string): CodeTarget => ({
  purpose,
  subject: `mobile:${mobile}`,
  mobile,
});

const isPublic = (type: number): boolean => type === SMS_PURPOSE.signIn || type === SMS_PURPOSE.reset;

/**
 * Sends a code for one purpose (`api.md`, codes with fixed numbers).
 *
 * @throws AppError AC_AUTH_INVALID_TOKEN when the purpose needs a signed-in caller; PSY_INVALID_INPUT for a malformed
 *   or wrong number; errors of `sendCode` of the codes
 */
export async function sendCode(ctx: RequestContext, body: Body): Promise<DataOf<typeof sendSms>> {
  if (isPublic(body.type)) await sendToAnybody(ctx, body);
  else if (ctx.caller) await sendToOwn(accountContext(ctx, ctx.caller), body);
  else throw new AppError('AC_AUTH_INVALID_TOKEN');
  const { outbox } = ctx.services.sms;
  return { resend_after: SMS_RESEND_MS / 1000, ...(outbox !== undefined && { outbox }) };
}

/**
 * For numbers that may be unregistered. Takes the same steps in the same order and does not await the message, so that
 * neither response nor timing reveals whether a number is registered.
 */
async function sendToAnybody(ctx: RequestContext, { type, mobile, ...captcha }: Body): Promise<void> {
  const { services, address, requestId } = ctx;
  const { db, sms, log } = services;
  if (!mobile || !MOBILE.test(mobile)) throw invalid('/mobile', '请输入 11 位手机号');
  if (!sms.available) throw new AppError('PSY_UNAVAILABLE', { message: '短信服务尚未开通，请联系管理员' });
  const [[account]] = await db.read({ orgId: null, userId: null }, [accountByMobile(mobile)]);
  const payer = await payerOf(services, account?.user_id ?? '');
  const of = targetFor(ctx, codeOfMobile(type, mobile), account?.user_id ?? '');
  const code = await sendLimited(services, of, { ...captcha, address: network(address) }, async (code) => {
    if (account)
      sms
        .send({ mobile, type, text: textOf(type)(code), code, ...payer })
        .catch((error: unknown) => log.error({ err: error, request_id: requestId }, 'a code was not sent'));
  });
  await keepMobileCode(services, of, code, ownersOf(ctx));
}

/** A device that signed in to the account before has messages of its own, which strangers cannot use up. */
function targetFor(ctx: RequestContext, target: CodeTarget, userId: string): CodeTarget {
  const device = deviceOfRequest(ctx);
  if (device && isKnownTo(ctx.services.cipher, device, `user:${userId}`))
    return { ...target, subject: `${target.subject}:device:${device.id}` };
  return { ...target, requester: ctx.address };
}

/** To the number that a signed-in caller has bound (5) or wants to bind (3). */
async function sendToOwn(
  { services, caller: { userId, onlyOrg } }: AccountContext,
  { type, mobile, ...captcha }: Body,
): Promise<void> {
  const { db, sms, state } = services;
  if (onlyOrg !== undefined && type === SMS_PURPOSE.bind) throw new AppError('PSY_ACCOUNT_CLOSED_HERE');
  await requireNotLocked(state, OWN_PROOF, userId);
  const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
  if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
  const to =
    type === SMS_PURPOSE.bind
      ? newNumber(account.mobile, mobile || undefined)
      : boundNumber(account.mobile, mobile || undefined);
  const payer = await payerOf(services, userId);
  await send(services, { purpose: type, subject: userId, mobile: to }, captcha, (code) =>
    sms.send({ mobile: to, type, text: textOf(type)(code), code, ...payer }),
  );
}

function newNumber(bound: string | null, named: string | undefined): string {
  if (named === undefined || !MOBILE.test(named)) throw invalid('/mobile', '请输入 11 位手机号');
  if (named === bound) throw invalid('/mobile', '您已经绑定了这个手机号');
  return named;
}

function boundNumber(bound: string | null, named: string | undefined): string {
  if (bound === null) throw new AppError('PSY_INVALID_INPUT', { message: '您的账号没有绑定手机号，请改用密码验证' });
  if (named !== undefined && named !== bound && named !== mask('phone', bound))
    throw invalid('/mobile', '不是您绑定的手机号');
  return bound;
}

/** What a page needs before it requests a code; does not reveal whether the number is registered. */
export async function statusOfMobile(
  { services, address }: RequestContext,
  mobile: string,
): Promise<DataOf<typeof mobileStatus>> {
  return {
    mobile: mask('phone', mobile),
    sms_available: services.sms.available,
    captcha_required: await captchaRequiredFor(services, codeOfMobile(SMS_PURPOSE.reset, mobile), {
      address: network(address),
    }),
  };
}
