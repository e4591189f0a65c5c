import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { proveMobileCode } from '../../../platform/identity/server/mobile-codes.ts';
import { newToken, tokenHash } from '../../../platform/identity/server/tokens.ts';
import { PROVED_MS, SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { checkSignUpCode } from '../contract.ts';
import { isAny, preparedFor, type Prepared } from './prepared.ts';

/** Where the proof of a number is kept, for a sign-up only. */
export const proofKey = (token: string): string => `sign-up:proved:${tokenHash(token)}`;

/**
 * What is prepared for a proved number. Only its owner gets here, so the answer may tell.
 *
 * @throws AppError PSY_CONFLICT when an account has the number; PSY_NOT_FOUND when nobody prepared anything
 */
export async function requirePrepared(ctx: RequestContext, mobile: string): Promise<Prepared> {
  const prepared = await preparedFor(ctx, mobile);
  if (prepared.hasAccount)
    throw new AppError('PSY_CONFLICT', { message: '这个手机号已经有账号，请用短信登录，或重设密码' });
  if (!isAny(prepared))
    throw new AppError('PSY_NOT_FOUND', { message: '没有学校为这个手机号准备账号，请联系学校核对登记的号码' });
  return prepared;
}

/**
 * Exchanges a valid code for a token that opens the account once.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG; errors of `requirePrepared`
 */
export async function checkCode(
  ctx: RequestContext,
  { mobile, code }: BodyOf<typeof checkSignUpCode>,
): Promise<DataOf<typeof checkSignUpCode>> {
  await proveMobileCode(ctx, { purpose: SMS_PURPOSE.signUp, mobile }, code);
  const { staff, guardians } = await requirePrepared(ctx, mobile);
  const sms_token = newToken(randomBytes);
  await ctx.services.state.set(proofKey(sms_token), tokenHash(mobile), PROVED_MS);
  return {
    sms_token,
    expires_at: isoTime(ctx.now() + PROVED_MS),
    orgs: [
      ...(staff ? [{ org_name: staff.org_name, identity: IDENTITY.staff }] : []),
      ...guardians.map(({ org_name }) => ({ org_name, identity: IDENTITY.parent })),
    ],
  };
}
