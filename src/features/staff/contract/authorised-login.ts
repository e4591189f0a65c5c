import * as Type from 'typebox/type';
import { Instant } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { VALIDITY_HOURS } from '../rules.ts';

export const createTempAccount = endpoint({
  name: 'authorised-login.create',
  method: 'POST',
  path: '/v1/portal/users/create/temp_account',
  summary: '授权登录：建立限时账号，密码只在这一次回答中出现',
  access: { auth: 'org', area: 'authorised-login', act: 'create' },
  verified: true,
  body: Type.Object(
    {
      validity_duration: Type.Union(
        VALIDITY_HOURS.map((hours) => Type.Literal(hours)),
        { description: '有效期，小时' },
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    user_id: Type.String(),
    login_name: Type.String(),
    password: Type.String(),
    role_name: Type.String(),
    expires_at: Instant,
  }),
  status: 201,
});

export const loginName = endpoint({
  name: 'account.login-name',
  method: 'GET',
  path: '/v1/portal/users/login_name',
  summary: '当前用户的登录名',
  access: { auth: 'account' },
  response: Type.Object({ login_name: Type.String() }),
});
