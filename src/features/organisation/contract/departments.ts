import * as Type from 'typebox/type';
import { Done, Id, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const area = 'org-manage/structure';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;

/** Maximum depth of departments below the organisation. */
export const DEPTH_MAX = 10;
export const DEPARTMENTS_MAX = 10_000;

const Name = Type.String({ minLength: 1, maxLength: 40, pattern: '^\\S(.*\\S)?$' });
/** Parent department; null for the organisation itself. */
const Parent = Type.Union([Id, Type.Null()]);
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

const Department = Type.Object({
  department_id: Type.String(),
  parent_id: Type.Optional(Type.String()),
  department_name: Type.String(),
});

export const departmentsTree = endpoint({
  name: 'department.tree',
  method: 'GET',
  path: '/v1/portal/organizations/departments/tree',
  summary: '部门树，根是组织自己',
  access: may('open'),
  response: Type.Unsafe<DepartmentNode[]>(Type.Array(DepartmentNode)),
});

export const createDepartment = endpoint({
  name: 'department.create',
  method: 'POST',
  path: '/v1/portal/organizations/departments',
  summary: '新增部门，排在同级最后',
  access: may('create'),
  body: Type.Object({ department_name: Name, parent_id: Type.Optional(Parent) }, { additionalProperties: false }),
  response: Department,
  status: 201,
});

export const updateDepartment = endpoint({
  name: 'department.update',
  method: 'PUT',
  path: '/v1/portal/organizations/departments/:id',
  summary: '改名或移动；before_id 为同级中排在其后的部门，null 表示最后',
  access: may('update'),
  params: idParam('id'),
  body: Type.Object(
    { department_name: Type.Optional(Name), parent_id: Type.Optional(Parent), before_id: Type.Optional(Parent) },
    { additionalProperties: false },
  ),
  response: Department,
});

export const deleteDepartment = endpoint({
  name: 'department.delete',
  method: 'DELETE',
  path: '/v1/portal/organizations/departments/:id',
  summary: '删除没有下级和教师的部门',
  access: may('delete'),
  params: idParam('id'),
  response: Done,
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
  access: may('update'),
  body: Type.Object({ department_id: Id, items: Edus }, { additionalProperties: false }),
  response: DepartmentGrades,
  status: 201,
});

export const putEdus = endpoint({
  name: 'department.set-edus',
  method: 'PUT',
  path: '/v1/portal/organizations/departments/:id/edus',
  summary: '修改部门的学段和年级',
  access: may('update'),
  params: idParam('id'),
  body: Type.Object({ items: Edus }, { additionalProperties: false }),
  response: DepartmentGrades,
});

export const departmentGrades = endpoint({
  name: 'department.grades',
  method: 'GET',
  path: '/v1/portal/organizations/departments/:id/edus/grades',
  summary: '部门的学段和年级；id 为组织时是全校的',
  access: may('open'),
  params: idParam('id'),
  response: DepartmentGrades,
});
export type DepartmentGrades = Type.Static<typeof departmentGrades.response>;
