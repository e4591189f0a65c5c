import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { countPlanned, countSheetsBeyond } from '../queries/exam-students.ts';
import type { Exam } from '../queries/exams.ts';

/**
 * A role that is limited to some students changes only screenings of these, and those that its holder made.
 *
 * @throws AppError PSY_OUT_OF_REACH where the screening also concerns other students
 */
export async function requireWhole(
  tx: Tx,
  { actor, caller, services }: OrgContext,
  exams: readonly Pick<Exam, 'exam_id' | 'scope' | 'created_by'>[],
): Promise<void> {
  const scope = services.access.scope(actor, 'student');
  if (scope.kind === 'all') return;
  for (const exam of exams) {
    if (exam.created_by === caller.userId) continue;
    const [[sheets], [planned]] = await tx.batch([
      countSheetsBeyond(actor.orgId, exam.exam_id, scope),
      countPlanned(actor.orgId, exam.scope, scope, []),
    ]);
    if ((sheets?.n ?? 0) + (planned?.beyond ?? 0) > 0)
      throw new AppError('PSY_OUT_OF_REACH', { message: '测评里有您管理范围之外的学生，由发起人或管理员修改' });
  }
}
