import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg, takePlace } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { registerAccount, type MakeAccount, type OpenedAccount } from '../../account/server/public.ts';
import { isAtSchool } from '../rules/study-status.ts';
import { studentHooks } from './hooks/students.ts';
import { lockStudents } from './lock-students.ts';
import { changeStudents } from './queries/students.ts';

/** Login name of a student's account, unless another account has it. */
export const studentLogin = (orgId: string, studentNo: string): string => `${orgId}-${studentNo}`;

/**
 * Creates a student's account, named by school and student number. It uses one of the school's places.
 *
 * @throws AppError `notFoundInScope`; PSY_STUDY_STATUS when the student has left or has an account; PSY_NO_PLACES_LEFT
 */
export async function registerStudent<A extends OpenedAccount>(
  ctx: OrgContext,
  tx: Tx,
  make: MakeAccount<A>,
  id: string,
): Promise<A & { child_id: string }> {
  const { orgId } = ctx.actor;
  await tx.run(lockOrg(orgId));
  const reached = resolveResource(ctx, 'student', studentHooks);
  const [student] = await lockStudents(tx, reached, [id]);
  if (!student) throw notFoundInScope(reached.rows.scope);
  const { childId, name, status, userId, row } = student;
  if (userId !== null) throw new AppError('PSY_STUDY_STATUS', { message: `${name}已经开通账号` });
  if (!isAtSchool(status))
    throw new AppError('PSY_STUDY_STATUS', { message: `${name}已${labelOf('study_status', status)}，不能开通账号` });
  if ((await tx.run(takePlace(orgId))) === 0) throw new AppError('PSY_NO_PLACES_LEFT');

  const sex = typeof row['sex'] === 'number' ? row['sex'] : null;
  const login = studentLogin(orgId, String(row['student_no']));
  const account = await registerAccount(ctx, tx, make, {
    resource: 'student',
    rowId: childId,
    holder: { identity: IDENTITY.student, real_name: name, sex, login },
    link: (userId) => changeStudents(orgId, [childId], { user_id: userId }, ctx.nowIso()),
  });
  return { child_id: childId, ...account };
}
