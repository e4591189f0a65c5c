import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import { yearsOf } from '../../academic-years/server/public.ts';
import { classesForTree } from '../../classes/server/public.ts';
import { structuresOf } from '../../organisation/server/public.ts';
import { staffOfSchool, studentsOfSchool } from './queries.ts';
import type { GivenClass } from './read-roster.ts';

/** The school as it is stored, to be compared with a roster. */
export interface SchoolState {
  year: { year_name: string; start_on: string; end_on: string };
  /** Period of each grade of the school. */
  periods: Map<number, number>;
  /** Classes of the current year. */
  classes: Map<string, string>;
  students: Map<string, { child_id: string; class_id: string | null; study_status: number }>;
  staff: Map<string, { user_id: string; enabled: boolean }>;
}

export const classKey = ({ grade, name }: GivenClass): string => `${grade} ${name}`;

/** @throws AppError PSY_CONFLICT where no year is the current one */
export async function readSchool(ctx: OrgContext): Promise<SchoolState> {
  const { orgId } = ctx.actor;
  const [years, structures, classes, students, staff] = await ctx.read([
    yearsOf(orgId),
    structuresOf(orgId),
    classesForTree(orgId, { kind: 'all' }),
    studentsOfSchool(orgId),
    staffOfSchool(orgId),
  ]);
  const year = years.find(({ is_current }) => is_current);
  if (!year) throw new AppError('PSY_CONFLICT', { message: '还没有当前学年：请先在学年管理里设置' });
  return {
    year,
    periods: new Map(structures.flatMap(({ period, grades }) => grades.map((grade) => [grade, period] as const))),
    classes: new Map(
      classes.map(({ class_id, grade, class_name }) => [classKey({ grade, name: class_name }), class_id]),
    ),
    students: new Map(students.map((student) => [student.student_no, student])),
    staff: new Map(staff.map((one) => [one.login_key, one])),
  };
}

/** A member of staff by the login name of a roster. */
export const staffNamed = ({ staff }: SchoolState, login: string) => staff.get(accountKey(login));
