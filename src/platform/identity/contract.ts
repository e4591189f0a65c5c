import * as Type from 'typebox/type';
import { Done, idParam, Id, Instant, PasswordDigest, spare, Text } from '../contract/common.ts';
import { endpoint } from '../contract/endpoint.ts';

const publicly = { auth: 'public' } as const;
const account = { auth: 'account' } as const;

/** Token pair of a session (`api.md`, sign-in); `expires_in` in seconds, `server_time` in milliseconds. */
export const TokenPair = Type.Object({
  user_id: Type.String(),
  access_token: Type.String(),
  refresh_token: Type.String(),
  code: Type.String({ description: 'signing secret of the session' }),
  expires_in: Type.Integer(),
  server_time: Type.Integer(),
});
export type TokenPair = Type.Static<typeof TokenPair>;

export const signIn = endpoint({
  name: 'account.sign-in',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/sign_in',
  summary: '账号密码登录',
  access: publicly,
  body: Type.Object(
    {
      account: Text(64, 1),
      password: PasswordDigest,
      tenant: spare(64),
      device_id: spare(64),
      session_id: spare(64),
      verification_code: spare(16),
    },
    { additionalProperties: false },
  ),
  response: TokenPair,
});

export const refreshToken = endpoint({
  name: 'account.refresh',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/:refresh_token',
  summary: '换取新令牌，旧令牌作废',
  access: publicly,
  params: idParam('refresh_token'),
  response: TokenPair,
});

export const signOut = endpoint({
  name: 'account.sign-out',
  method: 'DELETE',
  path: '/v2/oauth2/tokens/:id',
  summary: '退出登录，id 为访问令牌',
  access: account,
  limited: 'session',
  withInitialPassword: true,
  whenVouchedFor: true,
  params: idParam('id'),
  response: Done,
});

export const serverTime = endpoint({
  name: 'account.server-time',
  method: 'GET',
  path: '/v2/oauth2/server/time',
  summary: '服务器时间（毫秒）',
  access: publicly,
  response: Type.Object({ timestamp: Type.Integer() }),
});

export const createCaptchaSession = endpoint({
  name: 'account.captcha-session',
  method: 'POST',
  path: '/v1/accounts/sessions',
  summary: '创建图形验证码会话',
  access: publicly,
  body: Type.Object(
    {
      session_type: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 99 }), Text(16), Type.Null()])),
      device_id: spare(64),
      tenant: spare(64),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ session_id: Id }),
  status: 201,
});

export const captchaImage = endpoint({
  name: 'account.captcha-image',
  method: 'GET',
  path: '/v2/accounts/sessions/:id/verification_code',
  summary: '图形验证码图片（PNG），每次请求换一张',
  access: publicly,
  params: idParam('id'),
  // Clients add a unique value so that the browser does not show a cached picture.
  query: Type.Object({ t: Type.Optional(Text(32)) }, { additionalProperties: false }),
  kind: 'blob',
});

export const captchaWork = endpoint({
  name: 'account.captcha-work',
  method: 'GET',
  path: '/v2/accounts/sessions/:id/proof_of_work',
  summary: '无障碍验证：由浏览器计算的题目，答案代替图形验证码（verification_code）',
  access: publicly,
  params: idParam('id'),
  response: Type.Object({
    salt: Type.String({ description: '十六进制' }),
    target: Type.String({ description: 'scrypt(N=8192, r=8, p=1) 结果的前 6 字节，十六进制；其后 6 字节是答案' }),
    limit: Type.Integer({ description: '要找的数小于它' }),
  }),
});

const SmsType = Type.Union([Type.Literal(1), Type.Literal(2), Type.Literal(3), Type.Literal(5)], {
  description: '1 短信登录，2 找回密码，3 绑定手机号，5 二次验证',
});

/**
 * Types 1 and 2 need no session and go to the given number; the answer does not depend on whether an account has it.
 * Type 3 goes to the number to bind. Type 5 goes to the bound number, which `mobile` may name, masked or not.
 */
export const sendSms = endpoint({
  name: 'account.send-sms',
  method: 'POST',
  path: '/v1/accounts/sms',
  summary: '发送短信验证码（type 1 短信登录、2 找回密码：不需要登录；3 绑定手机号、5 二次验证：需要登录）',
  access: { auth: 'optional' },
  whenVouchedFor: true,
  body: Type.Object(
    {
      type: SmsType,
      mobile: spare(20),
      tenant: spare(64),
      area_code: spare(8),
      session_id: spare(64),
      verification_code: spare(16),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({
    resend_after: Type.Integer({ description: '秒' }),
    outbox: Type.Optional(Type.String({ description: '演示方式：短信不发出，可在这个地址查看' })),
  }),
  bodyLimit: 4096,
});

const OrgRole = Type.Object({
  role_id: Type.Integer(),
  role_name: Type.String(),
  role_extend: Type.Record(Type.String(), Type.Unknown()),
});

/** User info (`api.md`, who am I); `roles[].role_id` is the identity: 1 student, 2 parent, 3 staff. */
export const UserInfo = Type.Object({
  user_id: Type.String(),
  real_name: Type.String(),
  sex: Type.Union([Type.Integer(), Type.Null()], { description: '没有填写时为 null' }),
  avatar: Type.String({ description: '地址；没有时为空' }),
  login_name: Type.String(),
  mobile: Type.Optional(Type.String({ description: 'masked' })),
  must_change_password: Type.Optional(
    Type.Boolean({ description: '密码是别人设置的初始密码：先修改密码，其他接口才开放' }),
  ),
  vouched_for_by: Type.Optional(
    Type.String({ description: '由这个单位的登录方式登录：只能在这个单位内工作，整个账号的设置不开放' }),
  ),
  roles: Type.Array(Type.Object({ role_id: Type.Integer() })),
  orgs: Type.Array(
    Type.Object({
      org_id: Type.String(),
      org_name: Type.String(),
      org_type: Type.Integer(),
      edu_level: Type.Optional(Type.Integer()),
      account_expire_at: Type.Optional(Instant),
      visited_from: Type.Optional(Type.String({ description: '以哪个上级机构的身份进入了这所学校；不是自己的组织' })),
      org_roles: Type.Array(OrgRole),
    }),
  ),
  students: Type.Array(
    Type.Object({
      school_id: Type.String(),
      school_name: Type.String(),
      student_id: Type.String(),
      child_id: Type.String(),
      real_name: Type.String(),
      is_current: Type.Boolean(),
    }),
  ),
});
export type UserInfo = Type.Static<typeof UserInfo>;

export const userInfo = endpoint({
  name: 'account.user-info',
  method: 'GET',
  path: '/v1/users/info',
  summary: '当前用户、身份、组织与角色',
  access: account,
  withInitialPassword: true,
  whenVouchedFor: true,
  response: UserInfo,
});
