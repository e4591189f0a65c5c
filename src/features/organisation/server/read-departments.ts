import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { DepartmentGrades, DepartmentNode, DepartmentPerson } from '../contract/departments.ts';
import { gradeId } from '../rules.ts';
import type { Department } from './department-tree.ts';
import { countPeople, departmentsOf, edusOf, peopleOf, staffOf, teachersByDepartment } from './queries/departments.ts';
import { structuresOf } from './queries/edu-structures.ts';

/** Org node type of a department (`spec §3`), the general one. */
const DEPARTMENT_LEVEL = 99;

function nodesOf(rows: readonly Department[], teachers: ReadonlyMap<string | null, number>): DepartmentNode[] {
  const nodes = new Map(
    rows.map(({ department_id, department_name }): [string, DepartmentNode] => [
      department_id,
      {
        node_id: department_id,
        node_name: department_name,
        level: DEPARTMENT_LEVEL,
        teachers: teachers.get(department_id) ?? 0,
        next_level: [],
      },
    ]),
  );
  return rows.flatMap(({ department_id, parent_id }) => {
    const node = nodes.get(department_id);
    if (!node) return [];
    if (parent_id === null) return [node];
    nodes.get(parent_id)?.next_level.push(node);
    return [];
  });
}

/** Tree of departments with the organisation as its root (`spec §3`). */
export async function departmentTree({
  actor: { orgId, orgType },
  services: { db },
}: OrgContext): Promise<DepartmentNode[]> {
  const [[org], rows, counts] = await db.read({ orgId, userId: null }, [
    orgById(orgId),
    departmentsOf(orgId),
    teachersByDepartment(orgId),
  ]);
  const next = nodesOf(rows, new Map(counts.map(({ department_id, teachers }) => [department_id, teachers])));
  return [{ node_id: orgId, node_name: org?.org_name ?? '', level: orgType, teachers: 0, next_level: next }];
}

/**
 * Periods and grades of a department, or of the whole school when `id` is the organisation.
 *
 * @throws AppError PSY_NOT_FOUND
 */
export async function gradesOfDepartment(
  { read, actor: { orgId } }: OrgContext,
  id: string,
): Promise<DepartmentGrades> {
  const [structures, departments, edus] = await read([structuresOf(orgId), departmentsOf(orgId), edusOf(orgId, id)]);
  const whole = id === orgId;
  if (!whole && !departments.some((row) => row.department_id === id)) throw new AppError('PSY_NOT_FOUND');
  return {
    items: (whole ? structures : edus).map(({ period, grades }) => ({
      period,
      period_name: labelOf('class_period', period),
      edu_type: structures.find((each) => each.period === period)?.edu_type ?? undefined,
      grades: grades.map((grade) => ({ grade_id: gradeId(period, grade), grade, grade_name: labelOf('grade', grade) })),
    })),
  };
}

/** The staff, to choose the head of a department from. */
export async function staffToChoose({ read, actor: { orgId } }: OrgContext) {
  const [items] = await read([staffOf(orgId)]);
  return { items: items.map(({ user_id, real_name, enabled }) => ({ user_id, real_name, enabled })) };
}

/**
 * The people of a department, or when `id` is the organisation those without one.
 *
 * @throws AppError PSY_NOT_FOUND
 */
export async function peopleInDepartment(
  { read, actor: { orgId } }: OrgContext,
  id: string,
  { page = 1, size = PAGE_SIZE_DEFAULT }: { page?: number; size?: number },
): Promise<{ total: number; items: DepartmentPerson[] }> {
  const departmentId = id === orgId ? null : id;
  const [departments, people, [count]] = await read([
    departmentsOf(orgId),
    peopleOf(orgId, departmentId, { limit: size, offset: (page - 1) * size }),
    countPeople(orgId, departmentId),
  ]);
  if (departmentId !== null && !departments.some((row) => row.department_id === id))
    throw new AppError('PSY_NOT_FOUND');
  return {
    total: count?.total ?? 0,
    items: people.map(({ role_ids, ...person }) => ({
      ...person,
      role_names: role_ids.map((role) => labelOf('role', role)).join('、'),
    })),
  };
}
