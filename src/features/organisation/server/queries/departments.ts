import { sql, type Generated, type UpdateResult } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';

/** A department; `parent_id` is null at the top level. */
export interface DepartmentsTable {
  org_id: string;
  department_id: string;
  parent_id: string | null;
  department_name: string;
  /** Order among siblings, from 0 without gaps. */
  position: number;
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

/** All departments, siblings in display order, with their numbers of teachers. */
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

export const insertDepartment = (row: Omit<DepartmentsTable, 'created_at' | 'updated_at'>) =>
  qb.insertInto('departments').values(row);

/** Places departments under one parent in this order, and renames one of them. */
export const placeDepartments = (
  orgId: string,
  parentId: string | null,
  ids: readonly string[],
  at: string,
  renamed?: { id: string; name: string },
) =>
  sql<UpdateResult>`
  update departments d set parent_id = ${parentId}, position = p.place - 1,
    department_name = case when d.department_id = ${renamed?.id ?? null} then ${renamed?.name ?? null} else d.department_name end,
    updated_at = case when d.department_id = ${renamed?.id ?? null} then ${at}::timestamptz else d.updated_at end
  from unnest(${ids}::text[]) with ordinality as p(id, place) where d.org_id = ${orgId} and d.department_id = p.id`.compile(
    qb,
  );

export const deleteDepartmentRow = (orgId: string, id: string) =>
  qb.deleteFrom('departments').where('org_id', '=', orgId).where('department_id', '=', id);

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
