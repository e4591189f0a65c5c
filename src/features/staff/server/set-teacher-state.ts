import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { setTeacherEnabled } from './queries.ts';
import { lockMember, momentAfter, requireRemaining } from './staff.ts';

/**
 * Disables or enables a teacher in this organisation only, effective with the next request.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_OWN_ACCOUNT, AC_FORBIDDEN, PSY_LAST_ADMINISTRATOR
 */
export async function setTeacherState(ctx: OrgContext, tx: Tx, userId: string, enabled: boolean): Promise<void> {
  if (userId === ctx.caller.userId && !enabled) throw new AppError('PSY_OWN_ACCOUNT');
  const member = await lockMember(ctx, tx, userId);
  if (member.enabled === enabled) return;
  await tx.run(setTeacherEnabled(ctx.actor.orgId, userId, enabled, momentAfter(ctx, member)));
  await audit(tx, ctx, {
    act: 'update',
    resource: 'teacher',
    rowId: userId,
    rowLabel: member.teacher_name,
    before: { enabled: member.enabled },
    after: { enabled },
  });
  await requireRemaining(tx, ctx, [member]);
}
