import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { setPasswordHash } from '../../../platform/identity/server/queries/accounts.ts';
import { releaseBindings } from '../../../platform/outside-identity/server/release.ts';
import type { HashedPassword } from '../../account/server/public.ts';
import type { NewPassword } from '../contract/teachers.ts';
import { lockMember, requireOther } from './staff.ts';

/**
 * Sets a new password for a member of staff ends all sessions, and unbinds what they sign in with elsewhere. The
 * password is in the response only, neither stored nor logged.
 *
 * @throws AppError PSY_OWN_ACCOUNT, PSY_NOT_FOUND, AC_FORBIDDEN; PSY_SHARED_ACCOUNT when another organisation created
 *   the account
 */
export async function resetPassword(
  ctx: OrgContext,
  tx: Tx,
  { password, hash }: HashedPassword,
  userId: string,
): Promise<NewPassword> {
  requireOther(ctx, userId, '不能重设自己的密码，请在“账号设置”里修改');
  const { login_name, teacher_name, owns_account } = await lockMember(ctx, tx, userId);
  if (!owns_account) throw new AppError('PSY_SHARED_ACCOUNT');
  await tx.run(setPasswordHash(userId, hash, ctx.nowIso(), { initial: true }));
  await audit(tx, ctx, { act: 'reset_password', resource: 'teacher', rowId: userId, rowLabel: teacher_name });
  await releaseBindings(ctx, tx, [userId]);
  tx.afterCommit(() => ctx.services.sessions.endAllOf(userId));
  return { user_id: userId, login_name, real_name: teacher_name, password };
}
