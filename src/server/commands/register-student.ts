import { AppError } from '../../shared/errors/app-error.ts';
import { IDENTITY } from '../../shared/rules/identity.ts';
import { labelOf } from '../../shared/rules/labels.ts';
import { accountKey } from '../../shared/rules/sign-in.ts';
import { isAtSchool } from '../../shared/rules/study-status.ts';
import { passwordDigest } from '../../shared/signing/mac.ts';
import { newPassword } from '../access/new-password.ts';
import type { OrgCall } from '../context.ts';
import { reach } from '../resources/reading.ts';
import { studentHooks } from '../resources/students.ts';
import { insertAccount, takenLogins } from '../store/accounts.ts';
import { audit } from '../store/audit-logs.ts';
import { isUniqueViolation } from '../store/db/errors.ts';
import { newId } from '../store/ids.ts';
import { insertMembership } from '../store/memberships.ts';
import { takePlace } from '../store/orgs.ts';
import { changeStudents } from '../store/students.ts';
import { lockStudents } from './lock-students.ts';

/** How many login names are tried for one student: another school's may look the same. */
const NAMES = 20;

export interface Registered { child_id: string; user_id: string; login_name: string; initial_password: string }

/**
 * Makes the account that a student signs in with, named by school and student number, and takes one of the school's places for it.
 * @throws AppError PSY_NOT_FOUND, PSY_STUDY_STATUS where they have left or have an account already, PSY_NO_PLACES_LEFT
 */
export async function registerStudent(call: OrgCall, id: string): Promise<Registered> {
  const reached = reach(call, 'student', studentHooks);
  const { actor: { orgId }, services: { db, clock, passwords } } = call;
  const initial_password = newPassword();
  // Before the transaction, which holds the student while it lasts.
  const password_hash = await passwords.hash(passwordDigest(initial_password));
  try {
    return await db.transaction(reached.tenant, async (tx) => {
      const [student] = await lockStudents(tx, reached, [id]);
      if (!student) throw new AppError('PSY_NOT_FOUND');
      const { childId, name, status, userId, row } = student;
      if (userId !== null) throw new AppError('PSY_STUDY_STATUS', { message: `${name}已经开通账号` });
      if (!isAtSchool(status)) throw new AppError('PSY_STUDY_STATUS', { message: `${name}已${labelOf('study_status', status)}，不能开通账号` });
      if (await tx.run(takePlace(orgId)) === 0) throw new AppError('PSY_NO_PLACES_LEFT');

      const names = Array.from({ length: NAMES }, (_, i) => `${orgId}-${String(row['student_no'])}${i === 0 ? '' : `-${i + 1}`}`);
      const taken = new Set((await tx.run(takenLogins(names.map(accountKey)))).map(({ login_key }) => login_key));
      const login_name = names.find((one) => !taken.has(accountKey(one)));
      if (login_name === undefined) throw new AppError('PSY_CONFLICT', { message: '这个学号可用的登录名都已被使用，请先修改学号' });

      const user_id = newId(clock);
      const at = new Date(clock.now()).toISOString();
      await tx.batch([
        insertAccount({ user_id, login_name, login_key: accountKey(login_name), password_hash, real_name: name, sex: typeof row['sex'] === 'number' ? row['sex'] : null, avatar: null, mobile: null, created_at: at, updated_at: at }),
        insertMembership({ org_id: orgId, user_id, identity: IDENTITY.student }),
        changeStudents(orgId, [childId], { user_id }, at),
      ]);
      await audit(tx, call, { act: 'update', resource: 'student', rowId: childId, rowLabel: name, before: { is_register: false }, after: { is_register: true, login_name } });
      return { child_id: childId, user_id, login_name, initial_password };
    });
  } catch (error) {
    if (isUniqueViolation(error, 'accounts_login_key_key')) throw new AppError('PSY_CONFLICT', { message: '登录名刚刚被使用，请再试一次', cause: error });
    throw error;
  }
}
