import * as Type from 'typebox/type';
import { Done, Id, idParam, listOf, paging } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const area = 'org-manage/guardian';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;

const Relation = Type.Integer({ minimum: 0, maximum: 99, description: 'guardian_relation' });
const ofChild = Type.Object({ id: Id, child_id: Id }, { additionalProperties: false });

export const guardianChildren = endpoint({
  name: 'guardian.children',
  method: 'GET',
  path: '/v1/portal/guardians/:id/children',
  summary: '监护人的孩子，仅含调用者有权查看的',
  access: may('open'),
  params: idParam('id'),
  response: listOf(
    Type.Object({
      child_id: Type.String(),
      child_name: Type.String(),
      student_no: Type.String(),
      class_name: Type.Optional(Type.String()),
      study_status: Type.Integer(),
      relation: Relation,
    }),
  ),
});

export const linkChild = endpoint({
  name: 'guardian.link',
  method: 'POST',
  path: '/v1/portal/guardians/:id/children',
  summary: '为监护人关联一个孩子',
  access: may('update'),
  params: idParam('id'),
  body: Type.Object({ child_id: Id, relation: Relation }, { additionalProperties: false }),
  response: Done,
  status: 201,
});

export const changeRelation = endpoint({
  name: 'guardian.relation',
  method: 'PUT',
  path: '/v1/portal/guardians/:id/children/:child_id',
  summary: '修改监护人与孩子的关系',
  access: may('update'),
  params: ofChild,
  body: Type.Object({ relation: Relation }, { additionalProperties: false }),
  response: Done,
});

export const unlinkChild = endpoint({
  name: 'guardian.unlink',
  method: 'DELETE',
  path: '/v1/portal/guardians/:id/children/:child_id',
  summary: '取消监护人与孩子的关联',
  access: may('update'),
  params: ofChild,
  response: Done,
});

/** Only this response contains the password; the caller passes it on. */
export const registerGuardian = endpoint({
  name: 'guardian.register',
  method: 'POST',
  path: '/v1/portal/guardians/:id/register',
  summary: '为监护人开通账号',
  access: may('register'),
  verified: true,
  params: idParam('id'),
  response: Type.Object({
    guardian_id: Type.String(),
    user_id: Type.String(),
    login_name: Type.String(),
    initial_password: Type.String(),
  }),
});

/** For guardians who forgot the password. Only this response contains the new one. */
export const resetGuardianPassword = endpoint({
  name: 'guardian.reset-password',
  method: 'POST',
  path: '/v1/portal/guardians/:id/reset_password',
  summary: '重设监护人的密码：原有登录全部失效',
  access: may('register'),
  verified: true,
  params: idParam('id'),
  response: Type.Object({
    guardian_id: Type.String(),
    user_id: Type.String(),
    login_name: Type.String(),
    initial_password: Type.String(),
  }),
});

export const closeGuardianAccount = endpoint({
  name: 'guardian.close-account',
  method: 'DELETE',
  path: '/v1/portal/guardians/:id/account',
  summary: '停用监护人在本校的账号',
  access: may('register'),
  params: idParam('id'),
  response: Done,
});

/** `size` defaults to 20 (`spec §9`). */
export const childRelation = endpoint({
  name: 'student.relation',
  method: 'GET',
  path: '/v1/portal/children/:id/relation',
  summary: '学生的监护人',
  access: { auth: 'org', area: 'org-manage/student', act: 'open' },
  logged: 'student',
  params: idParam('id'),
  query: Type.Object(paging, { additionalProperties: false }),
  response: listOf(
    Type.Object({
      guardian_id: Type.String(),
      guardian_name: Type.String(),
      relation: Type.Integer(),
      mobile: Type.Optional(Type.String({ description: 'masked' })),
      is_register: Type.Boolean({ description: 'has an account' }),
    }),
  ),
});
