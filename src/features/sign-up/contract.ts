import * as Type from 'typebox/type';
import { Instant, Mobile, PasswordDigest, spare, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { TokenPair } from '../../platform/identity/contract.ts';

const publicly = { auth: 'public' } as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 4096;

/** The answer does not depend on whether anything is prepared for the number. */
export const sendSignUpCode = endpoint({
  name: 'sign-up.send-code',
  method: 'POST',
  path: '/v2/oauth2/mobile/sign_up/code',
  summary: '手机号开通账号：发送短信验证码（不说明学校是否登记了这个号码）',
  access: publicly,
  body: Type.Object({ mobile: Mobile, session_id: spare(64), verification_code: spare(16), tenant: spare(64) }, closed),
  response: Type.Object({
    resend_after: Type.Integer({ description: '秒' }),
    outbox: Type.Optional(Type.String({ description: '演示方式：短信不发出，可在这个地址查看' })),
  }),
  bodyLimit,
});

export const checkSignUpCode = endpoint({
  name: 'sign-up.check-code',
  method: 'POST',
  path: '/v2/oauth2/mobile/sign_up/check',
  summary: '手机号开通账号：校验短信验证码，换取设置密码的凭证',
  access: publicly,
  body: Type.Object({ mobile: Mobile, code: Text(16, 1), tenant: spare(64) }, closed),
  response: Type.Object({
    sms_token: Type.String(),
    expires_at: Instant,
    orgs: Type.Array(Type.Object({ org_name: Type.String(), identity: Type.Integer() }), {
      description: '将在哪些单位、以什么身份开通',
    }),
  }),
  bodyLimit,
});

export const mobileSignUp = endpoint({
  name: 'sign-up.sign-up',
  method: 'POST',
  path: '/v2/oauth2/mobile/sign_up',
  summary: '手机号开通账号：设置密码并登录',
  access: publicly,
  body: Type.Object(
    { mobile: Mobile, sms_token: Text(64, 1), password: PasswordDigest, tenant: spare(64), device_id: spare(64) },
    closed,
  ),
  response: TokenPair,
  bodyLimit,
});
