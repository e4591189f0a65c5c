import { sql, type Generated } from 'kysely';
import { IDENTITY } from '../../../platform/access/identity.ts';
import type { RoleScope } from '../../../platform/access/role-scope.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { ORDINARY_TEACHER } from '../../../platform/identity/choose-role.ts';
import type { RowTable } from '../../../platform/resources/server/queries/rows/table.ts';
import { codesOf, labelOf } from '../../../platform/schema/labels.ts';

/** What an organisation keeps of a member of its staff; roles are memberships, the login is the account's. */
export interface TeachersTable {
  org_id: string;
  user_id: string;
  teacher_name: string;
  teacher_no: string | null;
  sex: number | null;
  mobile: string | null;
  department_id: string | null;
  enabled: Generated<boolean>;
  /** The account was made by this organisation, which alone may rename it and set its password. */
  owns_account: Generated<boolean>;
  /** When somebody who was let in for a time is out again; null for everybody else. */
  expires_at: string | null;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    teachers: TeachersTable;
  }
}

const held = sql`from memberships m where m.org_id = t.org_id and m.user_id = t.user_id and m.identity = ${sql.lit(IDENTITY.staff)}`;
/** Staff without a role are ordinary teachers (`spec §4`). */
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
  inSheet: { fields: { login_name: loginName, role_id: firstRole } },
  // Who may look at staff looks at all of it; a role that is limited to classes or grades has none.
  within: (scope) => (scope.kind === 'all' ? sql`true` : sql`false`),
};

/** Members of staff by their accounts, with what decides who may manage them. */
export const teachersOf = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('teachers as t')
    .innerJoin('accounts as a', 'a.user_id', 't.user_id')
    .select(['t.user_id', 't.teacher_name', 't.enabled', 't.owns_account', 't.updated_at', 'a.login_name'])
    .where('t.org_id', '=', orgId)
    .where(sql<boolean>`t.user_id = any(${userIds}::text[])`)
    .orderBy('t.user_id');

/** The staff memberships of some people in one organisation. */
export const staffMemberships = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('memberships')
    .select(['user_id', 'role_id', 'role_extend'])
    .where('org_id', '=', orgId)
    .where('identity', '=', IDENTITY.staff)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .orderBy('user_id')
    .orderBy('role_id');

/** Those who hold one of some roles and can come in. */
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

/** A role of a person, or that the person is staff without one. */
export const putMembership = (orgId: string, userId: string, role: number | null, extend: RoleScope) =>
  qb
    .insertInto('memberships')
    .values({ org_id: orgId, user_id: userId, identity: IDENTITY.staff, role_id: role, role_extend: extend })
    .onConflict((oc) =>
      oc
        .columns(['org_id', 'user_id', 'identity', 'role_id'])
        .doUpdateSet((eb) => ({ role_extend: eb.ref('excluded.role_extend') })),
    );

/** Takes away every staff membership of some people but those of the roles given. */
export const dropMemberships = (orgId: string, userIds: readonly string[], keep: readonly number[]) =>
  qb
    .deleteFrom('memberships')
    .where('org_id', '=', orgId)
    .where('identity', '=', IDENTITY.staff)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .where(sql<boolean>`(role_id is null or role_id <> all(${keep}::int[]))`);

export const setTeacherEnabled = (orgId: string, userId: string, enabled: boolean, at: string) =>
  qb.updateTable('teachers').set({ enabled, updated_at: at }).where('org_id', '=', orgId).where('user_id', '=', userId);

/** A row that shows what follows from other tables has changed with them. */
export const touchTeachers = (orgId: string, userIds: readonly string[], at: string) =>
  qb
    .updateTable('teachers')
    .set({ updated_at: at })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`);

/** Who is in charge of classes or grades: each with what limits the role; those who are shut out too. */
export const inChargeOf = (orgId: string) =>
  qb
    .selectFrom('memberships as m')
    .innerJoin('teachers as t', (join) => join.onRef('t.org_id', '=', 'm.org_id').onRef('t.user_id', '=', 'm.user_id'))
    .select(['m.user_id', 'm.role_id', 'm.role_extend', 't.teacher_name', 't.enabled'])
    .where('m.org_id', '=', orgId)
    .where('m.role_id', 'is not', null)
    .where(sql<boolean>`(m.role_extend ? 'class_ids' or m.role_extend ? 'grade_combos')`)
    .orderBy('t.teacher_name')
    .orderBy('m.user_id');

/** Whom to choose from; nobody who is there for a time only. */
export const activeTeachers = (orgId: string) =>
  qb
    .selectFrom('teachers')
    .select(['user_id', 'teacher_name as real_name'])
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where('expires_at', 'is', null)
    .orderBy('teacher_name')
    .orderBy('user_id');

/** Those who were let in for a time that is not over. */
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

/** Those of these people who are staff here and not shut out. */
export const staffNamed = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('teachers')
    .select(['user_id', 'teacher_name'])
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .orderBy('teacher_name')
    .orderBy('user_id');

/** Where people are reached: the number that the organisation keeps, or else the one they bound themselves. */
export const mobilesOf = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('teachers as t')
    .innerJoin('accounts as a', 'a.user_id', 't.user_id')
    .select(['t.user_id', sql<string | null>`coalesce(t.mobile, a.mobile)`.as('mobile')])
    .where('t.org_id', '=', orgId)
    .where(sql<boolean>`t.user_id = any(${userIds}::text[])`);
