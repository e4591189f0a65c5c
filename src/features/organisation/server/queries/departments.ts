import { sql, type Generated, type UpdateResult } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';

/** A department; `parent_id` is null at the top level. */
export interface DepartmentsTable {
  org_id: string;
  department_id: string;
  parent_id: string | null;
  department_name: string;
  /** Order among siblings, from 0 without gaps. */
  position: number;
  head_id: string | null;
  remark: string | null;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
/** A period that a department teaches, with its grades. */
export interface DepartmentEdusTable {
  org_id: string;
  department_id: string;
  period: number;
  grades: number[];
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    departments: DepartmentsTable;
    department_edus: DepartmentEdusTable;
  }
}

/** The sibling behind a department. @param sameParent a condition on `n.parent_id` */
const nextSibling = (sameParent: ReturnType<typeof sql>) => sql`(select n.department_id from departments n
  where n.org_id = t.org_id and n.parent_id ${sameParent} and (n.position, n.department_id) > (t.position, t.department_id)
  order by n.position, n.department_id limit 1)`;
/** A value of a department and all above it, from the top down. */
const downTo = (from: ReturnType<typeof sql>, value: ReturnType<typeof sql>, between: ReturnType<typeof sql>) => sql`(
  with recursive up (parent_id, value) as (
    ${from}
    union all
    select d.parent_id, ${value} || ${between} || up.value
    from up join departments d on d.org_id = t.org_id and d.department_id = up.parent_id
  ) select value from up where parent_id is null)`;

/** The digits of `DEPARTMENTS_MAX`, so that texts of positions sort like numbers. */
const DIGITS = 5;
const positionText = (alias: string) => sql`lpad(${sql.ref(`${alias}.position`)}::text, ${sql.lit(DIGITS)}, '0')`;

export const departmentRows: RowTable = {
  computed: {
    position: sql`(t.position + 1)`,
    // Two branches, because an index finds no rows by "is not distinct from".
    before_id: sql`(case when t.parent_id is null then ${nextSibling(sql`is null`)} else ${nextSibling(sql`= t.parent_id`)} end)`,
    parent_path: downTo(
      sql`select p.parent_id, p.department_name from departments p where p.org_id = t.org_id and p.department_id = t.parent_id`,
      sql`d.department_name`,
      sql`'/'`,
    ),
    head_name: sql`(select h.teacher_name from teachers h where h.org_id = t.org_id and h.user_id = t.head_id)`,
    teacher_count: sql`(select count(*)::int from teachers p where p.org_id = t.org_id and p.department_id = t.department_id)`,
    child_count: sql`(select count(*)::int from departments c where c.org_id = t.org_id and c.parent_id = t.department_id)`,
  },
  compared: ['position', 'before_id'],
  // A list by position is the tree from the top down.
  sortKeys: {
    department_name: sql`pinyin_key(t.department_name)`,
    position: sql`${downTo(sql`select t.parent_id, ${positionText('t')}`, positionText('d'), sql`''`)} collate "C"`,
  },
  // Departments are visible as a whole or not at all.
  within: (scope) => (scope.kind === 'all' ? sql`true` : sql`false`),
};

/** All departments, siblings in display order. */
export const departmentsOf = (orgId: string) =>
  qb
    .selectFrom('departments')
    .select(['department_id', 'parent_id', 'department_name', 'position'])
    .where('org_id', '=', orgId)
    .orderBy('position')
    .orderBy('department_id');

export const teachersByDepartment = (orgId: string) =>
  qb
    .selectFrom('teachers')
    .select(['department_id', (eb) => eb.fn.countAll<number>().as('teachers')])
    .where('org_id', '=', orgId)
    .where('department_id', 'is not', null)
    .groupBy('department_id');

/** Changes the positions of departments among their siblings. */
export const placeDepartments = (orgId: string, places: readonly { department_id: string; position: number }[]) =>
  sql<UpdateResult>`update departments d set position = p.position
  from unnest(${places.map(({ department_id }) => department_id)}::text[], ${places.map(({ position }) => position)}::int[])
    as p (department_id, position)
  where d.org_id = ${orgId} and d.department_id = p.department_id`.compile(qb);

/** Everyone on the staff, without authorised logins. */
export const staffOf = (orgId: string) =>
  qb
    .selectFrom('teachers')
    .select(['user_id', 'teacher_name as real_name', 'teacher_no', 'enabled'])
    .where('org_id', '=', orgId)
    .where('expires_at', 'is', null)
    .orderBy('name_key')
    .orderBy('user_id');

/** Which of these people are enabled and on the staff. */
export const activeAmong = (orgId: string, userIds: readonly string[]) =>
  qb
    .selectFrom('teachers')
    .select('user_id')
    .where('org_id', '=', orgId)
    .where('enabled', '=', true)
    .where('expires_at', 'is', null)
    .where(sql<boolean>`user_id = any(${userIds}::text[])`);

/** The staff of a department, or with null those who belong to none. */
const inDepartment = (orgId: string, departmentId: string | null) =>
  qb
    .selectFrom('teachers as t')
    .where('t.org_id', '=', orgId)
    .where('t.expires_at', 'is', null)
    .where('t.department_id', departmentId === null ? 'is' : '=', departmentId);

/** A page of them; the roles are a list of codes. */
export const peopleOf = (orgId: string, departmentId: string | null, page: { limit: number; offset: number }) =>
  inDepartment(orgId, departmentId)
    .select([
      't.user_id',
      't.teacher_name as real_name',
      't.enabled',
      sql<number[]>`array(select m.role_id from memberships m where m.org_id = t.org_id and m.user_id = t.user_id
        and m.identity = ${sql.lit(IDENTITY.staff)} and m.role_id is not null order by m.role_id)`.as('role_ids'),
    ])
    .orderBy('t.name_key')
    .orderBy('t.user_id')
    .limit(page.limit)
    .offset(page.offset);
export const countPeople = (orgId: string, departmentId: string | null) =>
  inDepartment(orgId, departmentId).select((eb) => eb.fn.countAll<number>().as('total'));

export const edusOf = (orgId: string, departmentId: string) =>
  qb
    .selectFrom('department_edus')
    .select(['period', 'grades'])
    .where('org_id', '=', orgId)
    .where('department_id', '=', departmentId)
    .orderBy('period');
export const deleteEdus = (orgId: string, departmentId: string) =>
  qb.deleteFrom('department_edus').where('org_id', '=', orgId).where('department_id', '=', departmentId);
export const insertEdus = (rows: readonly DepartmentEdusTable[]) => qb.insertInto('department_edus').values(rows);
