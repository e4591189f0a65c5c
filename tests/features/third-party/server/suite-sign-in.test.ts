import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { HOUR, MINUTE, PASSWORD, messageOf, useWorld } from '../../../support/world.ts';
import { Browser } from './browser.ts';
import { FakeProviders } from './fake-providers.ts';
import { SUITE, type Callback } from './fake-suite.ts';

const CALLBACK = '/v2/oauth2/third/wwork_suite/callback';
const OWN = '/v1/portal/sign_in_providers';
const BIND = '/v2/accounts/actions/third_bind';
const CORP = 'wpcorpOne';

describeApi('signing in through the app of a WeCom service provider', (kind) => {
  let fake: FakeProviders;
  let tickets = 0;
  const world = useWorld(kind);
  const now = () => world().clock.now();
  const suite = () => fake.suite;
  beforeAll(async () => {
    fake = await FakeProviders.start();
    return () => fake.close();
  });

  const send = ({ query, body }: Callback) =>
    world().client.fromServer('POST', `${CALLBACK}?${query}`, body, { 'content-type': 'text/xml' });
  const push = (fields: Record<string, string>, options = {}) => send(suite().callback(fields, now(), options));
  const pushTicket = (ticket = `ticket-${++tickets}`) => {
    suite().ticket = ticket;
    return push({ InfoType: 'suite_ticket', SuiteTicket: ticket });
  };

  beforeEach(async () => {
    fake.fault = undefined;
    world().services.outside = fake.settings({ suite: SUITE });
    // Tokens of an earlier test are over, and so are callbacks.
    world().clock.advance(3 * HOUR);
    expect((await pushTicket()).status).toBe(200);
  });

  const browser = () => new Browser(world().client);
  const out = async (b: Browser) => {
    const { data } = await b.goOut('wwork', { way: 'in_app', suite_id: SUITE.id });
    return new URL(data.url).searchParams.get('state') ?? '';
  };
  const come = async (b: Browser, member: { corpid?: string; userid?: string }) => ({
    code: suite().grant(member),
    state: await out(b),
    suite_id: SUITE.id,
  });
  const signIn = async (b: Browser, userid: string, corpid = CORP) =>
    b.signIn('wwork', await come(b, { corpid, userid }));
  const person = (account = 'admin'): Promise<Client> => world().client.signIn(account, PASSWORD);
  const adminOf = async (orgId: string, account = 'admin') =>
    (await (await person(account)).withRole(orgId, 4).verified(PASSWORD)) as Client;
  const depart = (admin: Client, b: Browser) => admin.post(`${OWN}/wwork_suite/authorize`, { browser_hash: b.hash });
  const authorise = async (admin: Client, corpid = CORP, change: object = {}) => {
    const b = browser();
    const url = new URL((await depart(admin, b)).data.url);
    const state = url.searchParams.get('state');
    return admin.post(`${OWN}/wwork_suite`, {
      auth_code: suite().authorise(corpid),
      state,
      browser: b.secret,
      ...change,
    });
  };
  const bind = async (userid: string, account: string) => {
    const b = browser();
    expect((await signIn(b, userid)).code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
    const proved = await (await person(account)).verified(PASSWORD);
    return proved.post(BIND, { plat_source: 'wwork', browser: b.secret });
  };
  const storedTickets = () => world().db.admin((run) => run('select * from wwork_suite_tickets'));

  it('is not opened without its settings, nor by another suite', async () => {
    const foreign = await browser().goOut('wwork', { way: 'in_app', suite_id: 'wwother' });
    expect([foreign.status, foreign.code]).toEqual([503, 'AC_THIRD_NOT_OPENED']);
    const b = browser();
    const came = await come(b, { corpid: CORP, userid: 'u1' });
    expect((await b.signIn('wwork', { ...came, suite_id: 'wwother' })).code).toBe('AC_THIRD_NOT_OPENED');
    world().services.outside = fake.settings();
    const answer = await b.signIn('wwork', came);
    expect([answer.status, messageOf(answer)]).toEqual([503, '企业微信服务商应用尚未开通，请从本单位的应用登录']);
    expect((await pushTicket()).status).toBe(503);
    expect((await depart(await adminOf('S1'), browser())).status).toBe(503);
  });

  describe('the address of callbacks', () => {
    it('is verified by WeCom with a text that comes back in clear', async () => {
      const answer = await world().client.fromServer('GET', `${CALLBACK}?${suite().verification('echo-1', now())}`);
      expect([answer.status, answer.text]).toEqual([200, 'echo-1']);
      const other = suite().verification('echo-2', now(), 'wwother');
      expect((await world().client.fromServer('GET', `${CALLBACK}?${other}`)).status).toBe(400);
    });

    it('stores the newest ticket, encrypted, and answers as WeCom wants it', async () => {
      const answer = await pushTicket('ticket-new');
      expect([answer.status, answer.text]).toEqual([200, 'success']);
      const rows = await storedTickets();
      expect(rows).toMatchObject([{ suite_id: SUITE.id }]);
      expect(JSON.stringify(rows)).not.toContain('ticket-new');
      const late = suite().callback({ InfoType: 'suite_ticket', SuiteTicket: 'ticket-old' }, now() - 2 * MINUTE);
      expect((await send(late)).status).toBe(200);
      expect(await storedTickets()).toEqual(rows);
    });

    it('believes nothing that was altered, came before, or is for another', async () => {
      const before = await storedTickets();
      const event = { InfoType: 'suite_ticket', SuiteTicket: 'forged' };
      const good = suite().callback(event, now() + 1000);
      const flipped = good.query.replace(
        /msg_signature=(.)/,
        (_, digit) => `msg_signature=${digit === '0' ? '1' : '0'}`,
      );
      const refused = [
        { ...good, query: flipped },
        { ...good, query: good.query.replace(/nonce=\w+/, 'nonce=other') },
        { ...good, body: suite().callback(event, now()).body },
        { ...good, body: '<!DOCTYPE xml [<!ENTITY a SYSTEM "file:///etc/passwd">]><xml><Encrypt>&a;</Encrypt></xml>' },
        { ...good, body: '' },
        suite().callback(event, now(), { token: 'AnotherToken' }),
        suite().callback(event, now(), { aesKey: 'A'.repeat(43) }),
        suite().callback(event, now(), { receiver: 'wwother' }),
        suite().callback(event, now(), { receiver: '' }),
        suite().callback({ ...event, SuiteId: 'wwother' }, now()),
        suite().callback(event, now() - 6 * MINUTE),
        suite().callback(event, now() + 6 * MINUTE),
        suite().callback({ InfoType: 'suite_ticket' }, now()),
      ];
      for (const one of refused) expect((await send(one)).status).toBe(400);
      expect(await storedTickets()).toEqual(before);
      const replayed = suite().callback({ InfoType: 'suite_ticket', SuiteTicket: 'again' }, now());
      expect([(await send(replayed)).status, (await send(replayed)).status]).toEqual([200, 400]);
      const huge = { ...good, body: `<xml>${'x'.repeat(70_000)}</xml>` };
      expect((await send(huge)).status).toBe(413);
      expect(world().log.text).not.toContain('forged');
    });

    it('takes an event again whose effect failed', async () => {
      await authorise(await adminOf('S1'));
      const renewal = suite().callback({ InfoType: 'reset_permanent_code', AuthCode: suite().authorise(CORP) }, now());
      fake.fault = 'html';
      expect((await send(renewal)).status).toBe(503);
      fake.fault = undefined;
      expect((await send(renewal)).text).toBe('success');
    });

    it('acknowledges an authorisation from the app store, which names no organisation', async () => {
      const answer = await push({ InfoType: 'create_auth', AuthCode: suite().authorise('wpstore') });
      expect([answer.status, answer.text]).toEqual([200, 'success']);
      const b = browser();
      expect((await signIn(b, 'u1', 'wpstore')).code).toBe('AC_FORBIDDEN');
    });
  });

  describe('a corporation', () => {
    it('is linked by an administrator who authorises the suite, after a second proof', async () => {
      const unproved = (await person()).withRole('S1', 4);
      expect((await depart(unproved, browser())).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      const admin = await adminOf('S1');
      const url = new URL((await depart(admin, browser())).data.url);
      expect(url.pathname).toBe('/3rdapp/install');
      expect(Object.fromEntries(url.searchParams)).toEqual({
        suite_id: SUITE.id,
        pre_auth_code: 'pre1',
        redirect_uri: `${world().url}/security-setting/sign-in`,
        state: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect((await authorise(admin)).data).toEqual({ ok: true });
      const { text, data } = await admin.get(OWN);
      expect(data).toMatchObject({
        suite_id: SUITE.id,
        items: [{ kind: 'wwork_suite', enabled: true, settings: { corp_id: CORP, corp_name: `企业${CORP}` } }],
      });
      expect(text).not.toContain(suite().permanentCodes.get(CORP));
      const stored = await world().db.admin((run) => run('select * from sign_in_providers'));
      expect(JSON.stringify(stored)).not.toContain(suite().permanentCodes.get(CORP));
      const [entry] = await world().db.admin((run) =>
        run(
          "select act, resource, row_id from audit_logs where resource = 'sign_in_provider' order by at desc limit 1",
        ),
      );
      expect(entry).toMatchObject({ row_id: 'wwork_suite' });
    });

    it('is linked only by whoever went out, once, with a code that WeCom knows', async () => {
      const admin = await adminOf('S1');
      const b = browser();
      const state = new URL((await depart(admin, b)).data.url).searchParams.get('state');
      const body = { auth_code: suite().authorise(CORP), state, browser: b.secret };
      const other = await adminOf('S2', 'multi');
      expect((await other.post(`${OWN}/wwork_suite`, body)).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await admin.post(`${OWN}/wwork_suite`, body)).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await authorise(admin, CORP, { browser: browser().secret })).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await authorise(admin, CORP, { auth_code: 'invented' })).code).toBe('AC_THIRD_CODE_INVALID');
      // A trip that began for an authorisation cannot end in a sign-in, nor a trip for a sign-in in an authorisation.
      const signing = browser();
      const stateOfSignIn = await out(signing);
      const wrong = { auth_code: suite().authorise(CORP), state: stateOfSignIn, browser: signing.secret };
      expect((await admin.post(`${OWN}/wwork_suite`, wrong)).code).toBe('AC_THIRD_STATE_INVALID');
      const installing = browser();
      const installed = new URL((await depart(admin, installing)).data.url).searchParams.get('state') ?? '';
      const code = suite().grant({ corpid: CORP, userid: 'u1' });
      expect((await installing.signIn('wwork', { code, state: installed, suite_id: SUITE.id })).code).toBe(
        'AC_THIRD_STATE_INVALID',
      );
    });

    it('belongs to one organisation', async () => {
      expect((await authorise(await adminOf('S1'))).status).toBe(200);
      const other = await adminOf('S2', 'multi');
      const answer = await authorise(other);
      expect([answer.status, messageOf(answer)]).toEqual([409, '这家企业已经与另一个单位关联，请先在那个单位删除']);
      expect((await other.get(OWN)).data.items).toEqual([]);
    });
  });

  it('ends the sessions of a corporation that another one replaces, and sets it free', async () => {
    await authorise(await adminOf('S1'));
    await bind('UserThree', 'plain');
    const session = world().client.as({ session: (await signIn(browser(), 'UserThree')).data });
    expect((await session.get('/v1/users/info')).status).toBe(200);
    const admin = await adminOf('S1');
    // The same corporation once more ends nothing.
    expect((await authorise(admin)).status).toBe(200);
    expect((await session.get('/v1/users/info')).status).toBe(200);
    expect((await authorise(admin, 'wpcorpTwo')).status).toBe(200);
    expect((await session.get('/v1/users/info')).code).toBe('AC_AUTH_INVALID_TOKEN');
    const other = await adminOf('S2', 'multi');
    expect((await authorise(other)).status).toBe(200);
    expect((await other.delete(`${OWN}/wwork_suite`)).status).toBe(200);
  });

  describe('a member', () => {
    beforeEach(async () => {
      expect((await authorise(await adminOf('S1'))).status).toBe(200);
    });

    it('goes to the page of WeCom inside its app, and not by QR code', async () => {
      const { data } = await browser().goOut('wwork', { way: 'in_app', suite_id: SUITE.id });
      const url = new URL(data.url);
      expect([url.pathname, url.hash]).toEqual(['/connect/oauth2/authorize', '#wechat_redirect']);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        appid: SUITE.id,
        redirect_uri: `${world().url}/wwork-login`,
        scope: 'snsapi_base',
      });
      expect((await browser().goOut('wwork', { way: 'qr', suite_id: SUITE.id })).code).toBe('AC_THIRD_NOT_OPENED');
      const offers = async (path: string) =>
        (await world().client.publicly('GET', path)).data.items.filter(
          ({ plat_source }: { plat_source: string }) => plat_source === 'wwork',
        );
      const offer = [{ plat_source: 'wwork', ways: ['in_app'], title: '', tenant: '', suite_id: SUITE.id }];
      expect(await offers('/v2/oauth2/third/providers')).toEqual(offer);
      expect(await offers('/v2/oauth2/third/providers?tenant=S1')).toEqual(offer);
      expect(await offers('/v2/oauth2/third/providers?tenant=S2')).toEqual([]);
    });

    it('signs in once bound, for the organisation of the corporation only', async () => {
      expect((await bind('UserOne', 'multi')).data).toEqual({ ok: true });
      const { data } = await signIn(browser(), 'UserOne');
      expect(data.user_id).toBe('multi');
      const session = world().client.as({ session: data });
      const { orgs } = (await session.get('/v1/users/info')).data;
      expect(orgs.map(({ org_id }: { org_id: string }) => org_id)).toEqual(['S1']);
      expect((await session.withRole('S2', 4).get('/v1/portal/rbac/pages')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
      // Ids of suites may be ciphertexts, in which upper and lower case differ.
      expect((await signIn(browser(), 'userone')).code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
    });

    it('is refused outside of corporations, of one that is not linked, and as no staff of the organisation', async () => {
      const b = browser();
      expect((await b.signIn('wwork', await come(b, {}))).code).toBe('AC_FORBIDDEN');
      const unlinked = await signIn(browser(), 'u1', 'wpcorpTwo');
      expect([unlinked.status, messageOf(unlinked)]).toEqual([
        403,
        '您所在的企业没有与这里的单位关联，请联系单位的管理员，或用其他方式登录',
      ]);
      expect((await bind('pupil', 'student')).code).toBe('AC_FORBIDDEN');
    });

    it('is refused with a code that was used or invented, another browser, or a state of another provider', async () => {
      const b = browser();
      const came = await come(b, { corpid: CORP, userid: 'u9' });
      expect((await browser().signIn('wwork', came)).code).toBe('AC_THIRD_STATE_INVALID');
      expect((await b.signIn('wwork', { code: came.code, state: came.state })).code).toBe('AC_THIRD_STATE_INVALID');
      const again = await come(b, { corpid: CORP, userid: 'u9' });
      expect((await b.signIn('wwork', again)).code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
      expect((await b.signIn('wwork', again)).code).toBe('AC_THIRD_STATE_INVALID');
      const replayed = { ...again, state: await out(b) };
      expect((await b.signIn('wwork', replayed)).code).toBe('AC_THIRD_CODE_INVALID');
    });

    it('uses one token of the suite for all, and a new one when it was ended early', async () => {
      const before = suite().tokensGiven;
      await signIn(browser(), 'u2');
      await signIn(browser(), 'u3');
      expect(suite().tokensGiven).toBe(before);
      suite().tokens.clear();
      expect((await signIn(browser(), 'u4')).code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
      expect(suite().tokensGiven).toBe(before + 1);
    });

    it('waits for a ticket where the last one is too old, or WeCom does not know it', async () => {
      world().clock.advance(3 * HOUR);
      const old = await signIn(browser(), 'u5');
      expect([old.status, messageOf(old)]).toEqual([503, expect.stringContaining('企业微信服务商应用暂时不能使用')]);
      await pushTicket();
      suite().ticket = 'another';
      expect((await signIn(browser(), 'u5')).status).toBe(503);
      await pushTicket();
      expect((await signIn(browser(), 'u5')).code).toBe('AC_THIRD_ACCOUNT_NOT_EXIST');
    });

    it('is signed out when the corporation ends its authorisation, or the link is deleted', async () => {
      await bind('UserTwo', 'head');
      const open = async () => world().client.as({ session: (await signIn(browser(), 'UserTwo')).data });
      const isIn = async (client: Client) => (await client.get('/v1/users/info')).status === 200;
      const first = await open();
      expect((await push({ InfoType: 'cancel_auth', AuthCorpId: 'wpcorpTwo' })).text).toBe('success');
      expect(await isIn(first)).toBe(true);
      expect((await push({ InfoType: 'cancel_auth', AuthCorpId: CORP })).text).toBe('success');
      expect(await isIn(first)).toBe(false);
      expect((await signIn(browser(), 'UserTwo')).code).toBe('AC_FORBIDDEN');
      const admin = await adminOf('S1');
      expect((await admin.get(OWN)).data.items).toEqual([]);
      await authorise(admin);
      const second = await open();
      expect((await admin.delete(`${OWN}/wwork_suite`)).status).toBe(200);
      expect(await isIn(second)).toBe(false);
    });
  });

  it('signs pages for the JS-SDK by what the corporation granted, also after that was replaced', async () => {
    await authorise(await adminOf('S1'));
    const page = `${world().url}/index`;
    const sign = (what: string, tenant = 'S1') =>
      world().client.publicly(
        'GET',
        `/v1/wechat/biz/${what}/signature?tenant=${tenant}&url=${encodeURIComponent(page)}`,
      );
    const { data } = await sign('suite');
    const expected = createHash('sha1')
      .update(`jsapi_ticket=agent&noncestr=${data.nonce_str}&timestamp=${data.timestamp}&url=${page}`)
      .digest('hex');
    expect(data).toMatchObject({ corp_id: CORP, agent_id: '1000007', signature: expected });
    expect((await sign('corp')).data.corp_id).toBe(CORP);
    expect((await sign('suite', 'S2')).status).toBe(503);
    await push({ InfoType: 'reset_permanent_code', AuthCode: suite().authorise(CORP) });
    world().clock.advance(3 * HOUR);
    await pushTicket();
    expect((await sign('suite')).status).toBe(200);
  });
});
