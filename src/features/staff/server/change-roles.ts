import { schoolsOf } from '../../../platform/access/server/queries/school-rows.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { FailureDetail } from '../../../platform/contract/common.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { classesToJoin, collegesOf, majorsOf } from '../../classes/server/public.ts';
import { structuresOf } from '../../organisation/server/public.ts';
import type { TeacherRole } from '../contract/teachers.ts';
import { lockMember, requireRemaining, writeRoles } from './staff.ts';

/** Problem of a list of roles: not grantable by the caller, given twice, or limited to objects of another organisation. */
async function roleProblems(
  tx: Tx,
  {
    actor,
    services: {
      access: { grants },
    },
  }: OrgContext,
  items: readonly TeacherRole[],
): Promise<FailureDetail[]> {
  const { orgId } = actor;
  const classIds = items.flatMap(({ role_extend }) => role_extend.class_ids ?? []);
  const [structures, schools, classes, colleges, majors] = await tx.batch([
    structuresOf(orgId),
    schoolsOf(orgId),
    classesToJoin(orgId, { kind: 'all' }, classIds),
    collegesOf(orgId),
    majorsOf(orgId),
  ]);
  const known: KnownScopes = {
    hasPeriod: (period) => structures.some((s) => s.period === period),
    hasGrade: (period, grade) => structures.some((s) => s.period === period && s.grades.includes(grade)),
    colleges: new Set(colleges.map((c) => c.college_id)),
    majors: new Set(majors.map((m) => m.major_id)),
    schools: new Set(schools.map((s) => s.org_id)),
    classes: new Set(classes.map((c) => c.class_id)),
  };
  const grantable = grants.grantable(actor);

  return items.flatMap(({ role_id, role_extend }, i): FailureDetail[] => {
    const at = `/items/${i}`;
    const name = labelOf('role', role_id);
    if (!grantable.includes(role_id)) return [{ field: `${at}/role_id`, message: `您不能授予${name}` }];
    if (items.findIndex((other) => other.role_id === role_id) < i)
      return [{ field: `${at}/role_id`, message: `${name}重复了` }];
    const scopes: readonly string[] = grants.scopesOf(role_id);
    const stray = Object.keys(role_extend).find((key) => !scopes.includes(key));
    if (stray !== undefined) return [{ field: `${at}/role_extend/${stray}`, message: `${name}没有这种范围` }];
    return scopeProblems(known, role_extend).map(([key, message]) => ({ field: `${at}/role_extend/${key}`, message }));
  });
}

/** Objects of the organisation that may limit a role. */
interface KnownScopes {
  hasPeriod(period: number): boolean;
  hasGrade(period: number, grade: number): boolean;
  colleges: ReadonlySet<string>;
  majors: ReadonlySet<string>;
  schools: ReadonlySet<string>;
  classes: ReadonlySet<string>;
}

/** Keys of a scope that name objects of another organisation, with the message. */
function scopeProblems(known: KnownScopes, scope: TeacherRole['role_extend']): [key: string, message: string][] {
  const { periods = [], grade_combos = [], college_ids = [], major_ids = [], class_ids = [], school_ids = [] } = scope;
  const checks: [key: string, isKnown: boolean, message: string][] = [
    ['periods', periods.every((period) => known.hasPeriod(period)), '学校没有开设这个学段'],
    ['grade_combos', grade_combos.every(({ period, grade }) => known.hasGrade(period, grade)), '学校没有这个年级'],
    ['college_ids', college_ids.every((id) => known.colleges.has(id)), '没有这个院系'],
    ['major_ids', major_ids.every((id) => known.majors.has(id)), '没有这个专业'],
    ['class_ids', class_ids.every((id) => known.classes.has(id)), '没有这个班级'],
    ['school_ids', school_ids.every((id) => known.schools.has(id)), '不是本机构的学校'],
  ];
  return checks.flatMap(([key, isKnown, message]) => (isKnown ? [] : [[key, message]]));
}

/**
 * Replaces a teacher's roles, effective with the next request.
 *
 * @param seen `updated_at` that the caller read (optimistic lock), if given
 * @throws AppError PSY_NOT_FOUND; AC_FORBIDDEN when the person ranks above the caller; PSY_INVALID_INPUT; PSY_CONFLICT
 *   when the roles changed since; PSY_LAST_ADMINISTRATOR
 */
export async function changeRoles(
  ctx: OrgContext,
  tx: Tx,
  userId: string,
  items: readonly TeacherRole[],
  seen: string | undefined,
): Promise<void> {
  const member = await lockMember(ctx, tx, userId);
  const details = await roleProblems(tx, ctx, items);
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  if (seen !== undefined && Date.parse(seen) !== Date.parse(member.updated_at)) throw new AppError('PSY_CONFLICT');
  await writeRoles(tx, ctx, member, items);
  await requireRemaining(tx, ctx, [member]);
}
