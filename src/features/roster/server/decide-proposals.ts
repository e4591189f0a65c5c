import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { setTeacherState } from '../../staff/server/public.ts';
import { STUDY } from '../../students/public.ts';
import { changeStudyStatus, switchClass } from '../../students/server/public.ts';
import type { Proposal } from '../contract.ts';
import * as store from './queries.ts';

const wired = (row: RowOf<ReturnType<typeof store.openProposals>>): Proposal => {
  const place = row.class_name ?? undefined;
  return {
    proposal_id: row.proposal_id,
    kind: row.kind,
    name: row.child_name ?? row.teacher_name ?? place ?? '',
    ...(row.student_no !== null && { student_no: row.student_no }),
    ...(row.from_class !== null && { from: row.from_class }),
    ...(row.kind === 'student_moved' && place !== undefined && { to: place }),
    file_name: row.file_name,
    found_at: row.found_at,
  };
};

export async function readProposals(
  ctx: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT }: { page?: number; size?: number },
): Promise<{ total: number; items: Proposal[] }> {
  const { orgId } = ctx.actor;
  const [rows, [count]] = await ctx.read([
    store.openProposals(orgId, size, (page - 1) * size),
    store.countProposals(orgId),
  ]);
  return { total: count?.n ?? 0, items: rows.map(wired) };
}

type Locked = RowOf<ReturnType<typeof store.lockProposals>>;

function requireRights({ actor, services: { access } }: OrgContext, proposals: readonly Locked[]): void {
  const areas = proposals.map(({ kind }) => (kind === 'teacher_left' ? 'teacher-manage' : 'org-manage/student'));
  for (const area of new Set(areas)) if (!access.decide(actor, area, 'update')) throw new AppError('AC_FORBIDDEN');
}

async function follow(ctx: OrgContext, tx: Tx, { kind, child_id, user_id, class_id }: Locked): Promise<void> {
  if (kind === 'student_moved' && child_id !== null && class_id !== null)
    await switchClass(ctx, tx, child_id, class_id);
  else if (kind === 'student_left' && child_id !== null) await changeStudyStatus(ctx, tx, [child_id], STUDY.left);
  else if (kind === 'teacher_left' && user_id !== null) await setTeacherState(ctx, tx, user_id, false);
  else throw new AppError('PSY_CONFLICT', { message: '班级不由名册删除：请在班级管理里处理，或者保持不变' });
}

/**
 * Follows proposals, or keeps things as they are; all or none. A change is that of the ordinary act, with its log
 * entry. Proposals about people who were deleted meanwhile are only removed.
 *
 * @throws AppError PSY_CONFLICT where one was decided meanwhile, AC_FORBIDDEN, and what the ordinary act throws
 */
export async function decideProposals(
  ctx: OrgContext,
  tx: Tx,
  { ids, decision }: { ids: readonly string[]; decision: 'follow' | 'keep' },
): Promise<void> {
  const { actor, caller } = ctx;
  await tx.run(lockOrg(actor.orgId));
  const proposals = await tx.run(store.lockProposals(actor.orgId, ids));
  if (proposals.length < ids.length)
    throw new AppError('PSY_CONFLICT', { message: '有建议已经处理过，或者新的名册里没有了：请刷新后再决定' });
  if (decision === 'keep') {
    await tx.run(store.keepProposals(actor.orgId, ids, caller.userId, ctx.nowIso()));
    await audit(tx, ctx, {
      act: 'refuse',
      resource: 'roster',
      rowId: '*',
      rowLabel: `${ids.length} 项建议保持不变`,
      after: { ids },
    });
    return;
  }
  requireRights(ctx, proposals);
  for (const proposal of proposals.filter(({ is_here }) => is_here)) await follow(ctx, tx, proposal);
  await tx.run(store.deleteProposals(actor.orgId, ids));
}
