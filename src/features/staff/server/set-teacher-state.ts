import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgCall } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { setTeacherEnabled } from './queries.ts';
import { changingMember, momentAfter, requireRemaining } from './staff.ts';

/**
 * Shuts a teacher out of the organisation, or lets them in again; with the next request, and nowhere else where they
 * work.
 *
 * @throws AppError PSY_NOT_FOUND, PSY_OWN_ACCOUNT, AC_FORBIDDEN, PSY_LAST_ADMINISTRATOR
 */
export async function setTeacherState(call: OrgCall, userId: string, enabled: boolean): Promise<void> {
  if (userId === call.caller.userId && !enabled) throw new AppError('PSY_OWN_ACCOUNT');
  await changingMember(call, userId, async (tx, member) => {
    if (member.enabled === enabled) return;
    await tx.run(setTeacherEnabled(call.actor.orgId, userId, enabled, momentAfter(call, member)));
    await audit(tx, call, {
      act: 'update',
      resource: 'teacher',
      rowId: userId,
      rowLabel: member.teacher_name,
      before: { enabled: member.enabled },
      after: { enabled },
    });
    await requireRemaining(tx, call, [member]);
  });
}
