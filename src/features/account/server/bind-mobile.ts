import { changeAccount } from '../../../platform/audit/server/change-account.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { countAttempt, requireNotLocked } from '../../../platform/identity/server/attempts.ts';
import { OWN_PROOF } from '../../../platform/identity/server/proof-attempts.ts';
import { credentialsOf, setMobile } from '../../../platform/identity/server/queries/accounts.ts';
import { inSequence } from '../../../platform/identity/server/sign-in-attempts.ts';
import { consumeCode } from '../../../platform/identity/server/sms-codes.ts';
import { payerOf } from '../../../platform/identity/server/sms-payer.ts';
import { SMS_PURPOSE, SMS_REBOUND } from '../../../platform/identity/sms.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { mask } from '../../../platform/schema/mask.ts';

/**
 * Binds the verified number in place of the former one, which gets a message.
 *
 * @throws AppError AC_IDENTIFY_CODE_WRONG; AC_ACCOUNT_LOCKED after five failed attempts; PSY_CONFLICT when another
 *   account has the number
 */
export async function bindMobile(ctx: AccountContext, mobile: string, typed: string): Promise<{ mobile: string }> {
  const {
    services,
    caller: { userId },
    requestId,
  } = ctx;
  const { db, state, clock, sms, log } = services;
  return inSequence(`secondary:${userId}`, async () => {
    await requireNotLocked(state, OWN_PROOF, userId);
    const attempt = await countAttempt(state, OWN_PROOF, userId);
    if (!(await consumeCode(services, { purpose: SMS_PURPOSE.bind, subject: userId, mobile }, typed))) {
      await attempt.recordFailure();
      throw new AppError('AC_IDENTIFY_CODE_WRONG', { message: '短信验证码不正确或已过期' });
    }
    await attempt.recordSuccess();
    const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
    if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
    const maskedMobile = (number: string | null) => ({ mobile: number === null ? null : mask('phone', number) });
    try {
      await changeAccount(
        ctx,
        userId,
        {
          act: 'update',
          rowLabel: account.login_name,
          before: maskedMobile(account.mobile),
          after: maskedMobile(mobile),
        },
        (tx) => tx.run(setMobile(userId, mobile, nowIso(clock))),
      );
    } catch (error) {
      if (isUniqueViolation(error, 'accounts_mobile_key'))
        throw new AppError('PSY_CONFLICT', { message: '这个手机号已经绑定了其他账号', cause: error });
      throw error;
    }
    const { mobile: former } = account;
    if (former !== null && former !== mobile) {
      const text = `您的账号已改绑手机号 ${mask('phone', mobile)}。如非本人操作，请立即联系学校管理员。`;
      // Not awaited: a failed message does not undo the binding.
      payerOf(services, userId)
        .then((payer) => sms.send({ mobile: former, type: SMS_REBOUND, text, ...payer }))
        .catch((error: unknown) =>
          log.warn({ err: error, request_id: requestId }, 'message to the former mobile failed'),
        );
    }
    return { mobile: mask('phone', mobile) };
  });
}
