import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { countAttempt, requireNotLocked, type AttemptLimit } from '../../../platform/identity/server/attempts.ts';
import { checkAuthenticator } from '../../../platform/identity/server/authenticator.ts';
import { AUTHENTICATOR_PROOF, OWN_PROOF } from '../../../platform/identity/server/proof-attempts.ts';
import { credentialsOf } from '../../../platform/identity/server/queries/accounts.ts';
import { issueSecondaryToken, type ProofMethod } from '../../../platform/identity/server/secondary-tokens.ts';
import { inSequence } from '../../../platform/identity/server/sign-in-attempts.ts';
import { consumeCode } from '../../../platform/identity/server/sms-codes.ts';
import { SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { mask } from '../../../platform/schema/mask.ts';
import type { checkPassword } from '../contract.ts';

type Proof = DataOf<typeof checkPassword>;

export async function ownAccount({ services: { db }, caller: { userId } }: AccountContext) {
  const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
  if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
  return account;
}

export type Account = Awaited<ReturnType<typeof ownAccount>>;

/** An attempt of the caller to prove who they are. */
interface Attempt<T> {
  limit: AttemptLimit;
  isRight: (account: Account) => Promise<boolean>;
  /** The error of a failed attempt. */
  failure: () => AppError;
  /** Runs after a successful attempt. */
  done: (account: Account) => Promise<T>;
}

/** Logs an attempt that was refused, where the caller acts in an organisation. */
export async function logRefusal({ actor, ...ctx }: AccountContext): Promise<void> {
  if (!actor) return;
  const entry = { act: 'verify_failed', resource: 'account', rowId: ctx.caller.userId, rowLabel: '身份验证' };
  await ctx.services.db.transaction({ orgId: actor.orgId, userId: null }, (tx) => audit(tx, { ...ctx, actor }, entry));
}

/** Performs one attempt, and logs a failed one. */
export async function attempt<T>(ctx: AccountContext, { limit, isRight, failure, done }: Attempt<T>): Promise<T> {
  const { services, caller, actor, requestId } = ctx;
  const { userId } = caller;
  return inSequence(`secondary:${userId}`, async () => {
    await requireNotLocked(services.state, limit, userId);
    const account = await ownAccount(ctx);
    const counted = await countAttempt(services.state, limit, userId);
    const logFields = { request_id: requestId, user_id: userId, org_id: actor?.orgId };
    if (!(await isRight(account))) {
      services.log.info(logFields, 'second-step verification refused');
      await logRefusal(ctx);
      await counted.recordFailure();
      throw failure();
    }
    const result = await done(account);
    await counted.recordSuccess();
    services.log.info(logFields, 'verified in a second step');
    return result;
  });
}

export const proofBy = (ctx: AccountContext, method: ProofMethod) => (): Promise<Proof> =>
  issueSecondaryToken(ctx.services, ctx.caller, ctx.actor?.orgId ?? '', method);

/** @throws AppError PSY_AUTHENTICATOR_REQUIRED where the role may verify with an authenticator only */
function requireChoice({ actor }: AccountContext): void {
  if (actor?.security.authenticatorRequired) throw new AppError('PSY_AUTHENTICATOR_REQUIRED');
}

/** An attempt by password. */
export const byPassword = <T>(ctx: AccountContext, digest: string, done: Attempt<T>['done']): Attempt<T> => ({
  limit: OWN_PROOF,
  isRight: (account) => ctx.services.passwords.verify(account.password_hash, digest),
  failure: () => new AppError('AC_WRONG_PASSWORD'),
  done,
});

const wrongCode = () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '动态口令不正确或已使用' });

/**
 * A password that somebody else has set proves nobody. Whom an organisation vouches for may still have one.
 *
 * @throws AppError PSY_PASSWORD_NO_PROOF
 */
export async function requireOwnPassword(ctx: AccountContext): Promise<void> {
  if ((await ownAccount(ctx)).password_initial) throw new AppError('PSY_PASSWORD_NO_PROOF');
}

/**
 * Verifies the caller by password.
 *
 * @throws AppError AC_WRONG_PASSWORD; AC_ACCOUNT_LOCKED after five failed attempts; PSY_PASSWORD_NO_PROOF
 */
export const verifyByPassword = async (ctx: AccountContext, digest: string): Promise<Proof> => {
  requireChoice(ctx);
  await requireOwnPassword(ctx);
  return attempt(ctx, byPassword(ctx, digest, proofBy(ctx, 'password')));
};

const codeOf = ({ user_id: subject, mobile }: Account) =>
  mobile === null ? undefined : { purpose: SMS_PURPOSE.secondary, subject, mobile };

/**
 * Verifies the caller by a code from a short message.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG; AC_ACCOUNT_LOCKED after five failed attempts
 */
export const verifyBySms = async (ctx: AccountContext, typed: string): Promise<Proof> => {
  requireChoice(ctx);
  return attempt(ctx, {
    limit: OWN_PROOF,
    isRight: async (account) => {
      const of = codeOf(account);
      return of !== undefined && consumeCode(ctx.services, of, typed);
    },
    failure: () => new AppError('AC_IDENTIFY_CODE_WRONG', { message: '短信验证码不正确或已过期' }),
    done: proofBy(ctx, 'sms'),
  });
};

/**
 * Verifies the caller by a code of their authenticator app, or by a recovery code. Each works once.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG; AC_ACCOUNT_LOCKED after five failed attempts
 */
export const verifyByAuthenticator = (ctx: AccountContext, typed: string): Promise<Proof> =>
  attempt(ctx, {
    limit: AUTHENTICATOR_PROOF,
    isRight: ({ user_id }) => checkAuthenticator(ctx.services, user_id, typed),
    failure: wrongCode,
    done: proofBy(ctx, 'authenticator'),
  });

/** Masked mobile that receives the codes. */
export async function ownMobile(ctx: AccountContext): Promise<{ mobile?: string }> {
  const { mobile } = await ownAccount(ctx);
  return mobile === null ? {} : { mobile: mask('phone', mobile) };
}
