import * as Type from 'typebox/type';
import { Done, Instant, Text, listOf } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const area = 'security-setting';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 8192;
const CLAIM = '^[A-Za-z0-9_.:/-]{1,128}$';
const path = '/v1/portal/sign_in_providers';

/** Absent: the stored one stays. It never comes back in an answer. */
const secret = Type.Optional(Type.Union([Text(512), Type.Null()], { description: '不填则保持原来的' }));

const Wwork = {
  corp_id: Type.String({ pattern: '^[A-Za-z0-9_-]{4,64}$', description: '企业 ID' }),
  agent_id: Type.String({ pattern: '^[0-9]{1,16}$', description: '应用 AgentId' }),
};

/** Maximum number of values that give roles. */
export const CLAIM_VALUES_MAX = 50;

/** The values of one claim that give roles. Both are compared as they are, with upper and lower case. */
const RoleClaim = Type.Object(
  {
    claim: Type.String({ pattern: CLAIM, description: '哪个声明说明角色' }),
    values: Type.Array(
      Type.Object({ value: Text(128, 1), role_id: Type.Integer({ minimum: 1, maximum: 99 }) }, closed),
      { minItems: 1, maxItems: CLAIM_VALUES_MAX, description: '声明的哪个值给出哪个角色' },
    ),
  },
  closed,
);
export type RoleClaim = Type.Static<typeof RoleClaim>;

const Kind = Type.Union([Type.Literal('wwork'), Type.Literal('sso'), Type.Literal('wwork_suite')]);

const OwnProvider = Type.Object({
  kind: Kind,
  enabled: Type.Boolean(),
  settings: Type.Record(Type.String(), Type.String()),
  role_claim: Type.Union([RoleClaim, Type.Null()], { description: '没有声明给出角色时为空' }),
  has_secret: Type.Boolean(),
  updated_at: Instant,
  return_addresses: Type.Array(Type.String(), { description: '要在对方登记的回调地址' }),
});
export type OwnProvider = Type.Static<typeof OwnProvider>;

export const ownProviders = endpoint({
  name: 'third.own-providers',
  method: 'GET',
  path,
  summary: '本单位自己的登录方式（不含密钥）',
  access: may('open'),
  response: Type.Object({
    ...listOf(OwnProvider).properties,
    claimable: Type.Array(Type.Object({ role_id: Type.Integer(), role_name: Type.String() }), {
      description: '当前角色可以让声明给出的角色',
    }),
    suite_id: Type.String({ description: '本站的企业微信服务商应用；没有开通时为空' }),
  }),
});

export const putWwork = endpoint({
  name: 'third.put-wwork',
  method: 'PUT',
  path: `${path}/wwork`,
  summary: '设置本单位的企业微信登录',
  access: may('update'),
  verified: true,
  body: Type.Object({ enabled: Type.Boolean(), ...Wwork, secret }, closed),
  response: Done,
  bodyLimit,
});

const Sso = {
  issuer: Type.String({ pattern: '^https?://[^\\s?#@]+$', maxLength: 256, description: '认证服务的 issuer' }),
  client_id: Type.String({ pattern: '^[!-~]{1,128}$' }),
  login_claim: Type.String({ pattern: CLAIM, description: '哪个声明是登录名' }),
  // Names as RFC 6749 writes them, with a space between two.
  scopes: Type.Optional(
    Type.String({
      pattern: '^([!#-\\[\\]-~]+( [!#-\\[\\]-~]+)*)?$',
      maxLength: 256,
      description: '除 openid、profile 外还要请求的授权范围（scope），以空格分隔；不填则没有',
    }),
  ),
  title: Type.String({ minLength: 1, maxLength: 20, description: '登录页按钮的名称' }),
};

export const putSso = endpoint({
  name: 'third.put-sso',
  method: 'PUT',
  path: `${path}/sso`,
  summary: '设置本单位的统一身份认证（OpenID Connect）',
  access: may('update'),
  verified: true,
  body: Type.Object(
    {
      enabled: Type.Boolean(),
      ...Sso,
      role_claim: Type.Optional(Type.Union([RoleClaim, Type.Null()], { description: '不填则没有声明给出角色' })),
      secret,
    },
    closed,
  ),
  response: Done,
  bodyLimit: 32_768,
});

export const testSso = endpoint({
  name: 'third.test-sso',
  method: 'POST',
  path: `${path}/sso/test`,
  summary: '测试连接：读取认证服务的声明',
  access: may('update'),
  verified: true,
  body: Type.Object({ issuer: Sso.issuer }, closed),
  response: Type.Object({
    issuer: Type.String(),
    authorization_endpoint: Type.String(),
    pkce: Type.Boolean({ description: '声明支持 PKCE S256' }),
    sign_out: Type.Boolean({ description: '支持从这里退出' }),
  }),
  bodyLimit,
});

export const removeOwn = endpoint({
  name: 'third.remove-own-provider',
  method: 'DELETE',
  path: `${path}/:kind`,
  summary: '删除本单位的一种登录方式，由它登录的人随即退出',
  access: may('update'),
  verified: true,
  params: Type.Object({ kind: Kind }, closed),
  response: Done,
});
