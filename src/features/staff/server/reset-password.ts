import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { newPassword } from '../../../platform/identity/server/new-password.ts';
import { setPasswordHash } from '../../../platform/identity/server/queries/accounts.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import type { NewPassword } from '../contract/teachers.ts';
import { changingMember } from './staff.ts';

/**
 * Gives a member of staff a new password and ends all their sessions. The password is in the answer and nowhere else:
 * neither stored nor logged.
 *
 * @throws AppError PSY_NOT_FOUND, AC_FORBIDDEN; PSY_SHARED_ACCOUNT where the account was not made by this organisation,
 *   which then has no say over it
 */
export async function resetPassword(ctx: OrgContext, userId: string): Promise<NewPassword> {
  const { passwords, sessions } = ctx.services;
  const password = newPassword();
  // Before the transaction, which holds the organisation's staff while it lasts.
  const hash = await passwords.hash(passwordDigest(password));
  const { login_name, teacher_name } = await changingMember(ctx, userId, async (tx, member) => {
    if (!member.owns_account) throw new AppError('PSY_SHARED_ACCOUNT');
    await tx.run(setPasswordHash(userId, hash, ctx.nowIso()));
    await audit(tx, ctx, { act: 'reset_password', resource: 'teacher', rowId: userId, rowLabel: member.teacher_name });
    return member;
  });
  await sessions.endAllOf(userId);
  return { user_id: userId, login_name, real_name: teacher_name, password };
}
