import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import type { archiveExam as archiveCall, extendExam as extendCall } from '../../contract/exams.ts';
import { examStatus } from '../../rules/exam-status.ts';
import { requireWithinPlan } from '../bureau/plan-bounds.ts';
import { changeExam, type Exam } from '../queries/exams.ts';
import { lockWholeExam, requireStatus } from './load-exam.ts';

const entryOf = (act: string, { exam_id, exam_name }: Exam) => ({
  act,
  resource: 'exam',
  rowId: exam_id,
  rowLabel: exam_name,
});

/** Closes a published plan before its end. @throws AppError `notFoundInScope`; PSY_OUT_OF_REACH; PSY_CONFLICT */
export async function closeExam(ctx: OrgContext, tx: Tx, examId: string): Promise<DataOf<typeof archiveCall>> {
  const exam = await lockWholeExam(tx, ctx, examId);
  requireStatus(ctx, exam, ['published', 'running']);
  const at = ctx.nowIso();
  await tx.run(changeExam(ctx.actor.orgId, examId, { status: 'closed', closed_at: at }, at));
  await audit(tx, ctx, entryOf('end', exam));
  return { exam_id: examId, status: 'closed' };
}

/** Puts a plan away that has ended. @throws AppError `notFoundInScope`; PSY_OUT_OF_REACH; PSY_CONFLICT */
export async function archiveExam(ctx: OrgContext, tx: Tx, examId: string): Promise<DataOf<typeof archiveCall>> {
  const exam = await lockWholeExam(tx, ctx, examId);
  requireStatus(ctx, exam, ['closed']);
  const at = ctx.nowIso();
  const closed_at = exam.closed_at ?? exam.ends_at ?? at;
  await tx.run(changeExam(ctx.actor.orgId, examId, { status: 'archived', closed_at }, at));
  await audit(tx, ctx, entryOf('put_away', exam));
  return { exam_id: examId, status: 'archived' };
}

/**
 * Moves the end of a published plan to a later time; a plan whose window has passed opens again.
 *
 * @throws AppError `notFoundInScope`; PSY_OUT_OF_REACH; PSY_CONFLICT where it is a draft or was closed;
 *   PSY_INVALID_INPUT
 */
export async function extendExam(
  ctx: OrgContext,
  tx: Tx,
  examId: string,
  endsAt: string,
): Promise<DataOf<typeof extendCall>> {
  const exam = await lockWholeExam(tx, ctx, examId);
  if (exam.status !== 'published')
    throw new AppError('PSY_CONFLICT', {
      message: exam.status === 'draft' ? '测评还没有发布，请直接修改时间' : '测评已经结束，不能再延长',
    });
  const ends_at = new Date(endsAt).toISOString();
  const latest = Math.max(ctx.now(), Date.parse(exam.ends_at ?? ends_at));
  if (Date.parse(ends_at) <= latest) throw invalid('/ends_at', '新的结束时间要晚于现在和原来的结束时间');
  await requireWithinPlan(tx, ctx, exam, { ends_at });
  const at = ctx.nowIso();
  await tx.run(changeExam(ctx.actor.orgId, examId, { ends_at }, at));
  await audit(tx, ctx, { ...entryOf('update', exam), before: { ends_at: exam.ends_at }, after: { ends_at } });
  return { exam_id: examId, status: examStatus({ ...exam, ends_at }, ctx.now()), ends_at };
}
