import * as Type from 'typebox/type';
import { Done, Id, Instant, Text, idParam, listOf, spare } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { TokenPair } from '../../platform/identity/contract.ts';
import { Departure, Hash, Secret, State } from './trip-contract.ts';

const publicly = { auth: 'public' } as const;
const account = { auth: 'account' } as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 4096;

const literals = <const T extends readonly string[]>(names: T) =>
  Type.Unsafe<T[number]>(Type.Union(names.map((name) => Type.Literal(name))));

/** `plat_source`: WeChat, QQ, WeCom of the organisation, and the organisation's own identity server. */
export const Provider = literals(['wechat', 'qq', 'wwork', 'sso']);
/** Providers that a person may bind; `sso` finds accounts by their login name. */
export const Bindable = literals(['wechat', 'qq', 'wwork']);
const Way = literals(['qr', 'in_app']);
const tenant = Type.Optional(Type.Union([Id, Type.Literal(''), Type.Null()], { description: '单位 org_id' }));

/** What came back with the browser: exactly once, to the browser that went out. */
const returned = {
  state: State,
  browser: Secret,
  iss: Type.Optional(Text(512)),
};

export const providers = endpoint({
  name: 'third.providers',
  method: 'GET',
  path: '/v2/oauth2/third/providers',
  summary: '这个站点开通了哪些第三方登录',
  access: publicly,
  query: Type.Object({ tenant }, closed),
  response: listOf(
    Type.Object({
      plat_source: Provider,
      ways: Type.Array(Way),
      title: Type.String({ description: '单位自己的登录方式的名称；其他为空' }),
      tenant: Type.String({ description: '单位自己的登录方式属于哪个单位；平台的为空' }),
      suite_id: Type.String({ description: '企业微信服务商应用的 ID；其他为空' }),
    }),
  ),
});

export const depart = endpoint({
  name: 'third.depart',
  method: 'POST',
  path: '/v2/oauth2/third/authorize',
  summary: '第三方登录：取得授权页地址',
  access: publicly,
  body: Type.Object({ plat_source: Provider, way: Way, browser_hash: Hash, tenant, suite_id: spare(64) }, closed),
  response: Departure,
  bodyLimit,
});

/** Binding begins with the second proof, so that nobody at an unlocked computer binds a way in of their own. */
export const departToBind = endpoint({
  name: 'third.depart-to-bind',
  method: 'POST',
  path: '/v2/accounts/actions/third_authorize',
  summary: '绑定第三方账号：取得授权页地址',
  access: account,
  verified: true,
  body: Type.Object({ plat_source: Bindable, way: Way, browser_hash: Hash, tenant }, closed),
  response: Departure,
  bodyLimit,
});

/** Answers like every sign-in. `AC_THIRD_ACCOUNT_NOT_EXIST`: the browser may bind the identity with `third_bind`. */
export const thirdSignIn = endpoint({
  name: 'third.sign-in',
  method: 'POST',
  path: '/v2/oauth2/tokens/actions/third_sign_in',
  summary: '第三方登录：微信、QQ、单位的统一身份认证',
  access: publicly,
  body: Type.Object(
    {
      plat_source: Provider,
      code: Text(2048, 1),
      // Absent only from clients that never went out; they are refused, after what is not configured.
      state: Type.Optional(returned.state),
      browser: Type.Optional(returned.browser),
      iss: returned.iss,
      suite_id: spare(64),
      tenant,
      device_id: spare(64),
    },
    closed,
  ),
  response: TokenPair,
  bodyLimit,
});

export const corporateSignIn = endpoint({
  name: 'third.corporate-sign-in',
  method: 'POST',
  path: '/v2/oauth2/wechat_biz/third',
  summary: '企业微信登录；有 suite_id 时由服务商应用',
  access: publicly,
  query: Type.Object({ code: Text(2048, 1), suite_id: Type.Optional(Text(64)) }, closed),
  body: Type.Object({ ...returned, tenant, device_id: spare(64) }, closed),
  response: TokenPair,
  bodyLimit,
});

