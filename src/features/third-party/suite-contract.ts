import * as Type from 'typebox/type';
import { Done, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { Departure, Hash, Secret, State } from './trip-contract.ts';

const publicly = { auth: 'public' } as const;
const mayUpdate = { auth: 'org', area: 'security-setting', act: 'update' } as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 4096;
const CALLBACK = '/v2/oauth2/third/wwork_suite/callback';
const OWN = '/v1/portal/sign_in_providers/wwork_suite';

const proof = {
  msg_signature: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  timestamp: Type.String({ pattern: '^[0-9]{1,12}$' }),
  nonce: Text(64, 1),
};

/** WeCom verifies an address by a text that only the holder of the key can read. */
export const verifySuiteAddress = endpoint({
  name: 'third.verify-suite-address',
  method: 'GET',
  path: CALLBACK,
  summary: '企业微信服务商应用：验证回调地址',
  access: publicly,
  query: Type.Object({ ...proof, echostr: Text(4096, 1) }, closed),
  fromServers: true,
  kind: 'blob',
});

/**
 * Events of a suite in encrypted XML: tickets, and corporations that end or renew what they granted. Answers `success`,
 * as WeCom wants it. What is not believed is 400.
 */
export const suiteCallback = endpoint({
  name: 'third.suite-callback',
  method: 'POST',
  path: CALLBACK,
  summary: '企业微信服务商应用：接收指令回调',
  access: publicly,
  query: Type.Object(proof, closed),
  upload: 65_536,
  fromServers: true,
  kind: 'blob',
});

export const departToAuthorise = endpoint({
  name: 'third.depart-to-authorise',
  method: 'POST',
  path: `${OWN}/authorize`,
  summary: '企业微信服务商应用：取得企业授权页的地址',
  access: mayUpdate,
  verified: true,
  body: Type.Object({ browser_hash: Hash }, closed),
  response: Departure,
  bodyLimit,
});

/** One corporation belongs to one organisation, and an organisation has one corporation. */
export const linkCorporation = endpoint({
  name: 'third.link-corporation',
  method: 'POST',
  path: OWN,
  summary: '企业微信服务商应用：企业授权后与本单位关联',
  access: mayUpdate,
  verified: true,
  body: Type.Object({ auth_code: Text(512, 1), state: State, browser: Secret }, closed),
  response: Done,
  bodyLimit,
});
