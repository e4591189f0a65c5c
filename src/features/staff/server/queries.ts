import { sql, type Generated, type GeneratedAlways } from 'kysely';
import type { RowTable } from '../../../platform/access/server/queries/row-table.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { ORDINARY_TEACHER } from '../../../platform/identity/choose-role.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import type { RoleScope } from '../../../platform/identity/role-scope.ts';
import { codesOf, labelOf } from '../../../platform/schema/labels.ts';

/** Data of a member of staff in one organisation. Roles are memberships; the login belongs to the account. */
export interface TeachersTable {
  org_id: string;
  user_id: string;
  teacher_name: string;
  teacher_no: string | null;
  sex: number | null;
  mobile: string | null;
  department_id: string | null;
  enabled: Generated<boolean>;
  /** Whether this organisation created the account. Only that organisation may rename it and set its password. */
  owns_account: Generated<boolean>;
  /** End of an authorised login; null for all other staff. */
  expires_at: string | null;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  /** Sort key of the name, by pinyin. */
  name_key: GeneratedAlways<string>;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    teachers: TeachersTable;
  }
}

const held = sql`from memberships m where m.org_id = t.org_id and m.user_id = t.user_id and m.identity = ${sql.lit(IDENTITY.staff)}`;
/** Staff without a role count as ordinary teachers (`spec §4`). */
const roleId = sql`coalesce(m.role_id, ${sql.lit(ORDINARY_TEACHER)})`;
const roleLabel = sql`case ${roleId} ${sql.join(
  [...codesOf('role')].map((code) => sql`when ${sql.lit(Number(code))} then ${sql.lit(labelOf('role', code))}`),
  sql` `,
)} end`;

const loginName = sql`(select a.login_name from accounts a where a.user_id = t.user_id)`;
const firstRole = sql`(select min(${roleId}) ${held})`;

export const teacherRows: RowTable = {
  computed: {
    login_name: loginName,
    department_name: sql`(select d.department_name from departments d where d.org_id = t.org_id and d.department_id = t.department_id)`,
    role_id: firstRole,
    role_names: sql`(select string_agg(${roleLabel}, '、' order by ${roleId}) ${held})`,
  },
  several: { role_id: sql`array(select ${roleId} ${held})` },
  sortKeys: { teacher_name: sql.ref('t.name_key') },
  inSheet: { fields: { login_name: loginName, role_id: firstRole } },
  // Staff is visible as a whole or not at all: roles that are limited to classes or grades see none.
  within: (scope) => (scope.kind === 'all' ? sql`true` : sql`false`),
};

/** Members of staff by account, with the data that decides who may manage them. */
export const teachersOf = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('teachers as t')
    .innerJoin('accounts as a', 'a.user_id', 't.user_id')
    .select(['t.user_id', 't.teacher_name', 't.enabled', 't.owns_account', 't.updated_at', 'a.login_name'])
    .where('t.org_id', '=', orgId)
    .where(sql<boolean>`t.user_id = any(${userIds}::text[])`)
    .orderBy('t.user_id');

/** Staff memberships of people in one organisation. */
export const staffMemberships = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('memberships')
    .select(['user_id', 'role_id', 'role_extend', 'claimed_until'])
    .where('org_id', '=', orgId)
    .where('identity', '=', IDENTITY.staff)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .orderBy('user_id')
    .orderBy('role_id');

/** Enabled holders of certain roles. */
export const activeHolders = (orgId: string, roleIds: readonly number[]) =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('teachers as t', (join) => join.onRef('t.org_id', '=', 'm.org_id').onRef('t.user_id', '=', 'm.user_id'))
    .innerJoin('accounts as a', 'a.user_id', 'm.user_id')
    .select('m.user_id')
    .distinct()
    .where('m.org_id', '=', orgId)
    .where('m.identity', '=', IDENTITY.staff)
    .where(sql<boolean>`m.role_id = any(${roleIds}::int[])`)
    .where('t.enabled', '=', true)
    .where('a.enabled', '=', true);

/** Grants a role by hand, or staff membership without a role. */
export const putMembership = (orgId: string, userId: string, role: number | null, extend: RoleScope) =>
  qb
    .insertInto('memberships')
    .values({ org_id: orgId, user_id: userId, identity: IDENTITY.staff, role_id: role, role_extend: extend })
    .onConflict((oc) =>
      oc
        .columns(['org_id', 'user_id', 'identity', 'role_id'])
        .doUpdateSet((eb) => ({ role_extend: eb.ref('excluded.role_extend'), claimed_until: null })),
    );

