import { randomBytes } from 'node:crypto';
import { changeAccount } from '../../../platform/audit/server/change-account.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { TokenPair } from '../../../platform/identity/contract.ts';
import { unlock } from '../../../platform/identity/server/attempts.ts';
import { rememberAccount } from '../../../platform/identity/server/known-devices.ts';
import { proveMobileCode } from '../../../platform/identity/server/mobile-codes.ts';
import { OWN_PROOF } from '../../../platform/identity/server/proof-attempts.ts';
import { accountByMobile, setPasswordHash } from '../../../platform/identity/server/queries/accounts.ts';
import { endSessionsOfUser } from '../../../platform/identity/server/queries/sessions.ts';
import { endDelays } from '../../../platform/identity/server/sign-in-attempts.ts';
import { newToken, tokenHash } from '../../../platform/identity/server/tokens.ts';
import { PROVED_MS, SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { releaseEverywhere } from '../../../platform/outside-identity/server/release.ts';
import { isoTime, nowIso } from '../../../platform/runtime/server/clock.ts';
import type { checkCode as checkContract, resetForgotten as resetContract } from '../contract.ts';
import { requireStrong } from './password-strength.ts';

const wrongCode = () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '短信验证码不正确或已过期' });
const over = () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '验证已过期，请重新获取验证码' });

async function holderOf({ services: { db } }: RequestContext, mobile: string) {
  const [[account]] = await db.read({ orgId: null, userId: null }, [accountByMobile(mobile)]);
  return account;
}

/**
 * Signs in the account of a mobile, and ends its older session of the same kind of app.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG
 */
export async function signInBySms(
  ctx: RequestContext,
  { mobile, code }: { mobile: string; code: string },
): Promise<TokenPair> {
  const {
    services: { sessions, log },
    appKind,
    requestId,
  } = ctx;
  await proveMobileCode(ctx, { purpose: SMS_PURPOSE.signIn, mobile }, code);
  const account = await holderOf(ctx, mobile);
  if (!account) throw wrongCode();
  const pair = await sessions.open(account.user_id, appKind, ctx);
  rememberAccount(ctx, `user:${account.user_id}`);
  log.info({ request_id: requestId, user_id: account.user_id, app_kind: appKind }, 'signed in by short message');
  return pair;
}

const keyOf = (token: string) => `proved-mobile:${tokenHash(token)}`;

/**
 * Exchanges a valid code for a token that allows one new password.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG
 */
export async function checkCode(
  ctx: RequestContext,
  { mobile, code }: BodyOf<typeof checkContract>,
): Promise<DataOf<typeof checkContract>> {
  const { state, clock } = ctx.services;
  await proveMobileCode(ctx, { purpose: SMS_PURPOSE.reset, mobile }, code);
  const sms_token = newToken(randomBytes);
  await state.set(keyOf(sms_token), tokenHash(mobile), PROVED_MS);
  return { sms_token, expires_at: isoTime(clock.now() + PROVED_MS) };
}

/**
 * Sets the password of the account of the verified number, ends all its sessions, removes its bindings to outside
 * identities, and resets its failed attempts.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG when the number is not verified or the proof has expired; PSY_INVALID_INPUT
 *   for a weak password, after which another one may be sent
 */
export async function resetForgotten(
  ctx: RequestContext,
  { mobile, sms_token, password }: BodyOf<typeof resetContract>,
): Promise<void> {
  const {
    services: { state, clock, passwords, sessions, log },
    requestId,
  } = ctx;
  const [key, mobileHash] = [keyOf(sms_token), tokenHash(mobile)];
  const account = (await state.get(key)) === mobileHash ? await holderOf(ctx, mobile) : undefined;
  if (!account) throw over();
  requireStrong(password, account, '/password');
  if ((await state.take(key)) !== mobileHash) throw over();
  const at = nowIso(clock);
  const hash = await passwords.hash(password);
  await releaseEverywhere(ctx, account.user_id);
  const ended = await changeAccount(
    ctx,
    account.user_id,
    { act: 'reset_password', rowLabel: account.login_name },
    async (tx) => {
      await tx.run(setPasswordHash(account.user_id, hash, at, { initial: false }));
      return tx.run(endSessionsOfUser(account.user_id, at));
    },
  );
  await sessions.publishEnded(ended);
  await Promise.all([endDelays(ctx.services, account.user_id), unlock(state, OWN_PROOF, account.user_id)]);
  log.info({ request_id: requestId, user_id: account.user_id }, 'password reset by short message');
}
