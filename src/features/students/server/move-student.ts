import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { Standing } from '../contract.ts';
import { isAtSchool, mayBecome, STUDY } from '../rules/study-status.ts';
import { studentHooks } from './hooks/students.ts';
import { lockStudents, requireClass, type LockedStudent } from './lock-students.ts';
import { changeStudents } from './queries/students.ts';

type Change = { class_id: string; study_status?: number };

/** Moves one student into a class; idempotent. */
async function move(
  ctx: OrgContext,
  tx: Tx,
  id: string,
  classId: string,
  change: (student: LockedStudent) => Change,
): Promise<Standing> {
  const reached = resolveResource(ctx, 'student', studentHooks);
  const [student] = await lockStudents(tx, reached, [id]);
  if (!student) throw notFoundInScope(reached.rows.scope);
  const { childId, studentId, name, status, classId: from } = student;
  const next = change(student);
  if (from !== classId || (next.study_status ?? status) !== status) {
    await requireClass(tx, ctx, classId);
    await tx.run(changeStudents(ctx.actor.orgId, [childId], next, ctx.nowIso()));
    const before = Object.fromEntries(Object.keys(next).map((field) => [field, student.row[field] ?? null]));
    await audit(tx, ctx, {
      act: 'update',
      resource: 'student',
      rowId: childId,
      rowLabel: name,
      before,
      after: { ...next },
    });
  }
  return { child_id: childId, student_id: studentId, class_id: classId, study_status: next.study_status ?? status };
}

/**
 * Moves a current student into another class of the current year.
 *
 * @throws AppError `notFoundInScope`; PSY_STUDY_STATUS when the student has left or graduated; PSY_INVALID_INPUT for
 *   the class
 */
export const switchClass = (ctx: OrgContext, tx: Tx, id: string, classId: string): Promise<Standing> =>
  move(ctx, tx, id, classId, ({ name, status }) => {
    if (!isAtSchool(status))
      throw new AppError('PSY_STUDY_STATUS', { message: `${name}已${labelOf('study_status', status)}，不能转班` });
    return { class_id: classId };
  });

/**
 * Takes a suspended, dismissed or graduated student back into a class of the current year (`spec §7`, resume_study).
 *
 * @throws AppError `notFoundInScope`; PSY_STUDY_STATUS when the student attends another class; PSY_INVALID_INPUT for
 *   the class
 */
export const resumeStudy = (ctx: OrgContext, tx: Tx, id: string, classId: string): Promise<Standing> =>
  move(ctx, tx, id, classId, ({ name, status, classId: from }) => {
    if (status === STUDY.enrolled && from === classId) return { class_id: classId };
    if (!mayBecome(status, STUDY.enrolled))
      throw new AppError('PSY_STUDY_STATUS', { message: `${name}已在读，不需要复学` });
    return { class_id: classId, study_status: STUDY.enrolled };
  });
