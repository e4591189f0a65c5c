import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { keepMobileCode, ownersOf } from '../../../platform/identity/server/mobile-codes.ts';
import { network } from '../../../platform/identity/server/network.ts';
import { sendLimited } from '../../../platform/identity/server/sms-codes.ts';
import { SMS_CODE_MS, SMS_PURPOSE, SMS_RESEND_MS } from '../../../platform/identity/sms.ts';
import type { sendSignUpCode } from '../contract.ts';
import { isAny, payerOf, preparedFor } from './prepared.ts';

const MINUTES = SMS_CODE_MS / 60_000;

/** Sends the message where the number is known: to an account's number too, because its owner will learn that. */
async function deliver(ctx: RequestContext, mobile: string, code: string): Promise<void> {
  const prepared = await preparedFor(ctx, mobile);
  if (!prepared.hasAccount && !isAny(prepared)) return;
  await ctx.services.sms.send({
    mobile,
    type: SMS_PURPOSE.signUp,
    text: `您的验证码是 ${code}，${MINUTES} 分钟内有效，用于开通账号。请勿告诉他人；如非本人操作，可以忽略。`,
    code,
    ...payerOf(prepared),
  });
}

/**
 * Sends a code for the sign-up. The number is looked up after the answer, so that neither answer nor timing reveals
 * whether it is recorded.
 *
 * @throws AppError PSY_UNAVAILABLE; errors of `sendLimited`
 */
export async function sendCode(
  ctx: RequestContext,
  { mobile, session_id, verification_code }: BodyOf<typeof sendSignUpCode>,
): Promise<DataOf<typeof sendSignUpCode>> {
  const { services, address, requestId } = ctx;
  const { sms, log } = services;
  if (!sms.available) throw new AppError('PSY_UNAVAILABLE', { message: '短信服务尚未开通，请联系学校' });
  const target = { purpose: SMS_PURPOSE.signUp, subject: `mobile:${mobile}`, mobile, requester: address };
  const from = { session_id, verification_code, address: network(address) };
  const code = await sendLimited(services, target, from, async (digits) => {
    deliver(ctx, mobile, digits).catch((error: unknown) =>
      log.error({ err: error, request_id: requestId }, 'a code was not sent'),
    );
  });
  await keepMobileCode(services, target, code, ownersOf(ctx));
  return { resend_after: SMS_RESEND_MS / 1000, ...(sms.outbox !== undefined && { outbox: sms.outbox }) };
}
