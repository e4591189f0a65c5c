import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OutsideSettings } from '../../../../src/platform/outside-identity/server/outside.ts';
import { FakeSuite } from './fake-suite.ts';

type Query = Readonly<Record<string, string>>;
/** How the server misbehaves. */
export type Fault = 'hangs' | 'huge' | 'html' | 'redirects';

const APPS = {
  wechatWeb: { id: 'wxweb00000000001', secret: 'secret-of-the-website-app' },
  wechatAccount: { id: 'wxmp000000000002', secret: 'secret-of-the-account' },
  qq: { id: '101000001', secret: 'key-of-the-qq-app' },
};
export const CORP = { corp_id: 'wwcorp0001', agent_id: '1000002', secret: 'secret-of-the-corp-app' };

async function bodyOf(request: http.IncomingMessage): Promise<Record<string, string>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return parts.length === 0 ? {} : (JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, string>);
}

/**
 * WeChat, QQ and WeCom as their documents describe them: a code serves once, for one app, and secrets are compared.
 * `grant` stands for a person who agreed on the provider's page.
 */
export class FakeProviders {
  fault: Fault | undefined;
  readonly calls: string[] = [];
  tokensGiven = 0;
  #codes = new Map<string, { app: string; person: string; redirect_uri?: string }>();
  #tokens = new Map<string, { app: string; person: string }>();
  /** WeCom access tokens that are good now. */
  corpTokens = new Set<string>();
  readonly suite = new FakeSuite(() => this.#corpToken());
  #server = http.createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<FakeProviders> {
    const fake = new FakeProviders();
    await new Promise<void>((listening) => void fake.#server.listen(0, '127.0.0.1', listening));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  settings(change: Partial<OutsideSettings> = {}): OutsideSettings {
    const { url } = this;
    return {
      ...APPS,
      hosts: { wechatPages: url, wechatApi: url, qq: url, wworkPages: url, wworkApi: url, wworkInstall: url },
      internalAddresses: true,
      timeoutMs: 400,
      ...change,
    };
  }

  /** The code that a person brings back from the page at this address. */
  grant(address: string, person: string): { code: string; state: string } {
    const { searchParams: query } = new URL(address);
    const code = randomBytes(8).toString('hex');
    const app = query.get('appid') ?? query.get('client_id') ?? '';
    this.#codes.set(code, { app, person, redirect_uri: query.get('redirect_uri') ?? '' });
    return { code, state: query.get('state') ?? '' };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => void this.#server.close(() => closed()));
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    this.calls.push(pathname);
    if (this.fault === 'hangs') return;
    if (this.fault === 'redirects') return void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    if (this.fault === 'html') return void response.end('<html>502</html>');
    if (this.fault === 'huge') {
      response.setHeader('content-type', 'application/json');
      const chunk = Buffer.alloc(1 << 20, ' ');
      for (let sent = 0; sent < 100 && !response.destroyed; sent++)
        await new Promise<void>((next) => void response.write(chunk, () => next()));
      return void response.end('{}');
    }
    const query = Object.fromEntries(searchParams);
    const ofSuite = this.suite.routes[pathname];
    const answer = (ofSuite ? ofSuite(query, await bodyOf(request)) : this.#routes[pathname]?.(query)) ?? {
      errcode: 40066,
      errmsg: 'no url',
    };
    // WeChat sends JSON as text.
    response.setHeader('content-type', 'text/plain').end(JSON.stringify(answer));
  }

  #corpToken(): string {
    const token = randomBytes(8).toString('hex');
    this.corpTokens.add(token);
    return token;
  }