/** Deletes all staff memberships of people. */
export const dropMemberships = (orgId: string, userIds: readonly string[]) =>
  qb
    .deleteFrom('memberships')
    .where('org_id', '=', orgId)
    .where('identity', '=', IDENTITY.staff)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`);

/** Deletes the roles that a person was given by hand, except some. */
export const dropGivenRoles = (orgId: string, userId: string, keep: readonly number[]) =>
  dropMemberships(orgId, [userId])
    .where('claimed_until', 'is', null)
    .where(sql<boolean>`(role_id is null or role_id <> all(${keep}::int[]))`);

/** Gives a person roles until a time by a claim. Roles that were given by hand stay as they are. */
export const putClaimedRoles = (orgId: string, userId: string, roleIds: readonly number[], until: string) =>
  qb
    .insertInto('memberships')
    .values(
      roleIds.map((role_id) => ({
        org_id: orgId,
        user_id: userId,
        identity: IDENTITY.staff,
        role_id,
        claimed_until: until,
      })),
    )
    .onConflict((oc) =>
      oc
        .columns(['org_id', 'user_id', 'identity', 'role_id'])
        .doUpdateSet((eb) => ({ claimed_until: eb.ref('excluded.claimed_until') }))
        .where('memberships.claimed_until', 'is not', null),
    );

/** Ends the roles from claims of a person, except some. */
export const dropClaimedRoles = (orgId: string, userId: string, keep: readonly number[]) =>
  dropMemberships(orgId, [userId])
    .where('claimed_until', 'is not', null)
    .where(sql<boolean>`role_id <> all(${keep}::int[])`);

/** The people whose roles from claims end by a time; all of them where none is given. */
export const claimHolders = (orgId: string, endedBy?: string) => {
  const holders = qb
    .selectFrom('memberships')
    .select('user_id')
    .distinct()
    .where('org_id', '=', orgId)
    .where('claimed_until', 'is not', null)
    .orderBy('user_id');
  return endedBy === undefined ? holders : holders.where('claimed_until', '<=', endedBy);
};

/** When the next role from a claim ends after a time. */
export const nextClaimEnd = (orgId: string, after: string) =>
  qb
    .selectFrom('memberships')
    .select(({ fn }) => fn.min('claimed_until').as('at'))
    .where('org_id', '=', orgId)
    .where('claimed_until', '>', after);

export const setTeacherEnabled = (orgId: string, userId: string, enabled: boolean, at: string) =>
  qb.updateTable('teachers').set({ enabled, updated_at: at }).where('org_id', '=', orgId).where('user_id', '=', userId);

/** Updates `updated_at` when data of other tables that the row shows have changed. */
export const touchTeachers = (orgId: string, userIds: readonly string[], at: string) =>
  qb
    .updateTable('teachers')
    .set({ updated_at: at })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`);

/** Candidates, without authorised logins. */
export const activeTeachers = (orgId: string) =>
  qb
    .selectFrom('teachers')
    .select(['user_id', 'teacher_name as real_name'])
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where('expires_at', 'is', null)
    .orderBy('name_key')
    .orderBy('user_id');

/** Authorised logins that have not expired. */
export const openTemporaries = (orgId: string, at: string) =>
  qb
    .selectFrom('teachers')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where(sql<boolean>`expires_at > ${at}::timestamptz`);

export const insertTemporary = ({
  at,
  ...row
}: {
  org_id: string;
  user_id: string;
  teacher_name: string;
  expires_at: string;
  at: string;
}) =>
  qb
    .insertInto('teachers')
    .values({ ...row, teacher_no: null, sex: null, mobile: null, department_id: null, created_at: at, updated_at: at });

/** Which of these people are enabled staff of the organisation. */
export const activeStaff = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('teachers')
    .select(['user_id', 'teacher_name'])
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .orderBy('name_key')
    .orderBy('user_id');

/** Mobile numbers: the one that the organisation keeps, otherwise the one that the person bound. */
export const mobilesOf = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('teachers as t')
    .innerJoin('accounts as a', 'a.user_id', 't.user_id')
    .select(['t.user_id', sql<string | null>`coalesce(t.mobile, a.mobile)`.as('mobile')])
    .where('t.org_id', '=', orgId)
    .where(sql<boolean>`t.user_id = any(${userIds}::text[])`);
