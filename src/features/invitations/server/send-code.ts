import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { keepMobileCode, ownersOf } from '../../../platform/identity/server/mobile-codes.ts';
import { network } from '../../../platform/identity/server/network.ts';
import { sendLimited } from '../../../platform/identity/server/sms-codes.ts';
import { SMS_CODE_MS, SMS_PURPOSE, SMS_RESEND_MS } from '../../../platform/identity/sms.ts';
import type { sendRegistrationCode } from '../contract/registration.ts';
import { invitationOfTicket, requireUsable, type Invitation } from './find-invitation.ts';
import { genuineTicket } from './ticket.ts';

const MINUTES = SMS_CODE_MS / 60_000;
/** Messages for one ticket: enough for a few mistyped numbers. */
const PER_TICKET = 6;
/** Messages for one invitation and hour: some for each address, however often its page is opened. */
const PER_PLACE = 3;
const PER_INVITATION = 150;
const HOUR_MS = 3_600_000;

/** @throws AppError AC_TOO_MANY_REQUESTS */
async function countFor({ services: { state } }: RequestContext, invitation: Invitation): Promise<void> {
  const key = `registration:sms:invitation:${invitation.invitation_id}`;
  const most = Math.min(PER_TICKET + PER_PLACE * invitation.max_registrations, PER_INVITATION);
  if ((await state.count(key, HOUR_MS)) > most)
    throw new AppError('AC_TOO_MANY_REQUESTS', {
      message: '这个邀请的验证码发送次数过多，请一小时后再试',
      retryInMs: await state.left(key),
    });
}

/** A person who registers has no password to use instead. */
const forRegistrants = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'PSY_UNAVAILABLE'
    ? new AppError('PSY_UNAVAILABLE', { message: '短信没有发送成功，请稍后重试，或联系学校', cause: error })
    : error;

/**
 * Sends a code to the number of a registration, also to one in use. Only a page with a ticket of a usable invitation
 * may ask, and only where the school verifies numbers, so that no other caller can make the school pay for messages.
 *
 * @throws AppError PSY_REGISTRATION_TICKET, PSY_UNAVAILABLE, AC_TOO_MANY_REQUESTS; PSY_CONFLICT where no number is
 *   asked for; errors of `requireUsable` and `sendLimited`
 */
export async function sendCode(
  ctx: RequestContext,
  { mobile, ...captcha }: BodyOf<typeof sendRegistrationCode>,
): Promise<DataOf<typeof sendRegistrationCode>> {
  const { services, address } = ctx;
  const { sms, state } = services;
  const ticket = genuineTicket(ctx);
  if (!sms.available) throw new AppError('PSY_UNAVAILABLE', { message: '短信服务尚未开通，请联系学校' });
  const found = await invitationOfTicket(ctx, ticket);
  requireUsable(found, ctx.now(), true);
  if (!found.mobileRequired) throw new AppError('PSY_CONFLICT', { message: '学校没有要求验证手机号，请刷新页面' });
  const key = `registration:sms:${ticket.id}`;
  if ((await state.count(key, ticket.until - ctx.now())) > PER_TICKET)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(key) });
  const type = SMS_PURPOSE.signUp;
  const target = { purpose: type, subject: `mobile:${mobile}`, mobile, requester: address };
  const code = await sendLimited(services, target, { ...captcha, address: network(address) }, async (digits) => {
    await countFor(ctx, found.invitation);
    const message = {
      mobile,
      type,
      text: `您的验证码是 ${digits}，${MINUTES} 分钟内有效，用于注册。请勿告诉他人；如非本人操作，可以忽略。`,
      code: digits,
      orgId: ticket.orgId,
      registration: true,
    } as const;
    await sms.send(message).catch((error: unknown) => {
      throw forRegistrants(error);
    });
  });
  await keepMobileCode(services, target, code, ownersOf(ctx));
  const { outbox } = sms;
  return { resend_after: SMS_RESEND_MS / 1000, ...(outbox !== undefined && { outbox }) };
}