  #take(code: string | undefined, app: string | undefined) {
    const found = this.#codes.get(code ?? '');
    if (!found || found.app !== app) return undefined;
    this.#codes.delete(code ?? '');
    return found;
  }

  #tokenFor(person: string, app: string): string {
    const token = randomBytes(8).toString('hex');
    this.#tokens.set(token, { app, person });
    return token;
  }

  readonly #routes: Record<string, (query: Query) => object> = {
    '/sns/oauth2/access_token': ({ appid, secret, code, grant_type }) => {
      const app = [APPS.wechatWeb, APPS.wechatAccount].find(({ id }) => id === appid);
      if (app?.secret !== secret) return { errcode: 40125, errmsg: 'invalid appsecret' };
      const found = grant_type === 'authorization_code' ? this.#take(code, appid) : undefined;
      if (!found) return { errcode: 40029, errmsg: 'invalid code' };
      const openid = `o-${appid}-${found.person}`;
      return { access_token: this.#tokenFor(found.person, openid), expires_in: 7200, openid, scope: 'snsapi_login' };
    },
    '/sns/userinfo': ({ access_token, openid }) => {
      const held = this.#tokens.get(access_token ?? '');
      if (held?.app !== openid) return { errcode: 40001, errmsg: 'invalid credential' };
      return { openid, nickname: `微信${held?.person}\u202e`, unionid: `u-${held?.person}` };
    },
    '/oauth2.0/token': ({ client_id, client_secret, code, redirect_uri }) => {
      if (client_id !== APPS.qq.id || client_secret !== APPS.qq.secret)
        return { error: 100008, error_description: 'client request s appid is invalid' };
      const found = this.#take(code, client_id);
      if (!found || found.redirect_uri !== redirect_uri)
        return { error: 100020, error_description: 'code is reused error' };
      return { access_token: this.#tokenFor(found.person, APPS.qq.id), expires_in: '7776000' };
    },
    '/oauth2.0/me': ({ access_token, unionid }) => {
      const held = this.#tokens.get(access_token ?? '');
      if (!held) return { error: 100016, error_description: 'access token check failed' };
      if (unionid) return { error: 100048, error_description: 'companyid not set' };
      return { client_id: held.person === 'stolen' ? '999' : held.app, openid: `q-${held.person}` };
    },
    '/user/get_user_info': ({ access_token }) => {
      const held = this.#tokens.get(access_token ?? '');
      return held ? { ret: 0, msg: '', nickname: `QQ${held.person}` } : { ret: -23, msg: 'token is invalid' };
    },
    '/cgi-bin/gettoken': ({ corpid, corpsecret }) => {
      if (corpid !== CORP.corp_id || corpsecret !== CORP.secret)
        return { errcode: 40001, errmsg: 'invalid credential' };
      this.tokensGiven += 1;
      return { errcode: 0, errmsg: 'ok', access_token: this.#corpToken(), expires_in: 7200 };
    },
    '/cgi-bin/auth/getuserinfo': this.#ofCorp(({ code }) => {
      const found = this.#take(code, CORP.corp_id);
      if (!found) return { errcode: 40029, errmsg: 'invalid code' };
      if (found.person === 'stranger') return { errcode: 0, errmsg: 'ok', openid: 'o1', external_userid: 'e1' };
      return { errcode: 0, errmsg: 'ok', userid: found.person, user_ticket: 't' };
    }),
    '/cgi-bin/user/get': this.#ofCorp(({ userid }) => ({ errcode: 0, errmsg: 'ok', userid, name: `企业${userid}` })),
    '/cgi-bin/get_jsapi_ticket': this.#ofCorp(() => ({ errcode: 0, errmsg: 'ok', ticket: 'corp', expires_in: 7200 })),
    '/cgi-bin/ticket/get': this.#ofCorp(({ type }) =>
      type === 'agent_config'
        ? { errcode: 0, errmsg: 'ok', ticket: 'agent', expires_in: 7200 }
        : { errcode: 40035, errmsg: 'invalid parameter' },
    ),
  };

  #ofCorp(answer: (query: Query) => object): (query: Query) => object {
    return (query) =>
      this.corpTokens.has(query['access_token'] ?? '')
        ? answer(query)
        : { errcode: 42001, errmsg: 'access_token expired' };
  }
}
