import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { idsWithin } from '../../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { examStatus, type ExamStatus } from '../../rules/exam-status.ts';
import { examById, lockExam, type Exam } from '../queries/exams.ts';
import { examHooks } from './exam-hooks.ts';
import { requireWhole } from './require-whole.ts';

/** @throws AppError `notFoundInScope` */
export async function loadExam(ctx: OrgContext, examId: string): Promise<Exam> {
  const { rows } = resolveResource(ctx, 'exam', examHooks);
  const [[exam], within] = await ctx.read([examById(ctx.actor.orgId, examId), idsWithin(rows, [examId])]);
  if (!exam || within.length === 0) throw notFoundInScope(rows.scope);
  return exam;
}

/**
 * The plan, locked until the transaction ends, for a caller who may change all of it.
 *
 * @throws AppError `notFoundInScope`; PSY_OUT_OF_REACH where it also concerns students outside the caller's scope
 */
export async function lockWholeExam(tx: Tx, ctx: OrgContext, examId: string): Promise<Exam> {
  const exam = await lockExamInScope(tx, ctx, examId);
  await requireWhole(tx, ctx, [exam]);
  return exam;
}

/** The plan, locked until the transaction ends. @throws AppError `notFoundInScope` */
export async function lockExamInScope(tx: Tx, ctx: OrgContext, examId: string): Promise<Exam> {
  const { rows } = resolveResource(ctx, 'exam', examHooks);
  const [[exam], within] = await tx.batch([lockExam(ctx.actor.orgId, examId), idsWithin(rows, [examId])]);
  if (!exam || within.length === 0) throw notFoundInScope(rows.scope);
  return exam;
}

/** @throws AppError PSY_CONFLICT where the plan is in none of these states */
export function requireStatus(ctx: OrgContext, exam: Exam, wanted: readonly ExamStatus[]): void {
  const status = examStatus(exam, ctx.now());
  if (!wanted.includes(status))
    throw new AppError('PSY_CONFLICT', { message: `测评${labelOf('exam_status', status)}，不能这样做` });
}
