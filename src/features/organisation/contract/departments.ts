import * as Type from 'typebox/type';
import { Id, idParam, listOf, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'org-manage/structure', act }) as const;
/** Only a school has periods and grades. */
const mayGrades = <const A extends string>(act: A) =>
  ({ auth: 'org', area: 'org-manage/structure/grades', act }) as const;

/** Maximum depth of departments below the organisation. */
export const DEPTH_MAX = 10;
export const DEPARTMENTS_MAX = 10_000;

const Period = Type.Integer({ minimum: 1, maximum: 99 });
const Grade = Type.Integer({ minimum: 1, maximum: 9999 });

/** Node of the tree (`spec §3`). `level` is an org node type: 1 or 2 for the organisation, 99 for departments. */
export interface DepartmentNode {
  node_id: string;
  node_name: string;
  level: number;
  teachers: number;
  next_level: DepartmentNode[];
}
const DepartmentNode = Type.Cyclic(
  {
    DepartmentNode: Type.Object({
      node_id: Type.String(),
      node_name: Type.String(),
      level: Type.Integer(),
      teachers: Type.Integer(),
      next_level: Type.Array(Type.Ref('DepartmentNode')),
    }),
  },
  'DepartmentNode',
);

export const departmentsTree = endpoint({
  name: 'department.tree',
  method: 'GET',
  path: '/v1/portal/organizations/departments/tree',
  summary: '部门树，根是组织自己',
  access: may('open'),
  response: Type.Unsafe<DepartmentNode[]>(Type.Array(DepartmentNode)),
});

/** People of the staff, as far as a department names them. */
const Person = Type.Object({ user_id: Type.String(), real_name: Type.String(), enabled: Type.Boolean() });

export const departmentStaff = endpoint({
  name: 'department.staff',
  method: 'GET',
  path: '/v1/portal/organizations/departments/users',
  summary: '本单位的教职工，供选择部门负责人',
  access: may('open'),
  response: Type.Object({ items: Type.Array(Person) }),
});

const DepartmentPerson = Type.Object({ ...Person.properties, role_names: Type.String() });
export type DepartmentPerson = Type.Static<typeof DepartmentPerson>;

export const departmentPeople = endpoint({
  name: 'department.people',
  method: 'GET',
  path: '/v1/portal/organizations/departments/:id/users',
  summary: '直接归到部门的教职工；id 为组织时是没有归到部门的',
  access: may('open'),
  params: idParam('id'),
  query: Type.Object(paging, { additionalProperties: false }),
  response: listOf(DepartmentPerson),
});

const Edu = Type.Object(
  { period: Period, grades: Type.Array(Grade, { minItems: 1, maxItems: 20, uniqueItems: true }) },
  { additionalProperties: false },
);
const Edus = Type.Array(Edu, { maxItems: 10 });
const PeriodGrades = Type.Object({
  period: Type.Integer(),
  period_name: Type.String(),
  edu_type: Type.Optional(Type.Integer()),
  grades: Type.Array(Type.Object({ grade_id: Type.String(), grade: Type.Integer(), grade_name: Type.String() })),
});
const DepartmentGrades = Type.Object({ items: Type.Array(PeriodGrades) });

export const createEdus = endpoint({
  name: 'department.create-edus',
  method: 'POST',
  path: '/v1/portal/organizations/departments/edus',
  summary: '为部门设置学段和年级',
  access: mayGrades('update'),
  body: Type.Object({ department_id: Id, items: Edus }, { additionalProperties: false }),
  response: DepartmentGrades,
  status: 201,
});

export const putEdus = endpoint({
  name: 'department.set-edus',
  method: 'PUT',
  path: '/v1/portal/organizations/departments/:id/edus',
  summary: '修改部门的学段和年级',
  access: mayGrades('update'),
  params: idParam('id'),
  body: Type.Object({ items: Edus }, { additionalProperties: false }),
  response: DepartmentGrades,
});

export const departmentGrades = endpoint({
  name: 'department.grades',
  method: 'GET',
  path: '/v1/portal/organizations/departments/:id/edus/grades',
  summary: '部门的学段和年级；id 为组织时是全校的',
  access: mayGrades('open'),
  params: idParam('id'),
  response: DepartmentGrades,
});
export type DepartmentGrades = Type.Static<typeof departmentGrades.response>;
