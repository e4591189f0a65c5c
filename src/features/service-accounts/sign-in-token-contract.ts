import * as Type from 'typebox/type';
import { Id, Instant, Text, spare } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { TokenPair } from '../../platform/identity/contract.ts';

const publicly = { auth: 'public' } as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 4096;

/** As the portal gave it; other texts are refused as unknown, with the same words. */
const TokenKey = Text(128, 1);

/**
 * A system vouches for one person of the staff of its organisation, who opens the portal with `?token_key=` in the
 * address (`spec §2`, guard rule 2).
 */
export const issueSignInToken = endpoint({
  name: 'sign-in-token.issue',
  method: 'POST',
  path: '/v1/portal/service_accounts/sign_in_tokens',
  summary: '系统账号：为本单位的一位教职工取得一次性登录令牌，一分钟内有效，只能用一次',
  access: { auth: 'org', area: 'sign-in-token', act: 'create' },
  body: Type.Object(
    {
      user_id: Type.Optional(Id),
      login_name: Type.Optional(Text(64, 1)),
    },
    { ...closed, description: '教职工的 user_id 或登录名，二者填一' },
  ),
  response: Type.Object({
    token_key: Type.String({ description: '放在平台任一页面地址的参数 token_key 中，由本人的浏览器打开' }),
    origin: Type.String({ description: '只在这个网址下有效' }),
    expires_at: Instant,
  }),
  bodyLimit,
});

export const lookAtSignInToken = endpoint({
  name: 'sign-in-token.look',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/token_key_holder',
  summary: '一次性登录令牌：是谁的（不使用它）',
  access: publicly,
  body: Type.Object({ token_key: TokenKey }, closed),
  response: Type.Object({ user_id: Type.String(), real_name: Type.String(), org_name: Type.String() }),
  bodyLimit,
});

export const exchangeSignInToken = endpoint({
  name: 'sign-in-token.exchange',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/token_key_sign_in',
  summary: '用一次性登录令牌登录，登录只在签发它的单位有效',
  access: publicly,
  body: Type.Object({ token_key: TokenKey, device_id: spare(64) }, closed),
  response: TokenPair,
  bodyLimit,
});
