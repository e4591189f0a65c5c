import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { ASSERTION_TYPE, DAYS_MAX, NETWORKS_MAX, OVERLAP_HOURS, SYSTEM_ACTS, type SystemAct } from './rules.ts';

const area = 'service-account';
const closed = { additionalProperties: false } as const;
const bodyLimit = 16_384;

const Act = Type.Unsafe<SystemAct>({ type: 'string', enum: [...SYSTEM_ACTS] });
const Overlap = Type.Unsafe<(typeof OVERLAP_HOURS)[number]>({ type: 'integer', enum: [...OVERLAP_HOURS] });
const Right = Type.Object({ area: Text(64, 1), act: Act }, closed);
export type Right = Type.Static<typeof Right>;

const Key = Type.Object(
  {
    key_id: Type.String({ description: '公钥的指纹（RFC 7638）' }),
    kind: Type.Union([Type.Literal('Ed25519'), Type.Literal('P-256')]),
  },
  { description: '账号现在用私钥签名登录时，它的公钥' },
);
const TypedKey = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 2000,
    description: '对接系统的公钥（PEM 或 JWK，Ed25519 或 ECDSA P-256）；不写则由平台生成密钥',
  }),
);

const ServiceAccount = Type.Object({
  service_id: Id,
  name: Type.String(),
  client_id: Type.String(),
  rights: Type.Array(Right),
  networks: Type.Array(Type.String()),
  expires_at: Instant,
  created_at: Instant,
  created_by: Type.String(),
  responsible: Type.String({ description: '负责人：建立账号的人，或最近更换密钥的人' }),
  state: Type.Union([
    Type.Literal('active'),
    Type.Literal('suspended', { description: '失效：负责人已停用，或不再有这些权限；更换密钥即接管' }),
    Type.Literal('expired'),
    Type.Literal('revoked'),
  ]),
  lost: Type.Array(Right, { description: '负责人现在没有、因此不起作用的权限' }),
  public_key: Type.Optional(Key),
  former_secret_until: Type.Optional(Instant),
  last_used_at: Type.Optional(Instant),
  last_address: Type.Optional(Type.String()),
});
export type ServiceAccount = Type.Static<typeof ServiceAccount>;

export const serviceAccounts = endpoint({
  name: 'service-account.list',
  method: 'GET',
  path: '/v1/portal/service_accounts',
  summary: '系统账号：对接系统使用的账号，和可以授予的权限',
  access: { auth: 'org', area, act: 'open' },
  response: Type.Object({
    ...listOf(ServiceAccount).properties,
    grantable: Type.Array(Right, { description: '当前角色可以授予的权限' }),
  }),
});

const Secret = Type.Object({
  service_id: Id,
  client_id: Type.String(),
  client_secret: Type.Optional(Type.String({ description: '只在这一次回答中出现；用公钥时没有' })),
  public_key: Type.Optional(Key),
  expires_at: Instant,
});
export type Secret = Type.Static<typeof Secret>;

export const createServiceAccount = endpoint({
  name: 'service-account.create',
  method: 'POST',
  path: '/v1/portal/service_accounts',
  summary: '建立系统账号，用平台生成的密钥（只在这一次回答中出现）或对接系统的公钥',
  access: { auth: 'org', area, act: 'create' },
  verified: true,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 40, pattern: '^\\S(.*\\S)?$' }),
      rights: Type.Array(Right, { minItems: 1, maxItems: 60 }),
      networks: Type.Array(Text(64, 1), { maxItems: NETWORKS_MAX, description: 'IPv4、IPv6 地址或 CIDR；空为不限' }),
      valid_days: Type.Integer({ minimum: 1, maximum: DAYS_MAX }),
      public_key: TypedKey,
    },
    closed,
  ),
  response: Secret,
  status: 201,
  bodyLimit,
});

export const rotateSecret = endpoint({
  name: 'service-account.rotate',
  method: 'POST',
  path: '/v1/portal/service_accounts/:id/rotate',
  summary: '更换系统账号的密钥或公钥并成为负责人，原密钥在重叠时间内仍然有效；失效的账号不能重叠',
  access: { auth: 'org', area, act: 'update' },
  verified: true,
  params: idParam('id'),
  body: Type.Object({ overlap_hours: Overlap, public_key: TypedKey }, closed),
  response: Secret,
  bodyLimit,
});

export const revokeServiceAccount = endpoint({
  name: 'service-account.revoke',
  method: 'POST',
  path: '/v1/portal/service_accounts/:id/revoke',
  summary: '停用系统账号，立即生效，不能恢复',
  access: { auth: 'org', area, act: 'revoke' },
  params: idParam('id'),
  response: Done,
});

/**
 * Client credentials grant (RFC 6749 §4.4) in the envelope of this API. The token signs calls like one of a person,
 * with an empty role id; there is no refresh token. In place of the secret an account with a public key sends a JWT
 * that its private key has signed (RFC 7523 §2.2).
 */
export const serviceSignIn = endpoint({
  name: 'service-account.sign-in',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/service_sign_in',
  summary: '系统账号用密钥，或用私钥签名的 JWT，换取访问令牌（OAuth 2.0 client credentials）',
  access: { auth: 'public' },
  body: Type.Object(
    {
      grant_type: Type.Literal('client_credentials'),
      client_id: Text(130, 3),
      client_secret: Type.Optional(Text(128, 1)),
      client_assertion_type: Type.Optional(Type.Literal(ASSERTION_TYPE)),
      client_assertion: Type.Optional(Text(4000, 1)),
    },
    closed,
  ),
  response: Type.Object({
    token_type: Type.Literal('MAC'),
    user_id: Type.String(),
    access_token: Type.String(),
    code: Type.String({ description: 'signing secret of the session' }),
    expires_in: Type.Integer(),
    server_time: Type.Integer(),
    org_id: Type.String(),
    org_type: Type.Integer(),
  }),
  bodyLimit: 8192,
});
