import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { newPassword } from '../../../platform/identity/server/new-password.ts';
import { setPasswordHash } from '../../../platform/identity/server/queries/accounts.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import type { NewPassword } from '../contract/teachers.ts';
import { changingMember } from './staff.ts';

/**
 * Sets a new password for a member of staff and ends all sessions. The password is in the response only, neither stored
 * nor logged.
 *
 * @throws AppError PSY_NOT_FOUND, AC_FORBIDDEN; PSY_SHARED_ACCOUNT when another organisation created the account
 */
export async function resetPassword(ctx: OrgContext, userId: string): Promise<NewPassword> {
  const { passwords, sessions } = ctx.services;
  const password = newPassword();
  // Hashed before the transaction, which locks the organisation's staff.
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
