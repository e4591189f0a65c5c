import { changeAccount } from '../../../platform/audit/server/change-account.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { countAttempt, requireNotLocked } from '../../../platform/identity/server/attempts.ts';
import { OWN_PROOF } from '../../../platform/identity/server/proof-attempts.ts';
import { credentialsOf, replacePassword } from '../../../platform/identity/server/queries/accounts.ts';
import { endOtherSessions } from '../../../platform/identity/server/queries/sessions.ts';
import { inSequence } from '../../../platform/identity/server/sign-in-attempts.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import type { changePassword as contract } from '../contract.ts';
import { requireStrong } from './password-strength.ts';

/**
 * Replaces the caller's password and ends the other sessions in one transaction. Proofs of second-step verification end
 * with it.
 *
 * @throws AppError PSY_INVALID_INPUT when the old one is wrong or the new one is equal or weak; AC_ACCOUNT_LOCKED after
 *   five failed attempts; PSY_CONFLICT on a concurrent change
 */
export async function changePassword(
  ctx: AccountContext,
  { old_password, new_password }: BodyOf<typeof contract>,
): Promise<void> {
  const {
    services: { access, db, state, clock, passwords, sessions, log },
    caller: { userId, chainId },
    requestId,
  } = ctx;
  await inSequence(`secondary:${userId}`, async () => {
    await requireNotLocked(state, OWN_PROOF, userId);
    const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
    if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
    const attempt = await countAttempt(state, OWN_PROOF, userId);
    if (!(await passwords.verify(account.password_hash, old_password))) {
      log.info({ request_id: requestId, user_id: userId }, 'change of password refused');
      await attempt.recordFailure();
      throw invalid('/old_password', '原密码不正确');
    }
    await attempt.recordSuccess();
    if (new_password === old_password) throw invalid('/new_password', '新密码不能与原密码相同');
    requireStrong(new_password, account, '/new_password');
    const hash = await passwords.hash(new_password);
    const ended = await changeAccount(
      ctx,
      userId,
      { act: 'change_password', rowLabel: account.login_name },
      async (tx) => {
        const changed = await tx.run(replacePassword(userId, account.password_hash, hash, nowIso(clock)));
        if (changed === 0) throw new AppError('PSY_CONFLICT', { message: '密码刚刚被修改，请重新登录' });
        return tx.run(endOtherSessions(userId, chainId, nowIso(clock)));
      },
    );
    // The cached session of the caller may still say that the password is an initial one.
    await Promise.all([sessions.publishEnded(ended), access.invalidateUser(userId)]);
  });
}
