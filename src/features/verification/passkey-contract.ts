import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, spare, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { TokenPair } from '../../platform/identity/contract.ts';
import { SecondaryProof } from '../../platform/session/contract.ts';
import { PASSKEY_NAME_MAX } from './rules.ts';

const account = { auth: 'account' } as const;
const publicly = { auth: 'public' } as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 32_768;
const path = '/v2/accounts/passkeys';

const Base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const CredentialId = Base64url(1400);
const Transports = Type.Array(Text(20), { maxItems: 8 });
const Name = Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX, pattern: '^\\S(.*\\S)?$' });

const Attestation = Type.Object(
  { id: CredentialId, client_data: Base64url(4096), attestation: Base64url(16_384), transports: Transports },
  closed,
);
const Assertion = Type.Object(
  {
    id: CredentialId,
    client_data: Base64url(4096),
    authenticator_data: Base64url(4096),
    signature: Base64url(2048),
    user_handle: spare(128),
  },
  closed,
);
export type Assertion = Type.Static<typeof Assertion>;
export type Attestation = Type.Static<typeof Attestation>;

const Passkey = Type.Object({
  passkey_id: Id,
  name: Type.String(),
  host: Type.String({ description: '只能在这个域名下使用' }),
  is_here: Type.Boolean({ description: '当前域名下可用' }),
  created_at: Instant,
  last_used_at: Type.Optional(Instant),
});
export type Passkey = Type.Static<typeof Passkey>;

export const passkeys = endpoint({
  name: 'passkey.list',
  method: 'GET',
  path,
  summary: '自己的通行密钥',
  access: account,
  whenVouchedFor: true,
  response: listOf(Passkey),
});

const Credential = Type.Object({ id: Type.String(), transports: Type.Array(Type.String()) });

/** What a browser needs to create a passkey (WebAuthn, all binary values in Base64url). */
export const proposePasskey = endpoint({
  name: 'passkey.propose',
  method: 'POST',
  path: `${path}/proposals`,
  summary: '添加通行密钥：取得质询，五分钟内有效，只能用一次',
  access: account,
  verified: true,
  response: Type.Object({
    challenge: Type.String(),
    rp_id: Type.String(),
    user_handle: Type.String(),
    algorithms: Type.Array(Type.Integer()),
    exclude: Type.Array(Credential),
  }),
  status: 201,
});

export const enrolPasskey = endpoint({
  name: 'passkey.enrol',
  method: 'POST',
  path,
  summary: '添加通行密钥',
  access: account,
  verified: true,
  body: Type.Object({ name: Name, credential: Attestation }, closed),
  response: Type.Object({ passkey_id: Id }),
  status: 201,
  bodyLimit,
});

export const renamePasskey = endpoint({
  name: 'passkey.rename',
  method: 'PUT',
  path: `${path}/:id`,
  summary: '修改通行密钥的名称',
  access: account,
  params: idParam('id'),
  body: Type.Object({ name: Name }, closed),
  response: Done,
});

export const removePasskey = endpoint({
  name: 'passkey.remove',
  method: 'DELETE',
  path: `${path}/:id`,
  summary: '删除通行密钥，立即不能再用',
  access: account,
  verified: true,
  params: idParam('id'),
  response: Done,
});

const Challenge = Type.Object({
  challenge: Type.String(),
  rp_id: Type.String(),
  allow: Type.Array(Credential, { description: '可以使用的通行密钥；空为任一' }),
});

export const proofChallenge = endpoint({
  name: 'secondary.passkey-challenge',
  method: 'POST',
  path: '/v2/accounts/secondaries/passkey/challenges',
  summary: '二次验证：通行密钥的质询',
  access: account,
  whenVouchedFor: true,
  response: Challenge,
  status: 201,
});

export const checkPasskey = endpoint({
  name: 'secondary.passkey',
  method: 'POST',
  path: '/v2/accounts/secondaries/passkey/check',
  summary: '二次验证：通行密钥',
  access: account,
  whenVouchedFor: true,
  body: Type.Object({ credential: Assertion }, closed),
  response: SecondaryProof,
  bodyLimit,
});

export const signInChallenge = endpoint({
  name: 'passkey.sign-in-challenge',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/passkey_challenge',
  summary: '用通行密钥登录：质询',
  access: publicly,
  response: Type.Object({
    attempt: Type.String({ description: '这一次登录的编号，和回答一起送回' }),
    challenge: Type.String(),
    rp_id: Type.String(),
  }),
  status: 201,
});

export const signInByPasskey = endpoint({
  name: 'passkey.sign-in',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/passkey_sign_in',
  summary: '用通行密钥登录',
  access: publicly,
  body: Type.Object({ attempt: Text(128, 1), credential: Assertion, device_id: spare(64) }, closed),
  response: TokenPair,
  bodyLimit,
});
