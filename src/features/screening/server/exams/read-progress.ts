import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import type { ExamProgress } from '../../contract/exams.ts';
import { examStatus } from '../../rules/exam-status.ts';
import { missingOfClass, progressByClass } from '../queries/exam-progress.ts';
import { loadExam } from './load-exam.ts';

/** How far the classes of the caller's scope are, and who of one class is missing. @throws AppError `notFoundInScope` */
export async function readProgress(ctx: OrgContext, examId: string, classId?: string): Promise<ExamProgress> {
  const { actor, services } = ctx;
  const exam = await loadExam(ctx, examId);
  const scope = services.access.scope(actor, 'student');
  const [classes, missing] = await ctx.read([
    progressByClass(actor.orgId, examId, scope),
    missingOfClass(actor.orgId, examId, scope, classId ?? ''),
  ]);
  const sum = (of: 'total' | 'started' | 'submitted' | 'waiting_consent') =>
    classes.reduce((all, each) => all + each[of], 0);
  return {
    exam_id: examId,
    exam_name: exam.exam_name,
    status: examStatus(exam, ctx.now()),
    ...(exam.starts_at !== null && { starts_at: exam.starts_at }),
    ...(exam.ends_at !== null && { ends_at: exam.ends_at }),
    total: sum('total'),
    started: sum('started'),
    submitted: sum('submitted'),
    waiting_consent: sum('waiting_consent'),
    classes: classes.map(withoutNulls),
    ...(classId !== undefined && {
      missing: missing.map(({ waiting, started, ...one }) => ({
        ...one,
        state: waiting ? 'waiting_consent' : started ? 'started' : 'waiting',
      })),
    }),
  };
}
