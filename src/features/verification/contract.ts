import * as Type from 'typebox/type';
import { Done, Instant, PasswordDigest, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { SecondaryProof } from '../../platform/session/contract.ts';

const account = { auth: 'account' } as const;

export const checkPassword = endpoint({
  name: 'secondary.password',
  method: 'POST',
  path: '/v2/accounts/secondaries/password/check',
  summary: '二次验证：登录密码',
  access: account,
  whenVouchedFor: true,
  body: Type.Object({ password: PasswordDigest }, { additionalProperties: false }),
  response: SecondaryProof,
  bodyLimit: 4096,
});

export const checkSms = endpoint({
  name: 'secondary.sms',
  method: 'POST',
  path: '/v2/accounts/secondaries/sms/check',
  summary: '二次验证：短信验证码',
  access: account,
  whenVouchedFor: true,
  body: Type.Object({ code: Text(16, 1) }, { additionalProperties: false }),
  response: SecondaryProof,
  bodyLimit: 4096,
});

export const boundMobile = endpoint({
  name: 'account.mobile',
  method: 'GET',
  path: '/v2/accounts/mobile',
  summary: '绑定的手机号（部分隐藏）',
  access: account,
  whenVouchedFor: true,
  response: Type.Object({ mobile: Type.Optional(Type.String({ description: 'masked; absent where none is bound' })) }),
});

const authenticatorPath = '/v2/accounts/authenticator';

export const authenticatorStatus = endpoint({
  name: 'authenticator.status',
  method: 'GET',
  path: authenticatorPath,
  summary: '动态口令：是否已启用，当前角色是否必须使用',
  access: account,
  whenVouchedFor: true,
  response: Type.Object({
    enrolled: Type.Boolean(),
    required: Type.Boolean(),
    enrolled_at: Type.Optional(Instant),
    recovery_codes_left: Type.Integer(),
  }),
});

/** Needs the password itself, because a role that must use an authenticator has no other proof before its first one. */
export const proposeAuthenticator = endpoint({
  name: 'authenticator.propose',
  method: 'POST',
  path: `${authenticatorPath}/proposals`,
  summary: '动态口令：生成密钥，用登录密码确认本人',
  access: account,
  whenVouchedFor: true,
  body: Type.Object({ password: PasswordDigest }, { additionalProperties: false }),
  response: Type.Object({ secret: Type.String({ description: 'Base32' }), uri: Type.String() }),
  status: 201,
  bodyLimit: 4096,
});

/** Only this response contains the recovery codes. */
export const enrolAuthenticator = endpoint({
  name: 'authenticator.enrol',
  method: 'POST',
  path: authenticatorPath,
  summary: '动态口令：用第一个口令启用，恢复码只在这一次回答中出现',
  access: account,
  whenVouchedFor: true,
  body: Type.Object({ code: Text(16, 1) }, { additionalProperties: false }),
  response: Type.Intersect([SecondaryProof, Type.Object({ recovery_codes: Type.Array(Type.String()) })]),
  status: 201,
  bodyLimit: 4096,
});

export const removeAuthenticator = endpoint({
  name: 'authenticator.remove',
  method: 'DELETE',
  path: authenticatorPath,
  summary: '动态口令：停用',
  access: account,
  verified: true,
  response: Done,
});

export const checkAuthenticator = endpoint({
  name: 'secondary.authenticator',
  method: 'POST',
  path: '/v2/accounts/secondaries/authenticator/check',
  summary: '二次验证：动态口令或恢复码',
  access: account,
  whenVouchedFor: true,
  body: Type.Object({ code: Text(32, 1) }, { additionalProperties: false }),
  response: SecondaryProof,
  bodyLimit: 4096,
});
