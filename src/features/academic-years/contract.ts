import * as Type from 'typebox/type';
import { Id, idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

/** Rolling over has an act of its own, besides the generic ones. */
const access = { auth: 'org', area: 'academic-year-setting', act: 'roll-over' } as const;

const Year = Type.Object({ year_id: Type.String(), year_name: Type.String() });

/** Target of each class of the current year: a class of the new year one grade higher, or graduation. */
const RollOverPlan = Type.Object({
  from: Year,
  to: Year,
  version: Type.String({ description: '名单的版本，执行时原样带回；其间有变动就要重新预览' }),
  classes: Type.Array(
    Type.Object({
      class_id: Type.String(),
      class_name: Type.String(),
      period: Type.Integer(),
      grade: Type.Integer(),
      students: Type.Integer(),
      graduates: Type.Boolean(),
      to_grade: Type.Optional(Type.Integer()),
      to_class_name: Type.Optional(Type.String()),
      joins: Type.Boolean({ description: '新学年已有这个班级，学生编入其中' }),
    }),
  ),
  promoted: Type.Integer(),
  graduated: Type.Integer(),
  new_classes: Type.Integer(),
  suspended: Type.Integer({ description: '休学的学生不升级，留在原班级名下，复学时再选班级' }),
});
export type RollOverPlan = Type.Static<typeof RollOverPlan>;

export const rollOverPreview = endpoint({
  name: 'year.roll-over-preview',
  method: 'GET',
  path: '/v1/portal/orgs/years/:id/roll_over',
  summary: '全校升级到这个学年的预览',
  access,
  params: idParam('id'),
  response: RollOverPlan,
});

/** Students who do not move with their class. */
const Exception = Type.Object(
  {
    child_id: Id,
    act: Type.Union([Type.Literal('keep_back'), Type.Literal('graduate')], {
      description: 'keep_back 留级，graduate 提前毕业',
    }),
  },
  { additionalProperties: false },
);

export const rollOver = endpoint({
  name: 'year.roll-over',
  method: 'POST',
  path: '/v1/portal/orgs/years/:id/roll_over',
  summary: '全校升级到这个学年：升级、毕业、留级，一次完成',
  access,
  params: idParam('id'),
  body: Type.Object(
    {
      version: Type.String({ minLength: 1, maxLength: 64 }),
      exceptions: Type.Optional(Type.Array(Exception, { maxItems: 2000 })),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    year_name: Type.String(),
    new_classes: Type.Integer(),
    promoted: Type.Integer(),
    graduated: Type.Integer(),
    kept_back: Type.Integer(),
    without_class: Type.Integer(),
  }),
});

export const schoolYears = endpoint({
  name: 'org.years',
  method: 'GET',
  path: '/v1/portal/orgs/years',
  summary: '学年列表',
  access: { auth: 'org', area: 'directory', act: 'open' },
  response: Type.Object({
    total: Type.Integer(),
    items: Type.Array(
      Type.Object({
        year_id: Type.String(),
        year_name: Type.String(),
        start_on: Type.String(),
        end_on: Type.String(),
        is_current: Type.Boolean(),
      }),
    ),
  }),
});
