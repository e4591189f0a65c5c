import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { makeUpExam as makeUpCall, publishExam as publishCall } from '../../contract/exams.ts';
import { examStatus } from '../../rules/exam-status.ts';
import { changeExam } from '../queries/exams.ts';
import { addMissingSheets } from './add-sheets.ts';
import { lockExamInScope, lockWholeExam, requireStatus } from './load-exam.ts';
import { checkReadiness } from './readiness.ts';

/**
 * Publishes a draft: fixes the versions of its packs and makes a sheet for each student of the scope.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT where it is no draft; PSY_INVALID_INPUT with everything that is
 *   missing
 */
export async function publishExam(ctx: OrgContext, tx: Tx, examId: string): Promise<DataOf<typeof publishCall>> {
  const { orgId } = ctx.actor;
  const exam = await lockExamInScope(tx, ctx, examId);
  requireStatus(ctx, exam, ['draft']);
  const { packs, problems, consentText } = await checkReadiness(tx, ctx, exam);
  if (problems.length > 0) throw new AppError('PSY_INVALID_INPUT', { details: problems });
  const at = ctx.nowIso();
  const published = {
    status: 'published' as const,
    published_at: at,
    published_by: ctx.caller.userId,
    scale_versions: Object.fromEntries(packs.map(({ id, version }) => [id, version])),
    consent_text: consentText,
  };
  await tx.run(changeExam(orgId, examId, published, at));
  const { added, waiting } = await addMissingSheets(tx, ctx, examId);
  await audit(tx, ctx, {
    act: 'publish',
    resource: 'exam',
    rowId: examId,
    rowLabel: exam.exam_name,
    after: {
      exam_students: added,
      exam_packs: packs.map(({ title, version }) => `${title} ${version}`).join('、'),
    },
  });
  const status = examStatus({ ...exam, status: 'published' }, ctx.now());
  return { exam_id: examId, status, added, waiting_consent: waiting };
}

/**
 * Makes sheets for students who entered the scope of a published plan.
 *
 * @throws AppError `notFoundInScope`; PSY_OUT_OF_REACH; PSY_CONFLICT where the plan is a draft or closed
 */
export async function makeUpExam(ctx: OrgContext, tx: Tx, examId: string): Promise<DataOf<typeof makeUpCall>> {
  const exam = await lockWholeExam(tx, ctx, examId);
  requireStatus(ctx, exam, ['published', 'running']);
  const { added, waiting } = await addMissingSheets(tx, ctx, examId);
  if (added > 0)
    await audit(tx, ctx, {
      act: 'make_up',
      resource: 'exam',
      rowId: examId,
      rowLabel: exam.exam_name,
      after: { exam_added: added },
    });
  return { exam_id: examId, status: examStatus(exam, ctx.now()), added, waiting_consent: waiting };
}
