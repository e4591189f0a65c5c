import { createHash } from 'node:crypto';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { tokenHash } from '../../identity/server/tokens.ts';
import { callProvider, displayName, providerRefused, textIn, withQuery, type ProviderAnswer } from './call-provider.ts';
import type { OutsideProvider } from './outside.ts';

const NAME = '企业微信';
/** `errcode` of a code that is wrong, used or expired (WeCom, global return codes). */
const BAD_CODES: ReadonlySet<string> = new Set(['40029', '42003', '41008']);
/** `errcode` of an access token that is wrong or expired. */
const STALE: ReadonlySet<string> = new Set(['40014', '42001']);
/** The provider's own lifetime minus this, so that nothing is used in its last minutes. */
const MARGIN_S = 300;

/** An app that a WeCom corporation made for itself. */
export interface CorpApp {
  corpId: string;
  agentId: string;
  secret: string;
}

type Parts = Pick<Services, 'state' | 'cipher' | 'outside'>;
/** `config`: the ticket of the corporation (`wx.config`). `agent_config`: that of the app (`wx.agentConfig`). */
export type TicketKind = 'config' | 'agent_config';

/** The calls of one app, with its access token and tickets kept for all processes until shortly before they expire. */
export function wworkCalls({ state, cipher, outside: { hosts, timeoutMs } }: Parts, app: CorpApp) {
  const own = tokenHash(`${app.corpId}\n${app.agentId}\n${app.secret}`);
  const call = (path: string, query: Record<string, string>) =>
    callProvider({ name: NAME, timeoutMs }, `${hosts.wworkApi}${path}`, query);

  const succeeded = (answer: ProviderAnswer): ProviderAnswer => {
    const code = textIn(answer, 'errcode');
    if (code === '0') return answer;
    if (BAD_CODES.has(code)) throw new AppError('AC_THIRD_CODE_INVALID');
    throw providerRefused(NAME, `errcode ${code}`);
  };

  /** A value that the provider gives for a time, encrypted in the shared state. */
  async function kept(what: string, field: string, fetch: () => Promise<ProviderAnswer>): Promise<string> {
    const key = `outside:wwork:${what}:${own}`;
    const held = await state.get(key);
    if (held !== undefined) return cipher.decrypt(key, held);
    const answer = succeeded(await fetch());
    const value = textIn(answer, field);
    const seconds = Number(answer['expires_in']) - MARGIN_S;
    if (value === '') throw providerRefused(NAME, `no ${field}`);
    if (seconds > 0) await state.set(key, cipher.encrypt(key, value), seconds * 1000);
    return value;
  }

  const accessToken = () =>
    kept('token', 'access_token', () => call('/cgi-bin/gettoken', { corpid: app.corpId, corpsecret: app.secret }));

  /** A call with the access token, repeated once with a new one where it was refused. */
  async function authorised(path: string, query: Record<string, string>): Promise<ProviderAnswer> {
    const answer = await call(path, { access_token: await accessToken(), ...query });
    if (!STALE.has(textIn(answer, 'errcode'))) return succeeded(answer);
    await state.forget(`outside:wwork:token:${own}`);
    return succeeded(await call(path, { access_token: await accessToken(), ...query }));
  }

  return {
    authorised,
    ticket: (kind: TicketKind) =>
      kept(kind, 'ticket', () =>
        kind === 'config'
          ? authorised('/cgi-bin/get_jsapi_ticket', {})
          : authorised('/cgi-bin/ticket/get', { type: 'agent_config' }),
      ),
  };
}

/** Sign-in by the app of a WeCom corporation, in a browser by QR code and inside WeCom. */
export function wwork(parts: Parts, app: CorpApp): OutsideProvider {
  const { hosts } = parts.outside;
  const { authorised } = wworkCalls(parts, app);
  return {
    ways: ['qr', 'in_app'],
    async depart({ way, state, redirectUri }) {
      const { corpId: appid, agentId: agentid } = app;
      const query = { appid, agentid, redirect_uri: redirectUri, state };
      if (way === 'qr')
        return {
          url: withQuery(`${hosts.wworkPages}/wwlogin/sso/login`, { login_type: 'CorpApp', ...query }),
          kept: {},
        };
      const inside = { ...query, response_type: 'code', scope: 'snsapi_base' };
      return { url: `${withQuery(`${hosts.wechatPages}/connect/oauth2/authorize`, inside)}#wechat_redirect`, kept: {} };
    },
    async identify({ code }) {
      const found = await authorised('/cgi-bin/auth/getuserinfo', { code });
      // Documents name it `userid`, older answers `UserId`. People outside the corporation have an `openid` only.
      const userid = textIn(found, 'userid') || textIn(found, 'UserId');
      if (userid === '')
        throw new AppError('AC_FORBIDDEN', { message: '您不是这家单位企业微信的成员，请用其他方式登录' });
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
