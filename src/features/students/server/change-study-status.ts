import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { classesToJoin } from '../../classes/server/public.ts';
import { mayBecome, STUDY } from '../rules/study-status.ts';
import { studentHooks } from './hooks/students.ts';
import { lockStudents } from './lock-students.ts';
import { changeStudents } from './queries/students.ts';

/**
 * Changes the study status of students, all or none; students with that status already are skipped. A student who is
 * taken back keeps the class, which must be of the current year.
 *
 * @throws AppError `notFoundInScope` and PSY_STUDY_STATUS, both naming the students
 */
export async function changeStudyStatus(
  ctx: OrgContext,
  tx: Tx,
  ids: readonly string[],
  to: number,
): Promise<{ total: number }> {
  const reached = resolveResource(ctx, 'student', studentHooks);
  const { orgId } = ctx.actor;
  const students = await lockStudents(tx, reached, ids);
  const changing = students.filter(({ status }) => status !== to);
  const returning = to === STUDY.enrolled ? changing.flatMap(({ classId }) => classId ?? []) : [];
  const current = new Set(
    (await tx.run(classesToJoin(orgId, { kind: 'all' }, returning)))
      .filter(({ is_current }) => is_current)
      .map(({ class_id }) => class_id),
  );
  const refused = changing.flatMap(({ childId, studentId, name, status, classId }) => {
    const field = `/student_ids/${ids.findIndex((id) => id === childId || id === studentId)}`;
    if (!mayBecome(status, to))
      return [
        {
          field,
          message: `${name}现在是“${labelOf('study_status', status)}”，不能改为“${labelOf('study_status', to)}”`,
        },
      ];
    if (to === STUDY.enrolled && !current.has(classId ?? ''))
      return [{ field, message: `${name}原来的班级不在当前学年，请逐个复学并选择班级` }];
    return [];
  });
  const [one] = refused;
  if (one)
    throw new AppError('PSY_STUDY_STATUS', {
      message: refused.length === 1 ? one.message : `有 ${refused.length} 名学生当前的学籍状态不能这样变更`,
      details: refused,
    });
  if (changing.length > 0) {
    await tx.run(
      changeStudents(
        orgId,
        changing.map(({ childId }) => childId),
        { study_status: to },
        ctx.nowIso(),
      ),
    );
    await audit(
      tx,
      ctx,
      ...changing.map(({ childId, name, status }) => ({
        act: 'update',
        resource: 'student',
        rowId: childId,
        rowLabel: name,
        before: { study_status: status },
        after: { study_status: to },
      })),
    );
  }
  return { total: changing.length };
}
