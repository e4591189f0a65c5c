import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORDINARY_TEACHER } from '../../../platform/identity/choose-role.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { yearsOf } from '../../academic-years/server/public.ts';
import { classHooks } from '../../classes/server/public.ts';
import { teacherHooks } from '../../staff/server/public.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { ColumnOf, TableName } from '../rules/format.ts';
import { gradeCode } from '../rules/grades.ts';
import { splitName } from '../rules/person-name.ts';
import { everyRow } from './every-row.ts';
import { rolesOfStaff } from './queries.ts';

/** The rows of one table; cells that are absent stay empty. */
type RowsOf<T extends TableName> = Partial<Record<ColumnOf<T>, string>>[];
export type Roster = { [T in TableName]: RowsOf<T> };

/** The one course of the school: here a class is a group of students, while the format attaches classes to courses. */
const HOMEROOM = 'homeroom';

const text = (row: Row, field: string): string => {
  const value = row[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** @throws AppError AC_FORBIDDEN where the caller reaches only a part of the school */
export function requireWhole({ actor, services: { access } }: OrgContext): void {
  const isWhole = ['student', 'class', 'teacher'].every((entity) => access.scope(actor, entity).kind === 'all');
  if (!isWhole) throw new AppError('AC_FORBIDDEN', { message: '名册涉及全校，您的管理范围只是其中一部分' });
}

/** The current roster of the school: its years, the classes of the current one, and everyone who studies or works there. */
export async function buildRoster(ctx: OrgContext): Promise<{ roster: Roster; childIds: string[] }> {
  requireWhole(ctx);
  const { orgId } = ctx.actor;
  const [[[org]], [years, held]] = await Promise.all([
    ctx.personal.read([orgById(orgId)]),
    ctx.read([yearsOf(orgId), rolesOfStaff(orgId)]),
  ]);
  const roster: Roster = {
    academicSessions: years.map((year) => ({
      sourcedId: year.year_id,
      title: year.year_name,
      type: 'schoolYear',
      startDate: year.start_on,
      endDate: year.end_on,
      schoolYear: year.end_on.slice(0, 4),
    })),
    orgs: [{ sourcedId: orgId, name: org?.org_name ?? '', type: 'school', identifier: orgId }],
    courses: [{ sourcedId: HOMEROOM, title: '行政班', courseCode: HOMEROOM, orgSourcedId: orgId }],
    classes: [],
    users: [],
    roles: [],
    enrollments: [],
  };
  const grades = await addClasses(ctx, roster);
  const childIds = await addStudents(ctx, roster, grades);
  await addStaff(ctx, roster, held, grades);
  return { roster, childIds };
}

/** @returns the grade codes of the classes by id */
async function addClasses(ctx: OrgContext, { classes }: Roster): Promise<Map<string, string>> {
  const grades = new Map<string, string>();
  for await (const row of everyRow(ctx, 'class', classHooks)) {
    const grade = gradeCode(Number(row['grade']));
    grades.set(text(row, 'class_id'), grade);
    classes.push({
      sourcedId: text(row, 'class_id'),
      title: text(row, 'class_name'),
      grades: grade,
      courseSourcedId: HOMEROOM,
      classCode: text(row, 'class_no'),
      classType: 'homeroom',
      schoolSourcedId: ctx.actor.orgId,
      termSourcedIds: text(row, 'year_id'),
    });
  }
  return grades;
}

const rolesOf = (orgId: string, userId: string, names: readonly string[]): RowsOf<'roles'> =>
  [...new Set(names)].map((role, i) => ({
    sourcedId: `${userId}-${role}`,
    userSourcedId: userId,
    roleType: i === 0 ? 'primary' : 'secondary',
    role,
    orgSourcedId: orgId,
  }));

async function addStudents(ctx: OrgContext, roster: Roster, grades: Map<string, string>): Promise<string[]> {
  const { orgId } = ctx.actor;
  const childIds: string[] = [];
  for await (const row of everyRow(ctx, 'student', studentHooks)) {
    const [childId, classId, number] = [text(row, 'child_id'), text(row, 'class_id'), text(row, 'student_no')];
    childIds.push(childId);
    roster.users.push({
      sourcedId: childId,
      enabledUser: 'true',
      username: number,
      ...splitName(text(row, 'child_name')),
      identifier: number,
      grades: grades.get(classId) ?? '',
      primaryOrgSourcedId: orgId,
    });
    roster.roles.push(...rolesOf(orgId, childId, ['student']));
    if (grades.has(classId))
      roster.enrollments.push({
        sourcedId: `${classId}-${childId}`,
        classSourcedId: classId,
        schoolSourcedId: orgId,
        userSourcedId: childId,
        role: 'student',
      });
  }
  return childIds;
}

interface HeldRole {
  user_id: string;
  role_id: number | null;
  class_ids: string[] | null;
}

async function addStaff(
  ctx: OrgContext,
  roster: Roster,
  held: readonly HeldRole[],
  grades: Map<string, string>,
): Promise<void> {
  const { orgId } = ctx.actor;
  const byUser = new Map<string, HeldRole[]>();
  for (const one of held) byUser.set(one.user_id, [...(byUser.get(one.user_id) ?? []), one]);
  for await (const row of everyRow(ctx, 'teacher', teacherHooks)) {
    const userId = text(row, 'user_id');
    const roles = byUser.get(userId) ?? [];
    roster.users.push({
      sourcedId: userId,
      enabledUser: String(row['enabled'] === true),
      username: text(row, 'login_name'),
      ...splitName(text(row, 'teacher_name')),
      identifier: text(row, 'teacher_no'),
      primaryOrgSourcedId: orgId,
    });
    const names = roles.map(({ role_id }) => labelOf('roster_role', role_id ?? ORDINARY_TEACHER));
    roster.roles.push(...rolesOf(orgId, userId, names.length > 0 ? names : [labelOf('roster_role', ORDINARY_TEACHER)]));
    const led = new Set(roles.flatMap(({ class_ids }) => class_ids ?? []).filter((id) => grades.has(id)));
    for (const classId of row['enabled'] === true ? led : [])
      roster.enrollments.push({
        sourcedId: `${classId}-${userId}`,
        classSourcedId: classId,
        schoolSourcedId: orgId,
        userSourcedId: userId,
        role: 'teacher',
        primary: 'true',
      });
  }
}
