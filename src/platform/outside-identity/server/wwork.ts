import { createHash } from 'node:crypto';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { tokenHash } from '../../identity/server/tokens.ts';
import { callProvider, displayName, textIn, withQuery, type ProviderAnswer } from './call-provider.ts';
import type { OutsideProvider } from './outside.ts';
import { keptValue, withToken, WWORK } from './wwork-answers.ts';

/** `errcode` of an access token that is wrong or expired. */
const STALE: ReadonlySet<string> = new Set(['40014', '42001']);

/** An app that a WeCom corporation made for itself. */
export interface CorpApp {
  corpId: string;
  agentId: string;
  secret: string;
}

type Parts = Pick<Services, 'state' | 'cipher' | 'outside'>;
/** `config`: the ticket of the corporation (`wx.config`). `agent_config`: that of the app (`wx.agentConfig`). */
export type TicketKind = 'config' | 'agent_config';

/** What gives access to a corporation: the secret of its own app, or what it granted to a suite. */
export interface CorpAccess {
  corpId: string;
  agentId: string;
  /** Another one for each app and secret. */
  key: string;
  /** Fetches an access token. */
  fetchToken: () => Promise<ProviderAnswer>;
}

/** Access by the secret of a corporation's own app. */
export const accessOfApp = ({ outside: { hosts, timeoutMs } }: Parts, app: CorpApp): CorpAccess => ({
  corpId: app.corpId,
  agentId: app.agentId,
  key: tokenHash(`${app.corpId}\n${app.agentId}\n${app.secret}`),
  fetchToken: () =>
    callProvider({ name: WWORK, timeoutMs }, `${hosts.wworkApi}/cgi-bin/gettoken`, {
      corpid: app.corpId,
      corpsecret: app.secret,
    }),
});

/** The calls of one app, with its access token and tickets kept for all processes until shortly before they expire. */
export function wworkCalls(parts: Parts, access: CorpAccess) {
  const { hosts, timeoutMs } = parts.outside;
  const keyOf = (what: string) => `outside:wwork:${what}:${access.key}`;
  const token = {
    get: () => keptValue(parts, keyOf('token'), 'access_token', access.fetchToken),
    forget: () => parts.state.forget(keyOf('token')),
  };
  const authorised = (path: string, query: Record<string, string>): Promise<ProviderAnswer> =>
    withToken(STALE, token, (access_token) =>
      callProvider({ name: WWORK, timeoutMs }, `${hosts.wworkApi}${path}`, { access_token, ...query }),
    );
  return {
    authorised,
    ticket: (kind: TicketKind) =>
      keptValue(parts, keyOf(kind), 'ticket', () =>
        kind === 'config'
          ? authorised('/cgi-bin/get_jsapi_ticket', {})
          : authorised('/cgi-bin/ticket/get', { type: 'agent_config' }),
      ),
  };
}

/** The page on which a person agrees inside WeCom. */
export const agreeInside = (parts: Pick<Services, 'outside'>, query: Record<string, string>): string => {
  const inside = { ...query, response_type: 'code', scope: 'snsapi_base' };
  return `${withQuery(`${parts.outside.hosts.wechatPages}/connect/oauth2/authorize`, inside)}#wechat_redirect`;
};

export const notAMember = (): AppError =>
  new AppError('AC_FORBIDDEN', { message: '您不是这家单位企业微信的成员，请用其他方式登录' });

/** Sign-in by the app of a WeCom corporation, in a browser by QR code and inside WeCom. */
export function wwork(parts: Parts, app: CorpApp): OutsideProvider {
  const { hosts } = parts.outside;
  const { authorised } = wworkCalls(parts, accessOfApp(parts, app));
  return {
    ways: ['qr', 'in_app'],
    async depart({ way, state, redirectUri }) {
      const { corpId: appid, agentId: agentid } = app;
      const query = { appid, agentid, redirect_uri: redirectUri, state };
      if (way === 'in_app') return { url: agreeInside(parts, query), kept: {} };
      return {
        url: withQuery(`${hosts.wworkPages}/wwlogin/sso/login`, { login_type: 'CorpApp', ...query }),
        kept: {},
      };
    },
    async identify({ code }) {
      const found = await authorised('/cgi-bin/auth/getuserinfo', { code });
      // Documents name it `userid`, older answers `UserId`. People outside the corporation have an `openid` only.
      const userid = textIn(found, 'userid') || textIn(found, 'UserId');
      if (userid === '') throw notAMember();
      const user = await authorised('/cgi-bin/user/get', { userid });
      return {
        provider: 'wwork',
        subject: `${app.corpId}:${userid.toLowerCase()}`,
        name: displayName(textIn(user, 'name')) || displayName(userid),
      };
    },
  };
}

/** Signature of a page for the JS-SDK: SHA-1 over its sorted parameters, as both WeChat and WeCom publish it. */
export const pageSignature = (page: { ticket: string; nonce: string; timestamp: number; url: string }): string =>
  createHash('sha1')
    .update(`jsapi_ticket=${page.ticket}&noncestr=${page.nonce}&timestamp=${page.timestamp}&url=${page.url}`)
    .digest('hex');
