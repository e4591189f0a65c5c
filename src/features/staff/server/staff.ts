import { schoolsOf } from '../../../platform/access/server/queries/school-rows.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { RoleScope } from '../../../platform/identity/role-scope.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { classesToJoin, collegesOf, majorsOf } from '../../classes/server/public.ts';
import {
  activeHolders,
  dropGivenRoles,
  putMembership,
  staffMemberships,
  teachersOf,
  touchTeachers,
} from './queries.ts';

/** A role of a member of staff with its scope. */
export interface HeldRole {
  role_id: number;
  role_extend: RoleScope;
}
/** A role that a claim of the organisation's identity server has given. */
export interface ClaimedRole {
  role_id: number;
  /** When it ends unless a sign-in states it again. */
  until: string;
}
/** A member of staff that is being changed. */
export interface Member {
  user_id: string;
  teacher_name: string;
  login_name: string;
  enabled: boolean;
  owns_account: boolean;
  updated_at: string;
  /** Those given by hand. */
  roles: HeldRole[];
  claimed: ClaimedRole[];
}

/**
 * Requires that the account is not the caller's own. Its secrets change on the account page only, which asks for the
 * old ones and is closed to sessions of a single organisation.
 *
 * @throws AppError PSY_OWN_ACCOUNT
 */
export function requireOther({ caller }: OrgContext, userId: string, message: string): void {
  if (userId === caller.userId) throw new AppError('PSY_OWN_ACCOUNT', { message });
}

/** Members of staff by id; people of other organisations are left out. */
export async function membersOf(tx: Tx, orgId: string, userIds: readonly string[]): Promise<Member[]> {
  const [teachers, held] = await tx.batch([teachersOf(orgId, userIds), staffMemberships(orgId, userIds)]);
  return teachers.map((teacher) => ({
    ...teacher,
    ...bySource(held.filter(({ user_id }) => user_id === teacher.user_id)),
  }));
}

/** Roles of one person, those given by hand apart from those given by claims. */
export function bySource(
  held: readonly { role_id: number | null; role_extend: RoleScope; claimed_until: string | null }[],
): Pick<Member, 'roles' | 'claimed'> {
  const roles: HeldRole[] = [];
  const claimed: ClaimedRole[] = [];
  for (const { role_id, role_extend, claimed_until } of held) {
    if (role_id === null) continue;
    if (claimed_until === null) roles.push({ role_id, role_extend });
    else claimed.push({ role_id, until: claimed_until });
  }
  return { roles, claimed };
}

/**
 * Requires that the caller may grant every role of the person.
 *
 * @throws AppError AC_FORBIDDEN, naming the role
 */
export function requireManageable({ actor, services: { access } }: OrgContext, members: readonly Member[]): void {
  const grantable = access.grants.grantable(actor);
  for (const { teacher_name, roles, claimed } of members) {
    const above = [...roles, ...claimed].find(({ role_id }) => !grantable.includes(role_id));
    if (above)
      throw new AppError('AC_FORBIDDEN', { message: `${teacher_name}是${labelOf('role', above.role_id)}，您不能管理` });
  }
}

/**
 * Requires that the roles which must remain still have a holder.
 *
 * @throws AppError PSY_LAST_ADMINISTRATOR
 */
export async function requireRemaining(
  tx: Tx,
  {
    actor: { orgId },
    services: {
      access: { grants },
    },
  }: OrgContext,
  before: readonly Member[],
): Promise<void> {
  const concerned = before.some(
    ({ enabled, roles }) => enabled && roles.some(({ role_id }) => grants.mustRemain.includes(role_id)),
  );
  if (concerned && (await tx.run(activeHolders(orgId, grants.mustRemain))).length === 0)
    throw new AppError('PSY_LAST_ADMINISTRATOR');
}

/** Clears the cached rights of these people in all processes. Call after the commit. */
export const forgetUsers = async ({ services: { access } }: OrgContext, userIds: readonly string[]): Promise<void> => {
  await Promise.all(userIds.map((userId) => access.invalidateUser(userId)));
};

/**
 * A member of staff for a change, which is effective with the person's next request. Changes of one organisation's
 * staff are serialised.
 *
 * @throws AppError PSY_NOT_FOUND; AC_FORBIDDEN when the person ranks above the caller
 */
export async function lockMember(ctx: OrgContext, tx: Tx, userId: string): Promise<Member> {
  const { orgId } = ctx.actor;
  await tx.run(lockOrg(orgId));
  const [member] = await membersOf(tx, orgId, [userId]);
  if (!member) throw new AppError('PSY_NOT_FOUND');
  requireManageable(ctx, [member]);
  tx.afterCommit(() => forgetUsers(ctx, [userId]));
  return member;
}

type Clocked = { services: Pick<Services, 'clock'> };

/** An instant later than any `updated_at` that a client may have read. */
export const momentAfter = ({ services: { clock } }: Clocked, { updated_at }: Member): string =>
  new Date(Math.max(clock.now(), Date.parse(updated_at) + 1)).toISOString();

/** Roles as texts for the audit log; they stay readable when classes and schools are deleted. */
async function inWords(tx: Tx, orgId: string, roles: readonly HeldRole[]): Promise<string> {
  const classIds = roles.flatMap(({ role_extend }) => role_extend.class_ids ?? []);
  const [classes, schools, colleges, majors] = await tx.batch([
    classesToJoin(orgId, { kind: 'all' }, classIds),
    schoolsOf(orgId),
    collegesOf(orgId),
    majorsOf(orgId),
  ]);
  const names = new Map([
    ...classes.map((row) => [row.class_id, row.class_name] as const),
    ...schools.map((row) => [row.org_id, row.org_name] as const),
    ...colleges.map((row) => [row.college_id, row.college_name] as const),
    ...majors.map((row) => [row.major_id, row.major_name] as const),
  ]);
  return roles
    .map(
      ({
        role_id,
        role_extend: {
          periods = [],
          grade_combos = [],
          college_ids = [],
          major_ids = [],
          class_ids = [],
          school_ids = [],
        },
      }) => {
        const reach = [
          ...periods.map((period) => labelOf('class_period', period)),
          ...grade_combos.map(({ grade }) => labelOf('grade', grade)),
          ...[...college_ids, ...major_ids, ...class_ids, ...school_ids].map((id) => names.get(id) ?? id),
        ];
        return `${labelOf('role', role_id)}${reach.length > 0 ? `（${reach.join('、')}）` : ''}`;
      },
    )
    .join('；');
}

/**
 * Replaces the roles that a person was given by hand; without any the person is an ordinary teacher. Roles from claims
 * stay.
 */
export async function writeRoles(tx: Tx, ctx: OrgContext, member: Member, roles: readonly HeldRole[]): Promise<void> {
  const { orgId } = ctx.actor;
  const { user_id } = member;
  await tx.batch([
    dropGivenRoles(
      orgId,
      user_id,
      roles.map(({ role_id }) => role_id),
    ),
    ...(roles.length > 0
      ? roles.map(({ role_id, role_extend }) => putMembership(orgId, user_id, role_id, role_extend))
      : [putMembership(orgId, user_id, null, {})]),
    touchTeachers(orgId, [user_id], momentAfter(ctx, member)),
  ]);
  await audit(tx, ctx, {
    act: 'update',
    resource: 'teacher',
    rowId: user_id,
    rowLabel: member.teacher_name,
    before: { role_names: await inWords(tx, orgId, member.roles), roles: member.roles },
    after: { role_names: await inWords(tx, orgId, roles), roles: [...roles] },
  });
}
