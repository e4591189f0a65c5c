import type { BodyOf, DataOf } from '../../shared/contract/endpoint.ts';
import type { checkPassword, sendSms } from '../../shared/contract/secondary.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { SECONDARY_PURPOSE, SECONDARY_REST_MS, SECONDARY_TRIES, SMS_CODE_MS, SMS_RESEND_MS } from '../../shared/rules/secondary.ts';
import { mask } from '../../shared/schema/mask.ts';
import { issueSecondaryToken } from '../access/secondary-tokens.ts';
import { inTurn } from '../access/sign-in-tries.ts';
import { codeFits, sendCode } from '../access/sms-codes.ts';
import { countTry, requireAwake, type TryLimit } from '../access/tries.ts';
import type { AccountCall } from '../context.ts';
import { credentialsOf } from '../store/accounts.ts';

type Proof = DataOf<typeof checkPassword>;

/** Passwords and codes count together: whoever guesses at one guesses at the other. */
const LIMIT: TryLimit = { name: 'secondary', restsAfter: SECONDARY_TRIES, ms: SECONDARY_REST_MS, message: '验证失败次数过多，请 15 分钟后再试' };

async function ownAccount({ services: { db }, caller: { userId } }: AccountCall) {
  const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
  if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
  return account;
}

type Account = Awaited<ReturnType<typeof ownAccount>>;

/** @param wrong what a wrong try is refused with */
async function attempt(call: AccountCall, isRight: (account: Account) => Promise<boolean>, wrong: () => AppError): Promise<Proof> {
  const { services, caller, actor, requestId } = call;
  const { userId } = caller;
  return inTurn(`secondary:${userId}`, async () => {
    await requireAwake(services.state, LIMIT, userId);
    const account = await ownAccount(call);
    const tried = await countTry(services.state, LIMIT, userId);
    const told = { request_id: requestId, user_id: userId, org_id: actor?.orgId };
    if (!(await isRight(account))) {
      services.log.info(told, 'second-step verification refused');
      await tried.wrong();
      throw wrong();
    }
    const proof = await issueSecondaryToken(services, caller, actor?.orgId ?? '');
    await tried.forget();
    services.log.info(told, 'verified in a second step');
    return proof;
  });
}

/** Proves by password who sits at the screen. @throws AppError AC_WRONG_PASSWORD, AC_ACCOUNT_LOCKED after five wrong tries */
export const verifyByPassword = (call: AccountCall, digest: string): Promise<Proof> =>
  attempt(call, (account) => call.services.passwords.verify(account.password_hash, digest), () => new AppError('AC_WRONG_PASSWORD'));

const codeOf = ({ user_id: userId, mobile }: Account) => (mobile === null ? undefined : { purpose: SECONDARY_PURPOSE, userId, mobile });

/** Proves it by a code from a short message. @throws AppError AC_IDENTIFY_CODE_WRONG, AC_ACCOUNT_LOCKED after five wrong tries */
export const verifyBySms = (call: AccountCall, typed: string): Promise<Proof> => attempt(call, async (account) => {
  const of = codeOf(account);
  return of !== undefined && codeFits(call.services, of, typed);
}, () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '短信验证码不正确或已过期' }));

/** Sends a code to the account's own mobile. @throws AppError PSY_INVALID_INPUT where none is bound or another is named, and what `sendCode` throws */
export async function sendSecondaryCode(call: AccountCall, { mobile, ...captcha }: BodyOf<typeof sendSms>): Promise<DataOf<typeof sendSms>> {
  const { services, caller: { userId } } = call;
  await requireAwake(services.state, LIMIT, userId);
  const of = codeOf(await ownAccount(call));
  if (!of) throw new AppError('PSY_INVALID_INPUT', { message: '您的账号没有绑定手机号，请改用密码验证' });
  if (mobile !== undefined && mobile !== of.mobile && mobile !== mask('phone', of.mobile)) throw new AppError('PSY_INVALID_INPUT', { details: [{ field: '/mobile', message: '不是您绑定的手机号' }] });
  await sendCode(services, of, captcha, (code) => `您的验证码是 ${code}，${SMS_CODE_MS / 60_000} 分钟内有效，用于身份验证。如非本人操作，请尽快修改密码。`);
  return { resend_after: SMS_RESEND_MS / 1000 };
}

/** The mobile that codes go to, as the person may see it on a screen that others see too. */
export async function ownMobile(call: AccountCall): Promise<{ mobile?: string }> {
  const { mobile } = await ownAccount(call);
  return mobile === null ? {} : { mobile: mask('phone', mobile) };
}