export const pendingIdentity = endpoint({
  name: 'third.pending',
  method: 'POST',
  path: '/v2/oauth2/third/pending',
  summary: '第三方登录：等待绑定的账号叫什么',
  access: publicly,
  body: Type.Object({ browser: Secret }, closed),
  response: Type.Object({ plat_source: Bindable, display_name: Type.String() }),
  bodyLimit,
});

export const thirdParties = endpoint({
  name: 'third.bindings',
  method: 'GET',
  path: '/v2/accounts/users/third_party',
  summary: '第三方登录的绑定情况',
  access: account,
  query: Type.Object({ tenant }, closed),
  response: Type.Object({
    platforms: Type.Array(Bindable, { description: '可以绑定的' }),
    total: Type.Integer(),
    items: Type.Array(Type.Object({ plat_source: Bindable, display_name: Type.String(), bound_at: Instant })),
  }),
});

/** With `code`: what came back after `third_authorize`. Without: the identity that signed in and was not bound. */
export const bindThird = endpoint({
  name: 'third.bind',
  method: 'POST',
  path: '/v2/accounts/actions/third_bind',
  summary: '绑定第三方账号',
  access: account,
  verified: true,
  body: Type.Object(
    {
      plat_source: Bindable,
      code: Type.Optional(Text(2048, 1)),
      state: Type.Optional(State),
      browser: Secret,
      tenant,
    },
    closed,
  ),
  response: Done,
  bodyLimit,
});

export const unbindThird = endpoint({
  name: 'third.unbind',
  method: 'POST',
  path: '/v2/accounts/actions/third_unbind',
  summary: '解绑第三方账号',
  access: account,
  verified: true,
  body: Type.Object({ plat_source: Bindable, tenant }, closed),
  response: Done,
  bodyLimit,
});

/** Before the portal's own sign-out, after a sign-in through an identity server. */
export const ssoSignOut = endpoint({
  name: 'third.sso-sign-out',
  method: 'POST',
  path: '/v2/accounts/actions/third_sign_out',
  summary: '统一身份认证：取得退出地址',
  access: account,
  whenVouchedFor: true,
  response: Type.Object({ url: Type.String({ description: '没有要退出的时为空' }) }),
  bodyLimit,
});

/**
 * OpenID Connect Back-Channel Logout 1.0: the identity server sends a form with `logout_token`. A token that is not
 * believed is 400.
 */
export const ssoBackchannelLogout = endpoint({
  name: 'third.sso-backchannel-logout',
  method: 'POST',
  path: '/v2/oauth2/third/sso/:org_id/backchannel_logout',
  summary: '统一身份认证的后端通知：有人在那里退出，由它登录的会话随即结束',
  access: publicly,
  params: idParam('org_id'),
  upload: 16_384,
  fromServers: true,
  response: Done,
});

const page = Type.Object({ url: Text(2048, 1), tenant }, closed);
const Signature = Type.Object({
  corp_id: Type.String(),
  agent_id: Type.Optional(Type.String()),
  timestamp: Type.Integer({ description: '秒' }),
  nonce_str: Type.String(),
  signature: Type.String(),
});

/** For `wx.config`: the ticket of the corporation. */
export const corpSignature = endpoint({
  name: 'third.corp-signature',
  method: 'GET',
  path: '/v1/wechat/biz/corp/signature',
  summary: '企业微信 JS-SDK 签名（wx.config），只用于本站的页面',
  access: publicly,
  query: page,
  response: Signature,
});

/** For `wx.agentConfig`: the ticket of the app, which may be that of a suite at the corporation of the organisation. */
export const suiteSignature = endpoint({
  name: 'third.suite-signature',
  method: 'GET',
  path: '/v1/wechat/biz/suite/signature',
  summary: '企业微信 JS-SDK 应用签名（wx.agentConfig），只用于本站的页面',
  access: publicly,
  query: page,
  response: Signature,
});
