import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { gradeInScope } from '../../../platform/access/server/queries/scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import type { RoleScope } from '../../../platform/identity/role-scope.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { classesToJoin } from '../../classes/server/public.ts';
import { structuresOf } from '../../organisation/server/public.ts';
import { forgetUsers, membersOf, writeRoles } from '../../staff/server/public.ts';
import { inChargeOf } from './queries.ts';

/** A class or grade that people can be in charge of. */
export type Charge = { kind: 'class'; classId: string } | { kind: 'grade'; period: number; grade: number };

/** Parses the wire id of a grade, `<period>-<grade>`. */
export function gradeCharge(id: string): Charge {
  const [period = 0, grade = 0] = id.split('-').map(Number);
  return { kind: 'grade', period, grade };
}

const keyOf = (kind: Charge['kind']) => (kind === 'class' ? 'class_ids' : 'grade_combos');

/** The role of people in charge, if the caller may grant it. */
export function chargeRole(
  {
    actor,
    services: {
      access: { grants },
    },
  }: OrgContext,
  kind: Charge['kind'],
): number | undefined {
  const roleId = grants.roleLimitedBy(keyOf(kind));
  return roleId !== undefined && grants.grantable(actor).includes(roleId) ? roleId : undefined;
}

/** Whether the scope of a role includes the class or grade. */
export function includesCharge({ class_ids = [], grade_combos = [] }: RoleScope, charge: Charge): boolean {
  return charge.kind === 'class'
    ? class_ids.includes(charge.classId)
    : grade_combos.some(({ period, grade }) => period === charge.period && grade === charge.grade);
}

function withCharge(scope: RoleScope, charge: Charge): RoleScope {
  return charge.kind === 'class'
    ? { ...scope, class_ids: [...(scope.class_ids ?? []), charge.classId] }
    : { ...scope, grade_combos: [...(scope.grade_combos ?? []), { period: charge.period, grade: charge.grade }] };
}

/** The scope without the class or grade; undefined when it becomes empty, and then the role is removed. */
function withoutCharge(
  { class_ids = [], grade_combos = [], ...rest }: RoleScope,
  charge: Charge,
): RoleScope | undefined {
  const left: RoleScope =
    charge.kind === 'class'
      ? { ...rest, class_ids: class_ids.filter((id) => id !== charge.classId) }
      : {
          ...rest,
          grade_combos: grade_combos.filter(
            ({ period, grade }) => !(period === charge.period && grade === charge.grade),
          ),
        };
  return Object.values(left).some((list) => list.length > 0) ? left : undefined;
}

/** @throws AppError `notFoundInScope` */
async function requireInScope(tx: Tx, { actor, services: { access } }: OrgContext, charge: Charge): Promise<void> {
  const scope = access.scope(actor, 'class');
  const reached =
    charge.kind === 'class'
      ? (await tx.run(classesToJoin(actor.orgId, scope, [charge.classId]))).length > 0
      : gradeInScope(scope, charge) &&
        (await tx.run(structuresOf(actor.orgId))).some(
          ({ period, grades }) => period === charge.period && grades.includes(charge.grade),
        );
  if (!reached) throw notFoundInScope(scope);
}

const invalidUsers = (message: string) => invalid('/user_ids', message);

/**
 * Replaces the people in charge of a class or grade and grants their role, effective with their next request. A person
 * in charge of nothing loses the role and stays a teacher.
 *
 * @throws AppError AC_FORBIDDEN when the caller may not grant the role; `notFoundInScope`; PSY_INVALID_INPUT when a
 *   person is not on the staff
 */
export async function putInCharge(ctx: OrgContext, tx: Tx, charge: Charge, userIds: readonly string[]): Promise<void> {
  const {
    actor: { orgId },
  } = ctx;
  const roleId = chargeRole(ctx, charge.kind);
  if (roleId === undefined) throw new AppError('AC_FORBIDDEN');
  await tx.run(lockOrg(orgId));
  await requireInScope(tx, ctx, charge);
  const before = (await tx.run(inChargeOf(orgId)))
    .filter(({ role_id, role_extend }) => role_id === roleId && includesCharge(role_extend, charge))
    .map(({ user_id }) => user_id);
  const added = userIds.filter((id) => !before.includes(id));
  const ids = [...added, ...before.filter((id) => !userIds.includes(id))];
  const members = await membersOf(tx, orgId, ids);
  if (members.length < ids.length) throw invalidUsers('其中有人不是本单位的教职工');
  const away = members.find(({ user_id, enabled }) => added.includes(user_id) && !enabled);
  if (away) throw invalidUsers(`${away.teacher_name}已停用，不能担任${labelOf('role', roleId)}`);
  for (const member of members) {
    const scope = member.roles.find((role) => role.role_id === roleId)?.role_extend ?? {};
    const next = added.includes(member.user_id) ? withCharge(scope, charge) : withoutCharge(scope, charge);
    await writeRoles(tx, ctx, member, [
      ...member.roles.filter((role) => role.role_id !== roleId),
      ...(next ? [{ role_id: roleId, role_extend: next }] : []),
    ]);
  }
  tx.afterCommit(() => forgetUsers(ctx, ids));
}
