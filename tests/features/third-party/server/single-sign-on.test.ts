import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOTHING_OUTSIDE } from '../../../../src/platform/outside-identity/server/outside.ts';
import { md5, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { MINUTE, PASSWORD, messageOf, useWorld } from '../../../support/world.ts';
import { Browser } from './browser.ts';
import { ForgingServer, type Forgery } from './forging-server.ts';
import { CLIENT, IdentityServer } from './identity-server.ts';

const PATH = '/v1/portal/sign_in_providers';
const SETTINGS = { enabled: true, login_claim: 'preferred_username', title: '一中统一认证' };

describeApi('single sign-on of an organisation', (kind) => {
  const world = useWorld(kind);
  let idp: IdentityServer;
  let forger: ForgingServer;
  let admin: Client;
  const useServer = (issuer: string, change: object = {}) =>
    admin.put(`${PATH}/sso`, {
      ...SETTINGS,
      issuer,
      client_id: CLIENT.client_id,
      secret: CLIENT.client_secret,
      ...change,
    });
  beforeAll(async () => {
    [idp, forger] = await Promise.all([IdentityServer.start([world().url]), ForgingServer.start()]);
    return () => Promise.all([idp.close(), forger.close()]);
  });
  beforeEach(async () => {
    world().services.outside = { ...NOTHING_OUTSIDE, internalAddresses: true, timeoutMs: 2000 };
    world().clock.advance(11 * MINUTE);
    admin = await (await world().client.signIn('admin', PASSWORD)).withRole('S1', 4).verified(PASSWORD);
    expect((await useServer(idp.issuer)).data).toEqual({ ok: true });
  });

  const browser = () => new Browser(world().client.as({ appId: 'portal-mobile' }));
  const out = async (b: Browser, person: string) => {
    idp.person = person;
    const { code, state, iss } = await idp.authorise((await b.goOut('sso', { tenant: 'S1' })).data.url);
    return { code, state, iss };
  };
  const signIn = async (person: string) => {
    const b = browser();
    return b.signIn('sso', await out(b, person));
  };

  it('is offered where the organisation is named, with its own title', async () => {
    const { data } = await world().client.publicly('GET', '/v2/oauth2/third/providers?tenant=S1');
    expect(data.items).toEqual([
      { plat_source: 'sso', ways: ['qr', 'in_app'], title: '一中统一认证', tenant: 'S1', suite_id: '' },
    ]);
    expect((await world().client.publicly('GET', '/v2/oauth2/third/providers?tenant=S2')).data.items).toEqual([]);
  });

  it('is that of the host, whatever organisation the address names', async () => {
    const host = { host: 'psy.first.example' };
    const offered = await world().client.publicly('GET', '/v2/oauth2/third/providers?tenant=S2', undefined, host);
    expect(offered.data.items.map(({ tenant }: { tenant: string }) => tenant)).toEqual(['S1']);
    const body = { plat_source: 'sso', way: 'qr', browser_hash: 'h'.repeat(43), tenant: 'S2' };
    const { data } = await world().client.publicly('POST', '/v2/oauth2/third/authorize', body, host);
    const address = new URL(data.url);
    expect(address.origin).toBe(new URL(idp.issuer).origin);
    expect(address.searchParams.get('redirect_uri')).toContain('psy.first.example/sso-login');
  });

  it('goes out with PKCE, state and nonce, and signs in the staff whose login name the claim holds', async () => {
    const address = new URL((await browser().goOut('sso', { tenant: 'S1' })).data.url);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[0-9a-f]{64}$/),
      nonce: expect.any(String),
      redirect_uri: `${world().url}/sso-login`,
    });
    const { data } = await signIn('plain');
    expect(data.user_id).toBe('plain');
    const info = await world().client.as({ session: data, appId: 'portal-mobile' }).get('/v1/users/info');
    expect(info.data).toMatchObject({ login_name: 'plain', roles: [{ role_id: 3 }], orgs: [{ org_id: 'S1' }] });
  });

  it('requests further scopes where the organisation names them, for a claim that needs one', async () => {
    idp.claims.set('s-1', { preferred_username: 'another name', staff_number: 'plain' });
    // Frees the account for another subject.
    expect((await admin.delete(`${PATH}/sso`)).status).toBe(200);
    const change = { login_claim: 'staff_number' };
    expect((await useServer(idp.issuer, change)).status).toBe(200);
    expect(messageOf(await signIn('s-1'))).toContain('没有给出登录名（staff_number）');
    expect((await useServer(idp.issuer, { ...change, scopes: 'staff profile' })).status).toBe(200);
    const address = new URL((await browser().goOut('sso', { tenant: 'S1' })).data.url);
    expect(address.searchParams.get('scope')).toBe('openid profile staff');
    expect((await signIn('s-1')).data.user_id).toBe('plain');
    const [saved] = (await admin.get(PATH)).data.items;
    expect(saved.settings.scopes).toBe('staff profile');
    for (const scopes of ['two  spaces', ' staff', 'a"b', 'x'.repeat(257)]) {
      const refused = await useServer(idp.issuer, { ...change, scopes });
      expect([scopes, refused.status, refused.code]).toEqual([scopes, 400, 'PSY_INVALID_INPUT']);
    }
    expect((await admin.delete(`${PATH}/sso`)).status).toBe(200);
  });

  it('gives a session for this organisation only, and no role that the portal has not given', async () => {
    const { data } = await signIn('multi');
    const session = world().client.as({ session: data, appId: 'portal-mobile' });
    const { orgs } = (await session.get('/v1/users/info')).data;
    expect(orgs.map(({ org_id }: { org_id: string }) => org_id)).toEqual(['S1']);
    expect(orgs[0].org_roles.map(({ role_id }: { role_id: number }) => role_id)).toEqual([8, 10]);
    expect((await session.withRole('S1', 8).get('/v1/portal/rbac/pages')).status).toBe(200);
    expect((await session.withRole('S1', 4).get('/v1/portal/rbac/pages')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
    expect((await session.withRole('S2', 4).get('/v1/portal/rbac/pages')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
  });

  it.each(['bureau', 'student', 'parent', 'nobody', 'invented'])(
    'signs in nobody as %s, who is no staff here, and says the same to all',
    async (name) => {
      const answer = await signIn(name);
      expect([answer.status, answer.code, messageOf(answer)]).toEqual([
        403,
        'AC_FORBIDDEN',
        `「${name}」在本单位没有对应的教职工账号，请联系管理员`,
      ]);
    },
  );

  describe('gives a session that', () => {
    const bound = async (person: string) =>
      world().client.as({ session: (await signIn(person)).data, appId: 'portal-mobile' });
    const openTo = async (client: Client) => {
      const open: string[] = [];
      for (const { name, method, path, access } of world().product.declared) {
        if (access.auth !== 'account' || name === 'account.sign-out') continue;
        const { code } = await client.send(method, path.replace(/:[a-z_]+/g, 'nobodys-0001'), {
          ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
        });
        if (code !== 'PSY_ACCOUNT_CLOSED_HERE') open.push(name);
      }
      return open.sort();
    };

    it('manages nothing of the account as a whole, and can leave', async () => {
      const session = await bound('plain');
      expect(await openTo(session)).toEqual([
        'account.draft-key',
        'account.editions',
        'account.mobile',
        'account.user-info',
        'authenticator.enrol',
        'authenticator.propose',
        'authenticator.status',
        'passkey.list',
        'secondary.authenticator',
        'secondary.passkey',
        'secondary.passkey-challenge',
        'secondary.password',
        'secondary.sms',
        'third.sso-sign-out',
      ]);
      const sms = await session.post('/v1/accounts/sms', { type: 3, mobile: '13900000001' });
      expect([sms.status, sms.code]).toEqual([403, 'PSY_ACCOUNT_CLOSED_HERE']);
      expect((await session.get('/v1/users/info')).data).toMatchObject({ vouched_for_by: 'S1' });
      expect((await session.get('/v2/accounts/draft_key')).status).toBe(200);
      const other = await world().client.as({ appId: 'portal-web' }).signIn('plain', PASSWORD);
      expect((await other.get('/v1/users/info')).data).not.toHaveProperty('vouched_for_by');
      expect((await other.get('/v2/accounts/sessions')).status).toBe(200);
      expect((await session.delete(`/v2/oauth2/tokens/${session.session.access_token}`)).status).toBe(200);
    });

    it('does not set its own password or remove its own authenticator through the list of staff', async () => {
      const session = await (await bound('admin')).withRole('S1', 4).verified(PASSWORD);
      const refused = [
        await session.post('/v1/portal/users/admin/reset_passwords'),
        await session.delete('/v1/portal/teachers/admin/authenticator'),
      ];
      expect(refused.map(({ status, code }) => [status, code])).toEqual(refused.map(() => [409, 'PSY_OWN_ACCOUNT']));
      expect(messageOf(refused[0]!)).toBe('不能重设自己的密码，请在“账号设置”里修改');
      await world().client.as({ appId: 'portal-web' }).signIn('admin', PASSWORD);
    });

    it('is not proved by a password that somebody else has set', async () => {
      const made = await admin.post('/v1/portal/teachers', {
        teacher_name: '郑老师',
        login_name: 's1zheng',
        role_id: 7,
      });
      const { data } = await admin.post(`/v1/portal/users/${made.data.user_id}/reset_passwords`);
      const session = (await bound('s1zheng')).withRole('S1', 7);
      expect((await session.get('/v1/portal/rbac/pages')).status).toBe(200);
      const password = md5(data.password);
      const proofs = [
        await session.post('/v2/accounts/secondaries/password/check', { password }),
        await session.post('/v2/accounts/authenticator/proposals', { password }),
        await session.post('/v2/accounts/authenticator', { code: '123456' }),
      ];
      expect(proofs.map(({ status, code }) => [status, code])).toEqual(
        proofs.map(() => [403, 'PSY_PASSWORD_NO_PROOF']),
      );
      await world().client.as({ appId: 'portal-web' }).signInFirst('s1zheng', data.password);
      const again = (await bound('s1zheng')).withRole('S1', 7);
      const own = { password: md5('Tidal-maple-47') };
      expect((await again.post('/v2/accounts/secondaries/password/check', own)).status).toBe(200);
    });
  });

  it('makes no account and no membership', async () => {
    const count = () =>
      world().db.admin((run) =>
        run('select (select count(*) from accounts)::int a, (select count(*) from memberships)::int m'),
      );
    const before = await count();
    await signIn('invented:1');
    await signIn('plain');
    expect(await count()).toEqual(before);
  });

  it('knows a person by the subject, whatever becomes of the login name', async () => {
    expect((await signIn('plain')).data.user_id).toBe('plain');
    // Another person was given the login name, or wrote it into the claim.
    const taken = await signIn('plain:2');
    expect([taken.status, taken.code]).toEqual([403, 'AC_FORBIDDEN']);
    expect(messageOf(taken)).toContain('已由统一身份认证里的另一个人使用');
    // The same person is known under another login name, also that of an administrator.
    idp.claims.set('plain', { preferred_username: 'admin' });
    expect((await signIn('plain')).data.user_id).toBe('plain');
    idp.claims.clear();
    const entries = await world().db.admin((run) =>
      run("select org_id, row_id, after from audit_logs where act = 'bind' and user_id = 'plain'"),
    );
    expect(entries).toContainEqual({ org_id: 'S1', row_id: 'plain', after: { sso: 'plain' } });
  });

  it('gives an account to one of two subjects that come at once', async () => {
    const [one, two] = [browser(), browser()];
    const came = [await out(one, 'teacher:3'), await out(two, 'teacher:4')] as const;
    const answers = await Promise.all([one.signIn('sso', came[0]), two.signIn('sso', came[1])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('forgets the subjects when the identity server is removed', async () => {
    await signIn('mixed');
    expect((await signIn('mixed:2')).status).toBe(403);
    expect((await admin.delete(`${PATH}/sso`)).status).toBe(200);
    expect((await useServer(idp.issuer)).status).toBe(200);
    expect((await signIn('mixed:2')).data.user_id).toBe('mixed');
  });

  it('lets another subject in after an administrator has reset the password', async () => {
    const made = await admin.post('/v1/portal/teachers', {
      teacher_name: '周老师',
      login_name: 's1zhou',
      role_id: 7,
    });
    const { user_id } = made.data;
    expect((await signIn('s1zhou')).data).toMatchObject({ user_id });
    expect((await signIn('s1zhou:5')).status).toBe(403);
    expect((await admin.post(`/v1/portal/users/${user_id}/reset_passwords`)).status).toBe(200);
    expect((await signIn('s1zhou:5')).data.user_id).toBe(user_id);
    expect((await signIn('s1zhou')).status).toBe(403);
    const entries = await world().db.admin((run) =>
      run("select before from audit_logs where act = 'unbind' and row_id = $1", [user_id]),
    );
    expect(entries).toEqual([{ before: { sso: '已绑定' } }]);
  });

  it('takes an e-mail address for a login name only when it is verified', async () => {
    await useServer(idp.issuer, { login_claim: 'email' });
    idp.claims.set('head', { email: 'head' });
    expect(messageOf(await signIn('head'))).toContain('没有给出登录名（email）');
    idp.claims.set('head', { email: 'head', email_verified: false });
    expect((await signIn('head')).status).toBe(403);
    idp.claims.set('head', { email: 'head', email_verified: true });
    expect((await signIn('head')).data.user_id).toBe('head');
    idp.claims.clear();
  });

  it('uses a code once, in the browser that went out', async () => {
    const [b, other] = [browser(), browser()];
    const came = await out(b, 'plain');
    expect((await other.signIn('sso', came)).code).toBe('AC_THIRD_STATE_INVALID');
    const answers = await Promise.all([b.signIn('sso', came), b.signIn('sso', came)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    // The code of one attempt with the state of another: the verifier does not fit.
    const [first, second] = [await out(b, 'plain'), await out(b, 'plain')];
    expect((await b.signIn('sso', { ...second, code: first.code })).code).toBe('AC_THIRD_CODE_INVALID');
  });

  it('refuses an answer that names another issuer', async () => {
    const b = browser();
    const came = await out(b, 'plain');
    expect((await b.signIn('sso', { ...came, iss: 'https://evil.example' })).status).toBe(503);
  });

  it('is refused by the identity server when the secret is wrong', async () => {
    expect((await useServer(idp.issuer, { secret: 'a wrong secret of the client' })).status).toBe(200);
    const answer = await signIn('plain');
    expect(answer.status).toBe(503);
    expect(world().log.text).not.toContain('a wrong secret of the client');
  });

  it('ends the session at the identity server too', async () => {
    const { data } = await signIn('plain');
    const session = world().client.as({ session: data, appId: 'portal-mobile' });
    const { url } = (await session.post('/v2/accounts/actions/third_sign_out')).data;
    const address = new URL(url);
    expect(address.origin).toBe(idp.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${world().url}/login`);
    expect(address.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200);
    const own = await world().client.as({ appId: 'portal-mobile' }).signIn('plain', PASSWORD);
    expect((await own.post('/v2/accounts/actions/third_sign_out')).data).toEqual({ url: '' });
  });

  describe('a server whose tokens are forged', () => {
    beforeEach(async () => {
      forger.forgery = 'nothing';
      expect((await useServer(forger.issuer)).status).toBe(200);
    });
    const forged = async (forgery: Forgery) => {
      const b = browser();
      const came = forger.agree((await b.goOut('sso', { tenant: 'S1' })).data.url);
      forger.forgery = forgery;
      return b.signIn('sso', came);
    };

    it('signs in when nothing is wrong', async () => {
      expect((await forged('nothing')).data.user_id).toBe('plain');
    });

    it.each([
      'unknown kid',
      'alg none',
      'foreign key',
      'wrong audience',
      'wrong issuer',
      'expired',
      'wrong nonce',
      'no ID token',
      'hangs',
      'huge',
    ] as const)('is refused: %s', async (forgery) => {
      const began = performance.now();
      const answer = await forged(forgery);
      expect([answer.status, answer.code]).toEqual([503, 'PSY_UNAVAILABLE']);
      expect(performance.now() - began).toBeLessThan(8000);
    });
  });

  describe('the test of the connection', () => {
    const test = (issuer: string) => admin.post(`${PATH}/sso/test`, { issuer });

    it('shows what the server declares', async () => {
      expect((await test(idp.issuer)).data).toMatchObject({ issuer: idp.issuer, pkce: true, sign_out: true });
      expect((await test(forger.issuer)).data).toMatchObject({ pkce: false, sign_out: false });
    });

    it('explains at the field why a server cannot be used, and saves none that is switched on', async () => {
      const wrong = await test(`${idp.issuer}/nowhere`);
      expect([wrong.status, wrong.fields]).toEqual([400, ['/issuer']]);
      expect((await useServer('http://127.0.0.1:1')).fields).toEqual(['/issuer']);
      expect((await test('ftp://x')).fields).toEqual(['/issuer']);
    });

    it('never asks an internal address in production', async () => {
      world().services.outside = { ...NOTHING_OUTSIDE, timeoutMs: 2000 };
      const before = idp.paths.length;
      for (const issuer of [
        idp.issuer,
        idp.issuer.replace('http:', 'https:'),
        'https://localhost',
        'https://2130706433',
        'https://10.0.0.1',
        'https://169.254.169.254/latest',
        'https://[::1]',
        'https://[::ffff:127.0.0.1]',
      ])
        expect([issuer, messageOf(await test(issuer))]).toEqual([issuer, '只能使用公网上的 https:// 地址']);
      expect(idp.paths.length).toBe(before);
    });

    it('is for administrators after a second proof, and limited', async () => {
      const unproved = (await world().client.signIn('admin', PASSWORD)).withRole('S1', 4);
      expect((await unproved.post(`${PATH}/sso/test`, { issuer: idp.issuer })).code).toBe(
        'PSY_INVALID_SECONDARY_TOKEN',
      );
      const head = await (await world().client.signIn('head', PASSWORD)).withRole('S1', 9).verified(PASSWORD);
      expect((await head.post(`${PATH}/sso/test`, { issuer: idp.issuer })).status).toBe(403);
      admin = await unproved.verified(PASSWORD);
      const answers = [];
      for (let i = 0; i < 21; i++) answers.push((await test('http://127.0.0.1:1')).status);
      expect(answers.at(-1)).toBe(429);
    });
  });
});
