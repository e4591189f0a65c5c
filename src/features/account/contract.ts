import * as Type from 'typebox/type';
import {
  Done,
  Id,
  Instant,
  Mobile,
  PasswordDigest,
  Text,
  idParam,
  listOf,
  spare,
} from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { TokenPair } from '../../platform/identity/contract.ts';

const publicly = { auth: 'public' } as const;
const account = { auth: 'account' } as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 4096;

/**
 * What a page needs before it requests a code. The same for all numbers, so that it does not reveal which ones are
 * registered.
 */
export const mobileStatus = endpoint({
  name: 'account.mobile-status',
  method: 'GET',
  path: '/v2/accounts/mobile/:mobile',
  summary: '能否向手机号发送验证码（不说明它是否绑定了账号）',
  access: publicly,
  params: Type.Object({ mobile: Mobile }, closed),
  response: Type.Object({
    mobile: Type.String({ description: 'masked' }),
    sms_available: Type.Boolean(),
    captcha_required: Type.Boolean(),
  }),
});

export const smsSignIn = endpoint({
  name: 'account.sms-sign-in',
  method: 'POST',
  path: '/v2/oauth2/sms/sign_in',
  summary: '短信验证码登录',
  access: publicly,
  body: Type.Object({ mobile: Mobile, code: Text(16, 1), tenant: spare(64), device_id: spare(64) }, closed),
  response: TokenPair,
  bodyLimit,
});

export const checkCode = endpoint({
  name: 'account.check-code',
  method: 'POST',
  path: '/v2/accounts/sms/check',
  summary: '校验找回密码的短信验证码，换取设置新密码的凭证',
  access: publicly,
  body: Type.Object({ type: Type.Literal(2), mobile: Mobile, code: Text(16, 1), tenant: spare(64) }, closed),
  response: Type.Object({ sms_token: Type.String(), expires_at: Instant }),
  bodyLimit,
});

export const resetForgotten = endpoint({
  name: 'account.reset-password',
  method: 'PUT',
  path: '/v2/accounts/password/actions/reset',
  summary: '找回密码：设置新密码，所有登录随即结束',
  access: publicly,
  body: Type.Object({ mobile: Mobile, sms_token: Text(64, 1), password: PasswordDigest, tenant: spare(64) }, closed),
  response: Done,
  bodyLimit,
});

export const changePassword = endpoint({
  name: 'account.change-password',
  method: 'POST',
  path: '/v1/portal/users/change_passwords',
  summary: '修改自己的密码，其他设备上的登录随即结束',
  access: account,
  withInitialPassword: true,
  body: Type.Object({ old_password: PasswordDigest, new_password: PasswordDigest }, closed),
  response: Done,
  bodyLimit,
});

export const changeLoginName = endpoint({
  name: 'account.change-login-name',
  method: 'PUT',
  path: '/v1/portal/users/login_name',
  summary: '修改自己的登录名：30 天内一次，已有的登录不受影响',
  access: account,
  verified: true,
  body: Type.Object({ login_name: Text(64, 1) }, closed),
  response: Type.Object({ login_name: Type.String() }),
  bodyLimit,
});

/** The file is one that the caller has just uploaded (`media.finish`). */
export const changeAvatar = endpoint({
  name: 'account.change-avatar',
  method: 'PUT',
  path: '/v1/portal/users/avatar',
  summary: '更换自己的头像：用自己刚上传的一张图片',
  access: { auth: 'org', area: 'media', act: 'upload' },
  body: Type.Object({ file_id: Id }, closed),
  response: Type.Object({ avatar: Type.String({ description: '图片的地址' }) }),
  bodyLimit,
});

export const removeAvatar = endpoint({
  name: 'account.remove-avatar',
  method: 'DELETE',
  path: '/v1/portal/users/avatar',
  summary: '移除自己的头像',
  access: account,
  response: Done,
});

/** A bound mobile allows a password reset, so both steps must be proved. */
export const bindMobile = endpoint({
  name: 'account.bind-mobile',
  method: 'PUT',
  path: '/v2/accounts/mobile/actions/bind',
  summary: '绑定或更换手机号（先以 type 3 向新号码发送验证码）',
  access: account,
  verified: true,
  body: Type.Object({ mobile: Mobile, code: Text(16, 1) }, closed),
  response: Type.Object({ mobile: Type.String({ description: 'masked' }) }),
  bodyLimit,
});

const OwnSession = Type.Object({
  id: Type.String(),
  app_kind: Type.Union([Type.Literal('web'), Type.Literal('mobile')]),
  device: Type.String({ description: '系统与浏览器；未知时为空' }),
  address: Type.String(),
  signed_in_at: Instant,
  seen_at: Instant,
  is_current: Type.Boolean(),
});
export type OwnSession = Type.Static<typeof OwnSession>;

export const ownSessions = endpoint({
  name: 'account.sessions',
  method: 'GET',
  path: '/v2/accounts/sessions',
  summary: '自己的登录：在哪些设备上',
  access: account,
  response: listOf(OwnSession),
});

export const endSession = endpoint({
  name: 'account.end-session',
  method: 'DELETE',
  path: '/v2/accounts/sessions/:id',
  summary: '结束自己的一次登录',
  access: account,
  params: idParam('id'),
  response: Done,
});

/** Editions that the person's organisations have subscribed to, before one of them is chosen. */
export const editions = endpoint({
  name: 'account.editions',
  method: 'GET',
  path: '/v2/portal/saas/editions',
  summary: '本人所在各组织的服务版本与到期时间',
  access: account,
  whenVouchedFor: true,
  response: listOf(
    Type.Object({
      org_id: Type.String(),
      org_name: Type.String(),
      org_type: Type.Integer(),
      service_type: Type.Integer({ description: 'service_type' }),
      account_expire_at: Type.Optional(Instant),
    }),
  ),
});
