import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { encryptReason } from '../../../../platform/resources/server/encrypted-fields.ts';
import { ITEM } from '../../rules.ts';
import * as store from '../queries/runs.ts';
import { takenNumber } from '../queries/students.ts';

/**
 * Takes students back from quarantine, with everything as it was.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT when one is not in quarantine, or the number belongs to another student
 */
export async function restoreItems(
  ctx: OrgContext,
  tx: Tx,
  runId: string,
  { child_ids: childIds, reason }: { child_ids: readonly string[]; reason: string },
): Promise<void> {
  const {
    actor: { orgId },
    services: { access },
  } = ctx;
  // In one order, so that two people do not wait for each other in a circle.
  for (const childId of [...childIds].sort()) await restoreOne(ctx, tx, runId, { childId, reason });
  tx.afterCommit(() => access.invalidateOrg(orgId));
}

async function restoreOne(
  ctx: OrgContext,
  tx: Tx,
  runId: string,
  { childId, reason }: { childId: string; reason: string },
): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { keys },
  } = ctx;
  const [item] = await tx.run(store.lockItem(orgId, runId, childId));
  if (!item) throw new AppError('PSY_NOT_FOUND');
  if (item.status !== ITEM.quarantined)
    throw new AppError('PSY_CONFLICT', {
      message: item.status === ITEM.erased ? '隔离期已满，内容已经清除' : '这名学生的内容不在隔离中，请刷新',
    });
  const [was] = await tx.run(store.quarantinedStudent(orgId, runId, childId));
  const [taken] = was ? await tx.run(takenNumber(orgId, was.student_no)) : [];
  if (was && taken)
    throw new AppError('PSY_CONFLICT', {
      message: `${was.child_name}的学号 ${was.student_no} 现在属于另一名学生，请先改动那名学生的学号`,
    });
  const [restored] = await tx.run(store.restoreChild(runId, childId)).catch((error: unknown) => {
    if (isForeignKeyViolation(error) || isUniqueViolation(error))
      throw new AppError('PSY_CONFLICT', {
        cause: error,
        message: '隔离期间有些相关的内容变了，暂时不能取回；内容仍在隔离中，请联系平台',
      });
    throw error;
  });
  await tx.run(store.changeItem(orgId, runId, childId, { status: ITEM.restored, by: userId, at: ctx.nowIso() }));
  await audit(tx, ctx, {
    act: 'restore',
    resource: 'student',
    rowId: childId,
    after: { total: restored?.n ?? 0, ...(await encryptReason(keys.within(tx), orgId, childId, reason)) },
  });
}
