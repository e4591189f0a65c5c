import * as Type from 'typebox/type';
import { PasswordDigest, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { SecondaryProof } from '../../platform/session/contract.ts';

const account = { auth: 'account' } as const;

export const checkPassword = endpoint({
  name: 'secondary.password',
  method: 'POST',
  path: '/v2/accounts/secondaries/password/check',
  summary: '二次验证：登录密码',
  access: account,
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
  response: Type.Object({ mobile: Type.Optional(Type.String({ description: 'masked; absent where none is bound' })) }),
});
