import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { countAttempt, requireNotLocked } from '../../../platform/identity/server/attempts.ts';
import { OWN_PROOF } from '../../../platform/identity/server/proof-attempts.ts';
import { credentialsOf } from '../../../platform/identity/server/queries/accounts.ts';
import { issueSecondaryToken } from '../../../platform/identity/server/secondary-tokens.ts';
import { inSequence } from '../../../platform/identity/server/sign-in-attempts.ts';
import { consumeCode } from '../../../platform/identity/server/sms-codes.ts';
import { SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { mask } from '../../../platform/schema/mask.ts';
import type { checkPassword } from '../contract.ts';

type Proof = DataOf<typeof checkPassword>;

async function ownAccount({ services: { db }, caller: { userId } }: AccountContext) {
  const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
  if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
  return account;
}

type Account = Awaited<ReturnType<typeof ownAccount>>;

/**
 * Performs one attempt.
 *
 * @param wrong error of a failed attempt
 */
async function attempt(
  ctx: AccountContext,
  isRight: (account: Account) => Promise<boolean>,
  failure: () => AppError,
): Promise<Proof> {
  const { services, caller, actor, requestId } = ctx;
  const { userId } = caller;
  return inSequence(`secondary:${userId}`, async () => {
    await requireNotLocked(services.state, OWN_PROOF, userId);
    const account = await ownAccount(ctx);
    const attempt = await countAttempt(services.state, OWN_PROOF, userId);
    const logFields = { request_id: requestId, user_id: userId, org_id: actor?.orgId };
    if (!(await isRight(account))) {
      services.log.info(logFields, 'second-step verification refused');
      if (actor)
        await services.db.transaction({ orgId: actor.orgId, userId: null }, (tx) =>
          audit(
            tx,
            { ...ctx, actor },
            { act: 'verify_failed', resource: 'account', rowId: userId, rowLabel: '身份验证' },
          ),
        );
      await attempt.recordFailure();
      throw failure();
    }
    const proof = await issueSecondaryToken(services, caller, actor?.orgId ?? '');
    await attempt.recordSuccess();
    services.log.info(logFields, 'verified in a second step');
    return proof;
  });
}

/**
 * Verifies the caller by password.
 *
 * @throws AppError AC_WRONG_PASSWORD; AC_ACCOUNT_LOCKED after five failed attempts
 */
export const verifyByPassword = (ctx: AccountContext, digest: string): Promise<Proof> =>
  attempt(
    ctx,
    (account) => ctx.services.passwords.verify(account.password_hash, digest),
    () => new AppError('AC_WRONG_PASSWORD'),
  );

const codeOf = ({ user_id: subject, mobile }: Account) =>
  mobile === null ? undefined : { purpose: SMS_PURPOSE.secondary, subject, mobile };

/**
 * Verifies the caller by a code from a short message.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG; AC_ACCOUNT_LOCKED after five failed attempts
 */
export const verifyBySms = (ctx: AccountContext, typed: string): Promise<Proof> =>
  attempt(
    ctx,
    async (account) => {
      const of = codeOf(account);
      return of !== undefined && consumeCode(ctx.services, of, typed);
    },
    () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '短信验证码不正确或已过期' }),
  );

/** Masked mobile that receives the codes. */
export async function ownMobile(ctx: AccountContext): Promise<{ mobile?: string }> {
  const { mobile } = await ownAccount(ctx);
  return mobile === null ? {} : { mobile: mask('phone', mobile) };
}
