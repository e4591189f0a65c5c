import * as Type from 'typebox/type';
import { Done, Instant, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { RoleScope } from '../../../platform/identity/role-scope.ts';

const area = 'teacher-manage';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;

const HELD_MAX = 20;

const TeacherRole = Type.Object(
  { role_id: Type.Integer({ minimum: 1, maximum: 99 }), role_extend: RoleScope },
  { additionalProperties: false },
);
export type TeacherRole = Type.Static<typeof TeacherRole>;

const TeacherRoles = Type.Object({
  teacher_name: Type.String(),
  updated_at: Instant,
  items: Type.Array(Type.Object({ role_id: Type.Integer(), role_name: Type.String(), role_extend: RoleScope })),
  claimed: Type.Array(Type.Object({ role_id: Type.Integer(), role_name: Type.String(), until: Instant }), {
    description: '由统一身份认证的声明给出的角色；没有再次给出时，到时结束',
  }),
});

export const grantableRoles = endpoint({
  name: 'teacher.grantable-roles',
  method: 'GET',
  path: '/v1/portal/rbac/roles',
  summary: '当前角色可以授予的角色，及其可设的范围',
  access: may('open'),
  response: Type.Object({
    items: Type.Array(
      Type.Object({ role_id: Type.Integer(), role_name: Type.String(), scopes: Type.Array(Type.String()) }),
    ),
    schools: Type.Array(Type.Object({ org_id: Type.String(), org_name: Type.String() })),
  }),
});
export type GrantableRoles = Type.Static<typeof grantableRoles.response>;

export const getTeacherRoles = endpoint({
  name: 'teacher.roles',
  method: 'GET',
  path: '/v1/portal/teachers/:id/roles',
  summary: '教职工的角色与范围',
  access: may('open'),
  params: idParam('id'),
  response: TeacherRoles,
});

export const putTeacherRoles = endpoint({
  name: 'teacher.set-roles',
  method: 'PUT',
  path: '/v1/portal/teachers/:id/roles',
  summary: '设置教职工的全部角色与范围，立即生效',
  access: may('update'),
  params: idParam('id'),
  body: Type.Object(
    { items: Type.Array(TeacherRole, { maxItems: HELD_MAX }), updated_at: Type.Optional(Instant) },
    { additionalProperties: false },
  ),
  response: TeacherRoles,
});

export const putTeacherState = endpoint({
  name: 'teacher.set-state',
  method: 'PUT',
  path: '/v1/portal/teachers/:id/state',
  summary: '启用或停用教职工，立即生效',
  access: may('update'),
  params: idParam('id'),
  body: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
  response: Done,
});

export const resetPassword = endpoint({
  name: 'teacher.reset-password',
  method: 'POST',
  path: '/v1/portal/users/:id/reset_passwords',
  summary: '重设密码：新密码只在这一次回答中出现，原有登录全部失效',
  access: may('reset-password'),
  verified: true,
  params: idParam('id'),
  response: Type.Object({
    user_id: Type.String(),
    login_name: Type.String(),
    real_name: Type.String(),
    password: Type.String(),
  }),
});
/** For staff who lost the device and the recovery codes. */
export const resetAuthenticator = endpoint({
  name: 'teacher.reset-authenticator',
  method: 'DELETE',
  path: '/v1/portal/teachers/:id/authenticator',
  summary: '重置动态口令：停用后由本人重新启用',
  access: may('reset-password'),
  verified: true,
  params: idParam('id'),
  response: Done,
});

export type NewPassword = Type.Static<typeof resetPassword.response>;
