import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { deleteAuthenticator } from '../../../platform/identity/server/queries/authenticators.ts';
import { deletePasskeys } from '../../../platform/identity/server/queries/passkeys.ts';
import { lockMember, requireOther } from './staff.ts';

/**
 * Removes the authenticator app and the passkeys of a member of staff, who enrols others.
 *
 * @throws AppError PSY_OWN_ACCOUNT; PSY_NOT_FOUND, also where there is none; AC_FORBIDDEN; PSY_SHARED_ACCOUNT when
 *   another organisation created the account
 */
export async function resetAuthenticator(ctx: OrgContext, tx: Tx, userId: string): Promise<void> {
  requireOther(ctx, userId, '不能重置自己的动态口令，请在“账号设置”里停用');
  const { teacher_name, owns_account } = await lockMember(ctx, tx, userId);
  if (!owns_account)
    throw new AppError('PSY_SHARED_ACCOUNT', { message: '这个账号不是本单位建立的，动态口令由本人管理' });
  const removed = await tx.batch([deleteAuthenticator(userId), deletePasskeys(userId)]);
  if (removed.every((count) => count === 0))
    throw new AppError('PSY_NOT_FOUND', { message: '这个账号没有启用动态口令或通行密钥' });
  await audit(tx, ctx, { act: 'reset_authenticator', resource: 'teacher', rowId: userId, rowLabel: teacher_name });
}
