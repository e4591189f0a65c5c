import * as Type from 'typebox/type';
import { Instant, listOf, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

/** For roles that see progress without planning: class teachers, grade heads. */
export const progressList = endpoint({
  name: 'exam.progress-list',
  method: 'GET',
  path: '/v1/portal/screening/progress',
  summary: '已发布的测评和管理范围内的完成情况，最近的在前',
  access: { auth: 'org', area: 'screening/progress', act: 'open' },
  query: Type.Object(paging, { additionalProperties: false }),
  response: listOf(
    Type.Object({
      exam_id: Type.String(),
      exam_name: Type.String(),
      status: Type.String({ description: 'exam_status' }),
      starts_at: Type.Optional(Instant),
      ends_at: Type.Optional(Instant),
      total: Type.Integer(),
      started: Type.Integer(),
      submitted: Type.Integer(),
    }),
  ),
});

/** Planners need not have the right to open the list of the staff. */
export const dutyChoices = endpoint({
  name: 'exam.duty-choices',
  method: 'GET',
  path: '/v1/portal/screening/duty',
  summary: '可以值守的人：能核实预警的教职工',
  access: { auth: 'org', area: 'exam', act: 'open' },
  response: listOf(Type.Object({ user_id: Type.String(), user_name: Type.String() })),
});
