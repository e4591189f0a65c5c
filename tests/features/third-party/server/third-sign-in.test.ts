import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { MINUTE, PASSWORD, SECOND, messageOf, useWorld } from '../../../support/world.ts';
import { Browser } from './browser.ts';
import { CORP, FakeProviders } from './fake-providers.ts';

const BIND = '/v2/accounts/actions/third_bind';
const UNBIND = '/v2/accounts/actions/third_unbind';
const LIST = '/v2/accounts/users/third_party';

describeApi('signing in through WeChat, QQ and WeCom', (kind) => {
  let fake: FakeProviders;
  const world = useWorld(kind);
  beforeAll(async () => {
    fake = await FakeProviders.start();
    world().services.outside = fake.settings();
    return () => fake.close();
  });
  beforeEach(() => {
    fake.fault = undefined;
    world().services.outside = fake.settings();
  });

  const browser = () => new Browser(world().client);
  const out = async (b: Browser, provider: string, person: string, options?: { way?: string; tenant?: string }) =>
    fake.grant((await b.goOut(provider, options)).data.url, person);
  const person = async (account = 'admin'): Promise<Client> => world().client.signIn(account, PASSWORD);
  /** Signs in with an unbound identity, and binds it after a sign-in by password. */
  const bound = async (provider: string, name: string, account = 'admin', tenant?: string) => {
    const b = browser();
    expect((await b.signIn(provider, await out(b, provider, name, tenant ? { tenant } : {}))).code).toBe(
      'AC_THIRD_ACCOUNT_NOT_EXIST',
    );
    const proved = await (await person(account)).verified(PASSWORD);
    return proved.post(BIND, { plat_source: provider, browser: b.secret });
  };
  const release = async (provider: string, account = 'admin') =>
    (await (await person(account)).verified(PASSWORD)).post(UNBIND, { plat_source: provider });
  const useWwork = async (change: object = {}) => {
    const admin = await (await person()).withRole('S1', 4).verified(PASSWORD);
    return admin.put('/v1/portal/sign_in_providers/wwork', { enabled: true, ...CORP, ...change });
  };

  it('offers only what is configured, and refuses the rest with its name', async () => {
    const offered = async () =>
      (await world().client.publicly('GET', '/v2/oauth2/third/providers')).data.items.map(
        ({ plat_source, ways }: { plat_source: string; ways: string[] }) => `${plat_source}: ${ways.join()}`,
      );
    expect(await offered()).toEqual(['wechat: qr,in_app', 'qq: qr,in_app']);
    world().services.outside = fake.settings({ wechatWeb: undefined, qq: undefined });
    expect(await offered()).toEqual(['wechat: in_app']);
    expect(messageOf(await browser().goOut('qq'))).toBe('QQ登录尚未开通，请用其他方式登录');
    const wechat = await browser().goOut('wechat');
    expect([wechat.status, wechat.code]).toEqual([503, 'AC_THIRD_NOT_OPENED']);
    expect(messageOf(await browser().goOut('wwork', { tenant: 'S1' }))).toContain('企业微信登录尚未开通');
    expect((await browser().goOut('wwork', { tenant: 'nobody' })).status).toBe(503);
  });

  it('sends the browser to the published address, with the page of the portal to come back to', async () => {
    const address = new URL((await browser().goOut('wechat')).data.url);
    expect(address.pathname).toBe('/connect/qrconnect');
    expect(address.hash).toBe('#wechat_redirect');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      appid: 'wxweb00000000001',
      redirect_uri: `${world().url}/wechat-login`,
      response_type: 'code',
      scope: 'snsapi_login',
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const inside = new URL((await browser().goOut('wechat', { way: 'in_app' })).data.url);
    expect([inside.pathname, inside.searchParams.get('scope')]).toEqual([
      '/connect/oauth2/authorize',
      'snsapi_userinfo',
    ]);
  });

  for (const provider of ['wechat', 'qq'])
    it(`signs in by ${provider} once the identity is bound, and not any more when it is unbound`, async () => {
      world().clock.advance(SECOND);
      expect((await bound(provider, 'zhang')).data).toEqual({ ok: true });
      const told = () => world().outbox.messages.find(({ type }) => type === 8);
      await expect.poll(told).toMatchObject({ mobile: '13800000001', text: expect.stringContaining('绑定了') });
      const b = browser();
      const answer = await b.signIn(provider, await out(b, provider, 'zhang'));
      expect(answer.data).toMatchObject({ user_id: 'admin', access_token: expect.any(String) });
      const session = world().client.as({ session: answer.data });
      expect((await session.get('/v1/users/info')).data.login_name).toBe('admin');
      expect((await session.get(LIST)).data).toMatchObject({
        platforms: ['wechat', 'qq'],
        total: 1,
        items: [{ plat_source: provider, display_name: provider === 'qq' ? 'QQzhang' : '微信zhang' }],
      });
      world().clock.advance(SECOND);
      expect((await release(provider)).data).toEqual({ ok: true });
      expect((await release(provider)).code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
      expect((await b.signIn(provider, await out(b, provider, 'zhang'))).code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
      const entries = await world().db.admin((run) =>
        run("select act, resource from audit_logs where row_id = 'admin' and org_id = 'S1' order by at desc limit 2"),
      );
      expect(entries).toEqual([
        { act: 'unbind', resource: 'account' },
        { act: 'bind', resource: 'account' },
      ]);
    });

  it('knows the same person by QR code and inside WeChat', async () => {
    await bound('wechat', 'both');
    const b = browser();
    const answer = await b.signIn('wechat', await out(b, 'wechat', 'both', { way: 'in_app' }));
    expect(answer.data.user_id).toBe('admin');
    await release('wechat');
  });

  describe('binding', () => {
    it('needs a second proof, and shows before whose identity it is', async () => {
      const b = browser();
      await b.signIn('wechat', await out(b, 'wechat', 'li'));
      const pending = await world().client.publicly('POST', '/v2/oauth2/third/pending', { browser: b.secret });
      expect(pending.data).toEqual({ plat_source: 'wechat', display_name: '微信li' });
      const unproved = await person();
      expect((await unproved.post(BIND, { plat_source: 'wechat', browser: b.secret })).code).toBe(
        'PSY_INVALID_SECONDARY_TOKEN',
      );
      const start = { plat_source: 'wechat', way: 'qr', browser_hash: b.hash };
      expect((await unproved.post('/v2/accounts/actions/third_authorize', start)).code).toBe(
        'PSY_INVALID_SECONDARY_TOKEN',
      );
      expect((await unproved.post(UNBIND, { plat_source: 'wechat' })).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    });

    it('from the settings goes out and comes back for the account that began it', async () => {
      const admin = await (await person()).verified(PASSWORD);
      const other = await (await person('head')).verified(PASSWORD);
      const begin = async (b: Browser) =>
        fake.grant(
          (
            await admin.post('/v2/accounts/actions/third_authorize', {
              plat_source: 'qq',
              way: 'qr',
              browser_hash: b.hash,
            })
          ).data.url,
          'wang',
        );
      const b = browser();
      const came = await begin(b);
      expect((await other.post(BIND, { plat_source: 'qq', browser: b.secret, ...came })).code).toBe(
        'AC_THIRD_STATE_INVALID',
      );
      const again = browser();
      const cameAgain = await begin(again);
      // What was begun to bind signs nobody in.
      expect((await again.signIn('qq', await begin(again))).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await admin.post(BIND, { plat_source: 'qq', browser: again.secret, ...cameAgain })).data).toEqual({
        ok: true,
      });
      await release('qq');
    });

    it('gives an identity to one account, and an account one identity at a provider', async () => {
      await bound('wechat', 'one');
      const b = browser();
      const came = await out(b, 'wechat', 'one');
      const head = await (await person('head')).verified(PASSWORD);
      const state = { plat_source: 'wechat', browser: b.secret };
      expect((await b.signIn('wechat', came)).data.user_id).toBe('admin');
      expect((await head.post(BIND, state)).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await bound('wechat', 'two')).code).toBe('PSY_CONFLICT');
      await release('wechat');
    });

    it('lets one win of two accounts that bind the same identity at once', async () => {
      const [one, two] = [browser(), browser()];
      for (const b of [one, two]) await b.signIn('qq', await out(b, 'qq', 'race'));
      const [admin, head] = [
        await (await person('admin')).verified(PASSWORD),
        await (await person('head')).verified(PASSWORD),
      ];
      const answers = await Promise.all([
        admin.post(BIND, { plat_source: 'qq', browser: one.secret }),
        head.post(BIND, { plat_source: 'qq', browser: two.secret }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await release(`qq`, answers[0]?.status === 200 ? 'admin' : 'head');
    });

    it('waits ten minutes for the proof of an account, and serves once', async () => {
      const b = browser();
      await b.signIn('qq', await out(b, 'qq', 'late'));
      world().clock.advance(11 * MINUTE);
      const admin = await (await person()).verified(PASSWORD);
      expect((await admin.post(BIND, { plat_source: 'qq', browser: b.secret })).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await admin.post(BIND, { plat_source: 'wechat', browser: browser().secret })).code).toBe(
        'AC_THIRD_STATE_INVALID',
      );
    });
  });

  describe('what comes back', () => {
    it('is refused in another browser, which does not use it up for the one that went out', async () => {
      await bound('wechat', 'mixed');
      const [victim, attacker] = [browser(), browser()];
      const came = await out(victim, 'wechat', 'mixed');
      expect((await attacker.signIn('wechat', came)).code).toBe('AC_THIRD_STATE_INVALID');
      // An intercepted code with a state of the attacker's own is for another attempt.
      const own = await out(attacker, 'wechat', 'attacker');
      expect((await attacker.signIn('wechat', { code: came.code, state: came.state })).code).toBe(
        'AC_THIRD_STATE_INVALID',
      );
      expect((await victim.signIn('wechat', { code: own.code, state: own.state })).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await victim.signIn('wechat', came)).status).toBe(200);
      await release('wechat');
    });

    it('serves once, also when it is sent twice at the same time', async () => {
      await bound('wechat', 'twice');
      const b = browser();
      const came = await out(b, 'wechat', 'twice');
      const answers = await Promise.all([b.signIn('wechat', came), b.signIn('wechat', came)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await b.signIn('wechat', came)).code).toBe('AC_THIRD_STATE_INVALID');
      await release('wechat');
    });

    it('is refused with an altered or expired state, another provider, or no state at all', async () => {
      const b = browser();
      const came = await out(b, 'wechat', 'zhao');
      const altered = `${came.state.slice(0, -1)}${came.state.endsWith('0') ? '1' : '0'}`;
      expect((await b.signIn('wechat', { ...came, state: altered })).code).toBe('AC_THIRD_STATE_INVALID');
      const late = await out(b, 'wechat', 'zhao');
      world().clock.advance(11 * MINUTE);
      expect((await b.signIn('wechat', late)).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await b.signIn('qq', await out(b, 'wechat', 'zhao'))).code).toBe('AC_THIRD_STATE_INVALID');
      const bare = await world().client.publicly('POST', '/v2/oauth2/tokens/actions/third_sign_in', {
        plat_source: 'wechat',
        code: came.code,
      });
      expect(bare.code).toBe('AC_THIRD_STATE_INVALID');
    });

    it('is refused with a code that the provider does not know, or that another app was given', async () => {
      const b = browser();
      const { state } = await out(b, 'wechat', 'x');
      expect((await b.signIn('wechat', { code: 'invented', state })).code).toBe('AC_THIRD_CODE_INVALID');
      const forMp = await out(browser(), 'wechat', 'x', { way: 'in_app' });
      const { state: second } = await out(b, 'wechat', 'x');
      expect((await b.signIn('wechat', { code: forMp.code, state: second })).code).toBe('AC_THIRD_CODE_INVALID');
      expect((await b.signIn('qq', await out(b, 'qq', 'stolen'))).status).toBe(503);
    });

    it('is refused when the operator configured a wrong secret; no answer and no log names one', async () => {
      world().services.outside = fake.settings({ wechatWeb: { id: 'wxweb00000000001', secret: 'a wrong secret' } });
      const b = browser();
      const answer = await b.signIn('wechat', await out(b, 'wechat', 'x'));
      expect([answer.status, messageOf(answer)]).toEqual([503, '微信登录的设置有误，请联系管理员，或用密码登录']);
      expect(answer.text + world().log.text).not.toMatch(/a wrong secret|secret-of-the/);
    });

    it.each(['hangs', 'huge', 'html', 'redirects'] as const)(
      'says so when the provider misbehaves: %s',
      async (fault) => {
        const b = browser();
        const came = await out(b, 'wechat', 'x');
        fake.fault = fault;
        const began = performance.now();
        const answer = await b.signIn('wechat', came);
        expect([answer.status, messageOf(answer)]).toEqual([503, '微信暂时没有响应，请稍后重试，或用密码登录']);
        expect(performance.now() - began).toBeLessThan(5000);
      },
    );
  });

  it('refuses a closed account', async () => {
    await bound('wechat', 'gone', 'closed');
    await world().db.admin((run) => run("update accounts set enabled = false where user_id = 'closed'"));
    const b = browser();
    expect((await b.signIn('wechat', await out(b, 'wechat', 'gone'))).code).toBe('AC_ACCOUNT_UN_ENABLE');
  });

  describe('WeCom of an organisation', () => {
    beforeAll(async () => {
      expect((await useWwork()).data).toEqual({ ok: true });
    });

    it('is offered where the organisation is named, or by its host', async () => {
      const at = async (path: string, host?: string) =>
        (await world().client.publicly('GET', path, undefined, host ? { host } : {})).data.items.map(
          (one: { plat_source: string; tenant: string }) => `${one.plat_source} ${one.tenant}`,
        );
      const path = '/v2/oauth2/third/providers';
      expect(await at(path)).toEqual(['wechat ', 'qq ']);
      expect(await at(`${path}?tenant=S1`)).toEqual(['wwork S1', 'wechat ', 'qq ']);
      expect(await at(path, 'psy.first.example')).toEqual(['wwork S1', 'wechat ', 'qq ']);
      const address = new URL((await browser().goOut('wwork', { tenant: 'S1' })).data.url);
      expect(address.pathname).toBe('/wwlogin/sso/login');
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        login_type: 'CorpApp',
        appid: CORP.corp_id,
        agentid: CORP.agent_id,
        redirect_uri: `${world().url}/wwork-qr-login`,
      });
    });

    it('signs in for this organisation only, where the person has others', async () => {
      expect((await bound('wwork', 'Multi', 'multi', 'S1')).data).toEqual({ ok: true });
      const b = browser();
      const { data } = await b.signIn('wwork', await out(b, 'wwork', 'multi', { tenant: 'S1', way: 'in_app' }));
      const session = world().client.as({ session: data });
      const orgs = async (client: Client) =>
        (await client.get('/v1/users/info')).data.orgs.map(({ org_id }: { org_id: string }) => org_id);
      expect(await orgs(session)).toEqual(['S1']);
      expect((await session.withRole('S1', 8).get('/v1/portal/rbac/pages')).status).toBe(200);
      expect((await session.withRole('S2', 4).get('/v1/portal/rbac/pages')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
      const renewed = await world().client.publicly('POST', `/v2/oauth2/tokens/actions/${data.refresh_token}`);
      const next = world().client.as({ session: renewed.data });
      expect(await orgs(next)).toEqual(['S1']);
      expect((await next.withRole('S2', 4).get('/v1/portal/rbac/pages')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
      expect(await orgs(await person('multi'))).toEqual(['S1', 'S2']);
    });

    it('refuses people outside the corporation, and accounts that are no staff here', async () => {
      const b = browser();
      const stranger = await b.signIn('wwork', await out(b, 'wwork', 'stranger', { tenant: 'S1' }));
      expect([stranger.status, messageOf(stranger)]).toEqual([403, '您不是这家单位企业微信的成员，请用其他方式登录']);
      expect((await bound('wwork', 'pupil', 'student', 'S1')).code).toBe('AC_FORBIDDEN');
    });

    it('keeps the access token for all calls, and fetches a new one when it was ended early', async () => {
      const before = fake.tokensGiven;
      const b = browser();
      await b.signIn('wwork', await out(b, 'wwork', 'someone', { tenant: 'S1' }));
      expect(fake.tokensGiven - before).toBeLessThanOrEqual(1);
      fake.corpTokens.clear();
      const again = await b.signIn('wwork', await out(b, 'wwork', 'someone', { tenant: 'S1' }));
      expect(again.code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
    });

    it('signs pages of the portal for the JS-SDK, and of no other site', async () => {
      const sign = (what: string, url: string) =>
        world().client.publicly('GET', `/v1/wechat/biz/${what}/signature?tenant=S1&url=${encodeURIComponent(url)}`);
      const page = `${world().url}/index?a=1`;
      const { data } = await sign('corp', `${page}#part`);
      const expected = (ticket: string, of: { nonce_str: string; timestamp: number }) =>
        createHash('sha1')
          .update(`jsapi_ticket=${ticket}&noncestr=${of.nonce_str}&timestamp=${of.timestamp}&url=${page}`)
          .digest('hex');
      expect(data).toMatchObject({ corp_id: CORP.corp_id, signature: expected('corp', data) });
      const suite = (await sign('suite', page)).data;
      expect(suite).toMatchObject({ agent_id: CORP.agent_id, signature: expected('agent', suite) });
      const before = fake.calls.length;
      await sign('corp', page);
      expect(fake.calls.length).toBe(before);
      for (const foreign of ['https://evil.example/index', `${world().url}.evil.example/`, '//evil.example', 'x'])
        expect((await sign('corp', foreign)).fields).toEqual(['/url']);
      expect((await sign('corp', `http://a@${world().client.host}/`)).fields).toEqual(['/url']);
    });

    it('is set by administrators after a second proof; the secret is stored encrypted and never shown', async () => {
      const admin = (await person()).withRole('S1', 4);
      const path = '/v1/portal/sign_in_providers';
      expect((await admin.put(`${path}/wwork`, { enabled: true, ...CORP })).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      const head = await (await person('head')).withRole('S1', 9).verified(PASSWORD);
      expect((await head.get(path)).status).toBe(403);
      expect((await head.put(`${path}/wwork`, { enabled: true, ...CORP })).status).toBe(403);
      const { text, data } = await admin.get(path);
      expect(text).not.toContain(CORP.secret);
      expect(data.items).toMatchObject([
        { kind: 'wwork', enabled: true, has_secret: true, settings: { corp_id: CORP.corp_id } },
      ]);
      const [row] = await world().db.admin((run) => run('select secret from sign_in_providers'));
      expect(JSON.stringify(row)).not.toContain(CORP.secret);
      const proved = await admin.verified(PASSWORD);
      const { secret: _, ...open } = CORP;
      expect((await proved.put(`${path}/wwork`, { enabled: true, ...open })).status).toBe(200);
      const elsewhere = await proved.put(`${path}/wwork`, { enabled: true, ...open, corp_id: 'wwother1' });
      expect(elsewhere.fields).toEqual(['/secret']);
    });

    it('ends the sessions that it vouched for when it is switched off or removed', async () => {
      const b = browser();
      const { data } = await b.signIn('wwork', await out(b, 'wwork', 'multi', { tenant: 'S1' }));
      const session = world().client.as({ session: data, appId: 'portal-web' });
      const own = await world().client.as({ appId: 'portal-mobile' }).signIn('multi', PASSWORD);
      expect((await session.get('/v1/users/info')).status).toBe(200);
      expect((await useWwork({ enabled: false })).status).toBe(200);
      expect((await session.get('/v1/users/info')).code).toBe('AC_AUTH_INVALID_TOKEN');
      expect((await own.get('/v1/users/info')).status).toBe(200);
      expect((await browser().goOut('wwork', { tenant: 'S1' })).status).toBe(503);
      const admin = await (await person()).withRole('S1', 4).verified(PASSWORD);
      expect((await admin.delete('/v1/portal/sign_in_providers/wwork')).status).toBe(200);
      expect((await admin.delete('/v1/portal/sign_in_providers/wwork')).status).toBe(404);
    });
  });

  it('says that apps of service providers are not opened', async () => {
    const b = browser();
    const answer = await world().client.publicly('POST', '/v2/oauth2/wechat_biz/third?code=c&suite_id=ww1', {
      state: '0'.repeat(64),
      browser: b.secret,
    });
    expect([answer.status, messageOf(answer)]).toEqual([503, '企业微信服务商应用尚未开通，请从本单位的应用登录']);
  });
});
