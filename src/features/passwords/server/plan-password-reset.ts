import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import { membersOf } from '../../staff/server/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { RESET_MAX, type Chosen, type Skipped } from '../contract/passwords.ts';
import { nonStudentLogins, staffWithoutPassword, selectedStudents } from './queries.ts';

/** A person who gets a new password: a student or a member of staff. */
export interface PasswordTarget {
  user_id: string;
  child_id: string;
  child_name: string;
  class_name: string | null;
  student_no: string;
  login_name: string;
  staff: boolean;
}
export interface ResetPlan {
  meant: PasswordTarget[];
  skipped: Skipped[];
}

type Found = Awaited<ReturnType<typeof find>>['students'][number];

async function find(tx: Tx, orgId: string, classIds: readonly string[], accounts: readonly string[]) {
  const keys = accounts.map(accountKey);
  const [students, others] = await tx.batch([
    selectedStudents(orgId, classIds, accounts, keys),
    nonStudentLogins(orgId, keys),
  ]);
  return { students, others: new Map(others.map(({ login_key, real_name }) => [login_key, real_name])) };
}

/** Reason why a student gets no new password; undefined when there is none. */
function exclusionReason({ user_id, enabled, study_status, more }: Found): string | undefined {
  if (!isAtSchool(study_status)) return 'left';
  if (user_id === null) return 'unregistered';
  if (enabled === false) return 'disabled';
  return more ? 'elsewhere' : undefined;
}

/** Other staff that the caller may manage: the caller may grant all of their roles. */
export async function manageable(tx: Tx, ctx: OrgContext, userIds: readonly string[]): Promise<Set<string>> {
  const grantable = ctx.services.access.grants.grantable(ctx.actor);
  return new Set(
    (await membersOf(tx, ctx.actor.orgId, userIds))
      .filter(({ user_id }) => user_id !== ctx.caller.userId)
      .filter(({ roles }) => roles.every(({ role_id }) => grantable.includes(role_id)))
      .map(({ user_id }) => user_id),
  );
}

/** Staff without a password; the caller and people who rank above the caller are skipped. */
async function planStaff(ctx: OrgContext, tx: Tx): Promise<ResetPlan> {
  const found = await tx.run(staffWithoutPassword(ctx.actor.orgId));
  const mine = await manageable(
    tx,
    ctx,
    found.map(({ user_id }) => user_id),
  );
  return {
    meant: found
      .filter(({ user_id }) => mine.has(user_id))
      .map(({ user_id, teacher_name, teacher_no, login_name }) => ({
        user_id,
        child_id: user_id,
        child_name: teacher_name,
        class_name: null,
        student_no: teacher_no ?? '',
        login_name,
        staff: true,
      })),
    skipped: found
      .filter(({ user_id }) => !mine.has(user_id))
      .map(({ user_id, teacher_name, login_name }) => ({
        given: login_name,
        name: teacher_name,
        reason: user_id === ctx.caller.userId ? 'own' : 'above',
      })),
  };
}

/**
 * Selection of a batch, with skipped accounts and reasons. Only accounts that are solely a student's of this school
 * qualify: all others concern people outside the school's authority.
 *
 * @throws AppError PSY_INVALID_INPUT when no account or too many accounts are selected
 */
export async function planPasswordReset(
  ctx: OrgContext,
  tx: Tx,
  { class_ids: classIds = [], accounts: given = [], new_staff: newStaff = false }: Chosen,
): Promise<ResetPlan> {
  if (newStaff && classIds.length + given.length > 0)
    throw new AppError('PSY_INVALID_INPUT', {
      message: '教职工和学生请分开修改',
      details: [{ field: '/new_staff', message: '不与班级、名单一起' }],
    });
  if (newStaff) return withinMax(await planStaff(ctx, tx));
  const accounts = [...new Set(given.map((one) => one.trim()).filter(Boolean))];
  if (classIds.length === 0 && accounts.length === 0)
    throw new AppError('PSY_INVALID_INPUT', { message: '请选择班级或上传名单' });
  const { students, others } = await find(tx, ctx.actor.orgId, classIds, accounts);
  const wantedClasses = new Set(classIds);
  const byNumber = new Map(students.map((one) => [one.student_no, one]));
  const byLogin = new Map(students.flatMap((one) => (one.login_key === null ? [] : [[one.login_key, one] as const])));

  const chosen = new Set(students.filter(({ class_id }) => class_id !== null && wantedClasses.has(class_id)));
  const skipped: Skipped[] = [];
  for (const account of accounts) {
    const [numbered, named] = [byNumber.get(account), byLogin.get(accountKey(account))];
    const one = numbered ?? named;
    const other = others.get(accountKey(account));
    if (numbered && named && numbered !== named) skipped.push({ given: account, reason: 'ambiguous' });
    else if (one) chosen.add(one);
    else
      skipped.push(
        other === undefined ? { given: account, reason: 'unknown' } : { given: account, name: other, reason: 'staff' },
      );
  }

  const meant: PasswordTarget[] = [];
  // Ordered by class, independent of the kind of selection.
  for (const one of students.filter((student) => chosen.has(student))) {
    const { user_id, child_id, child_name, class_name, student_no, login_name } = one;
    const reason = exclusionReason(one);
    if (reason === undefined && user_id !== null && login_name !== null)
      meant.push({ user_id, child_id, child_name, class_name, student_no, login_name, staff: false });
    else if (reason !== undefined)
      skipped.push({ given: student_no, name: child_name, ...(class_name !== null && { class_name }), reason });
  }
  return withinMax({ meant, skipped });
}

function withinMax(plan: ResetPlan): ResetPlan {
  if (plan.meant.length > RESET_MAX)
    throw new AppError('PSY_INVALID_INPUT', { message: `一次最多修改 ${RESET_MAX} 个账号的密码，请分批进行` });
  return plan;
}
