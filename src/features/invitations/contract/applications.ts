import * as Type from 'typebox/type';
import { Done, Id, idParam, listOf, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { REASON_MAX } from '../rules/application.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'student-application', act }) as const;
const closed = { additionalProperties: false } as const;

const Match = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  student_no: Type.String(),
  class_name: Type.Optional(Type.String()),
  study_status: Type.Integer(),
  is_register: Type.Boolean(),
  same_number: Type.Boolean(),
  same_name: Type.Boolean(),
});
export type Match = Type.Static<typeof Match>;

/** Only students within the role's scope; `hidden` says that the number belongs to one beyond it. */
export const applicationReview = endpoint({
  name: 'student-application.review',
  method: 'GET',
  path: '/v1/portal/student_applications/:id/review',
  summary: '审核一份注册申请要看的：同学号或同姓名的在册学生，同学号的其他申请份数，不通过的理由',
  access: may('open'),
  params: idParam('id'),
  response: Type.Object({
    ...listOf(Match).properties,
    hidden: Type.Boolean(),
    other_applications: Type.Integer(),
    reason: Type.Optional(Type.String()),
  }),
});

/** Accepting gives a person access to what the school keeps about a student, so it always asks for the second proof. */
export const acceptApplication = endpoint({
  name: 'student-application.accept',
  method: 'POST',
  path: '/v1/portal/student_applications/:id/accept',
  summary: '通过注册申请：新建学生，或给名册中的学生（child_id）开通账号',
  access: may('decide'),
  verified: true,
  params: idParam('id'),
  body: Type.Object({ child_id: Type.Optional(Type.Union([Id, Type.Null()])) }, closed),
  response: Type.Object({ child_id: Type.String(), login_name: Type.String() }),
});

export const refuseApplication = endpoint({
  name: 'student-application.refuse',
  method: 'POST',
  path: '/v1/portal/student_applications/:id/refuse',
  summary: '不通过注册申请，说明理由',
  access: may('decide'),
  params: idParam('id'),
  body: Type.Object({ reason: Text(REASON_MAX, 1) }, closed),
  response: Done,
});
