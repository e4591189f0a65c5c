import { sql, type Generated } from 'kysely';
import type { RowTable } from '../../../platform/access/server/queries/row-table.ts';
import { studentsInScope, type Scope } from '../../../platform/access/server/queries/scope.ts';
import { qb } from '../../../platform/db/server/query-builder.ts';
import { contains } from '../../../platform/resources/server/queries/rows/expressions.ts';
import { slot } from '../../../platform/resources/server/queries/rows/plan.ts';
import { STUDY } from '../../students/public.ts';

/** A custom group of students. */
export interface CustomGroupsTable {
  org_id: string;
  group_id: string;
  group_name: string;
  remark: string | null;
  /** The owner; roles with a partial scope see only their own groups. */
  created_by: string;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
export interface CustomGroupMembersTable {
  org_id: string;
  group_id: string;
  child_id: string;
  added_at: string;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    custom_groups: CustomGroupsTable;
    custom_group_members: CustomGroupMembersTable;
  }
}

const AT_SCHOOL = [STUDY.enrolled, STUDY.suspended];

/**
 * Groups as a resource. A role with a partial scope sees its own groups, and of any group only members within its
 * scope.
 */
export const customGroupRows: RowTable = {
  computed: {
    member_count: (
      scope,
    ) => sql`(select count(*) from custom_group_members m join students s on s.org_id = m.org_id and s.child_id = m.child_id
      where m.org_id = t.org_id and m.group_id = t.group_id and s.study_status in (${sql.join(AT_SCHOOL.map((status) => sql.lit(status)))}) and ${studentsInScope(scope, 's')})`,
    created_by_name: sql`(select a.real_name from accounts a where a.user_id = t.created_by)`,
  },
  sortKeys: { group_name: sql`pinyin_key(t.group_name)` },
  within: (scope) =>
    scope.kind === 'all'
      ? sql<boolean>`true`
      : scope.kind === 'none'
        ? sql<boolean>`false`
        : sql<boolean>`t.created_by = ${slot('userId')}`,
};

/** Which of these names are taken, and by which group. */
export const takenGroupNames = (orgId: string, names: readonly string[]) =>
  qb
    .selectFrom('custom_groups')
    .select(['group_id', 'group_name'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`group_name = any(${names}::text[])`);

export interface MemberFilter {
  child_name?: string;
  class_id?: string;
  study_status?: number;
}

const members = (orgId: string, scope: Scope, groupId: string, { child_name, class_id, study_status }: MemberFilter) =>
  qb
    .selectFrom('custom_group_members as m')
    .innerJoin('students as s', (join) =>
      join.onRef('s.org_id', '=', 'm.org_id').onRef('s.child_id', '=', 'm.child_id'),
    )
    .where('m.org_id', '=', orgId)
    .where('m.group_id', '=', groupId)
    .where(studentsInScope(scope, 's'))
    .$if(child_name !== undefined && child_name !== '', (q) =>
      q.where(sql<boolean>`${contains(sql.ref('s.child_name'), sql`${child_name}`)}`),
    )
    .$if(class_id !== undefined, (q) => q.where('s.class_id', '=', class_id ?? ''))
    .$if(study_status !== undefined, (q) => q.where('s.study_status', '=', study_status ?? 0));

/** A page of a group's members within a scope, by class and name, of any study status. */
export const membersPage = (
  orgId: string,
  scope: Scope,
  groupId: string,
  filter: MemberFilter,
  page: number,
  size: number,
) =>
  members(orgId, scope, groupId, filter)
    .leftJoin('classes as c', (join) => join.onRef('c.org_id', '=', 's.org_id').onRef('c.class_id', '=', 's.class_id'))
    .select(['s.child_id', 's.child_name', 's.student_no', 's.study_status', 'c.class_name', 'm.added_at'])
    .orderBy('c.grade')
    .orderBy('c.class_no')
    .orderBy('c.class_name')
    .orderBy('s.name_pinyin')
    .orderBy('s.child_id')
    .limit(size)
    .offset((page - 1) * size);

export const membersCount = (orgId: string, scope: Scope, groupId: string, filter: MemberFilter) =>
  members(orgId, scope, groupId, filter).select((eb) => eb.fn.countAll<number>().as('total'));

/** Adds students within a scope: the enrolled ones of some classes, and single ones. Returns the new members. */
export const addMembers = (
  orgId: string,
  scope: Scope,
  groupId: string,
  classIds: readonly string[],
  childIds: readonly string[],
  at: string,
) =>
  sql<{ child_id: string }>`
  insert into custom_group_members (org_id, group_id, child_id, added_at)
  select s.org_id, ${groupId}, s.child_id, ${at}::timestamptz from students s where s.org_id = ${orgId} and ${studentsInScope(scope, 's')}
    and ((s.class_id = any(${classIds}::text[]) and s.study_status = ${sql.lit(STUDY.enrolled)}) or s.child_id = any(${childIds}::text[]))
  on conflict do nothing returning child_id`.compile(qb);

/** Removes students within a scope. Returns the former members. */
export const removeMembers = (orgId: string, scope: Scope, groupId: string, childIds: readonly string[]) =>
  sql<{ child_id: string }>`
  delete from custom_group_members m using students s where m.org_id = ${orgId} and m.group_id = ${groupId} and m.child_id = any(${childIds}::text[])
    and s.org_id = m.org_id and s.child_id = m.child_id and ${studentsInScope(scope, 's')} returning m.child_id`.compile(
    qb,
  );

/** Sets `updated_at` later than any value that a client may have read. */
export const touchGroup = (orgId: string, groupId: string, at: string) =>
  qb
    .updateTable('custom_groups')
    .set({ updated_at: sql<string>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')` })
    .where('org_id', '=', orgId)
    .where('group_id', '=', groupId);
