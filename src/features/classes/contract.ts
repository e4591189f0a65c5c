import * as Type from 'typebox/type';
import { Id } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { BATCH_MAX, type Row } from '../../platform/resources/contract/resource.ts';

const area = 'org-manage/class';
/** All staff roles of a school may read its structure. */
const directory = { auth: 'org', area: 'directory', act: 'open' } as const;
const rows = Type.Array(Type.Unsafe<Row>(Type.Record(Type.String(), Type.Unknown())), {
  minItems: 1,
  maxItems: BATCH_MAX,
});

/** Endpoints of classes besides the generic resource endpoints (`spec §7`). */
export const batchCreateClasses = endpoint({
  name: 'class.batch-create',
  method: 'POST',
  path: '/v1/portal/classes/actions/batch_create',
  summary: '批量新增班级：全部成功或全部不写',
  access: { auth: 'org', area, act: 'batch-create' },
  body: Type.Object({ items: rows }, { additionalProperties: false }),
  response: Type.Object({ total: Type.Integer(), items: rows }),
  status: 201,
  entity: { name: 'class', op: 'batch-create' },
});

export const batchDeleteClasses = endpoint({
  name: 'class.batch-delete-ids',
  method: 'DELETE',
  path: '/v1/portal/classes/batch_delete/:ids',
  summary: '批量删除班级，ids 以逗号分隔',
  access: { auth: 'org', area, act: 'batch-delete' },
  params: Type.Object(
    { ids: Type.String({ minLength: 1, maxLength: 14_000, pattern: '^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$' }) },
    { additionalProperties: false },
  ),
  response: Type.Object({ total: Type.Integer() }),
  entity: { name: 'class', op: 'batch-delete' },
});

/**
 * Node of the class tree. `level` is an org node type (`spec §3`): 2 school, 6 period, 3 grade (`node_id` is its
 * `grade_id`), 4 class.
 */
export interface ClassNode {
  node_id: string;
  node_name: string;
  level: number;
  next_level: ClassNode[];
}

const ClassNode = Type.Cyclic(
  {
    ClassNode: Type.Object({
      node_id: Type.String(),
      node_name: Type.String(),
      level: Type.Integer(),
      next_level: Type.Array(Type.Ref('ClassNode')),
    }),
  },
  'ClassNode',
);

export const classesTree = endpoint({
  name: 'classes.tree',
  method: 'GET',
  path: '/v1/portal/schools/classes/tree',
  summary: '学段、年级、班级树；只含有班级的分支',
  access: directory,
  query: Type.Object(
    { year_id: Type.Optional(Id), college_id: Type.Optional(Id), major_id: Type.Optional(Id) },
    { additionalProperties: false },
  ),
  response: Type.Unsafe<ClassNode[]>(Type.Array(ClassNode)),
});

export const eduStructures = endpoint({
  name: 'org.edu-structures',
  method: 'GET',
  path: '/v1/portal/schools/edus/structures',
  summary: '学校开设的学段、学制与年级',
  access: directory,
  response: Type.Object({
    items: Type.Array(
      Type.Object({
        period: Type.Integer(),
        period_name: Type.String(),
        edu_type: Type.Optional(Type.Integer()),
        grades: Type.Array(Type.Object({ grade_id: Type.String(), grade: Type.Integer(), grade_name: Type.String() })),
      }),
    ),
    colleges: Type.Optional(
      Type.Array(
        Type.Object({
          college_id: Type.String(),
          college_name: Type.String(),
          majors: Type.Array(Type.Object({ major_id: Type.String(), major_name: Type.String() })),
        }),
        { description: 'of schools that have them' },
      ),
    ),
  }),
});
export type EduStructures = Type.Static<typeof eduStructures.response>;
