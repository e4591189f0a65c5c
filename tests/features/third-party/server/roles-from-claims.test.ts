import { beforeAll, beforeEach, expect, it } from 'vitest';
import { NOTHING_OUTSIDE } from '../../../../src/platform/outside-identity/server/outside.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { DAY, MINUTE, PASSWORD, SECOND, useWorld } from '../../../support/world.ts';
import { Browser } from './browser.ts';
import { ForgingServer } from './forging-server.ts';
import { CLIENT, IdentityServer } from './identity-server.ts';

const PATH = '/v1/portal/sign_in_providers/sso';
const PAGES = '/v1/portal/rbac/pages';
const LEADER = { value: 'lead', role_id: 12 };
const ROLE_CLAIM = {
  claim: 'roles',
  values: [{ value: 'psych', role_id: 8 }, LEADER, { value: 'office', role_id: 5 }],
};

interface Where {
  tenant?: string;
  appId?: 'portal-web' | 'portal-mobile';
}

describeApi('roles from a claim of an identity server', (kind) => {
  const world = useWorld(kind);
  let idp: IdentityServer;
  let forger: ForgingServer;
  let admin: Client;
  const adminAgain = async () => (await world().client.signIn('admin', PASSWORD)).withRole('S1', 4).verified(PASSWORD);
  const save = (role_claim: object | null, by = admin, issuer = idp.issuer) =>
    by.put(PATH, {
      enabled: true,
      login_claim: 'preferred_username',
      title: '统一认证',
      issuer,
      client_id: CLIENT.client_id,
      secret: CLIENT.client_secret,
      role_claim,
    });
  beforeAll(async () => {
    [idp, forger] = await Promise.all([IdentityServer.start([world().url]), ForgingServer.start()]);
    return () => Promise.all([idp.close(), forger.close()]);
  });
  beforeEach(async () => {
    world().services.outside = { ...NOTHING_OUTSIDE, internalAddresses: true, timeoutMs: 2000 };
    world().clock.advance(11 * MINUTE);
    admin = await adminAgain();
    expect((await save(ROLE_CLAIM)).data).toEqual({ ok: true });
  });

  /** A new member of staff without a role, by the login name that the identity server gives. */
  const employ = async (login_name: string, role_id = 7): Promise<string> => {
    const { data } = await admin.post('/v1/portal/teachers', {
      teacher_name: `${login_name}老师`,
      login_name,
      role_id,
    });
    return data.user_id;
  };
  const signIn = async (person: string, roles: unknown, { tenant = 'S1', appId = 'portal-mobile' }: Where = {}) => {
    // Entries of the log are in the order of their times.
    world().clock.advance(SECOND);
    idp.person = person;
    idp.claims.set(person, roles === undefined ? {} : { roles });
    const client = world().client.as({ appId });
    const browser = new Browser(client);
    const { code, state, iss } = await idp.authorise((await browser.goOut('sso', { tenant })).data.url);
    const { status, text, data } = await browser.signIn('sso', { code, state, iss });
    expect(status, text).toBe(200);
    return client.as({ session: data });
  };
  /** The roles that a session may choose, as it is told and as it is let. */
  const rolesOf = async (session: Client, orgId = 'S1') => {
    const { data } = await session.get('/v1/users/info');
    const told = data.orgs
      .find(({ org_id }: { org_id: string }) => org_id === orgId)
      .org_roles.map(({ role_id }: { role_id: number }) => role_id)
      .sort((a: number, b: number) => a - b);
    const tried = await Promise.all(
      [...new Set<number>([...told, 5, 8, 12])].map(async (role) =>
        (await session.withRole(orgId, role).get(PAGES)).status === 200 ? [role] : [],
      ),
    );
    expect(tried.flat().sort((a, b) => a - b)).toEqual(told);
    return told;
  };
  const claimed = async (userId: string) =>
    (await admin.get(`/v1/portal/teachers/${userId}/roles`)).data.claimed.map(
      ({ role_id }: { role_id: number }) => role_id,
    );
  const log = (userId: string) =>
    world().db.admin((run) =>
      run(
        `select user_id, before, after from audit_logs where org_id = 'S1' and resource = 'teacher' and row_id = $1
           and after ? 'claimed_roles' order by at, log_id`,
        [userId],
      ),
    );

  it('are those of the values that the organisation has mapped, and are logged under the name of the person', async () => {
    const id = await employ('qian');
    expect(await rolesOf(await signIn('qian', ['psych', 'lead', 'invented', 'PSYCH', 5, { office: true }]))).toEqual([
      7, 8, 12,
    ]);
    expect(await claimed(id)).toEqual([8, 12]);
    expect(await rolesOf(await signIn('qian', 'psych'))).toEqual([7, 8]);
    expect(await log(id)).toEqual([
      { user_id: id, before: { claimed_roles: '' }, after: { claimed_roles: '心理专职教师；校领导' } },
      { user_id: id, before: { claimed_roles: '心理专职教师；校领导' }, after: { claimed_roles: '心理专职教师' } },
    ]);
  });

  it('are none without the claim, with an empty one, or with values that are not mapped', async () => {
    const id = await employ('s1sun');
    for (const roles of [undefined, [], '', ['teacher'], 8, null, { psych: true }])
      expect(await rolesOf(await signIn('s1sun', roles))).toEqual([7]);
    expect([await claimed(id), await log(id)]).toEqual([[], []]);
  });

  it('are held in the session that stated them, also after a refresh, and in no session with a password', async () => {
    const id = await employ('s1li');
    const { data } = await admin.post(`/v1/portal/users/${id}/reset_passwords`);
    const own = await world().client.as({ appId: 'portal-web' }).signInFirst('s1li', data.password);
    const session = await signIn('s1li', ['psych']);
    const refreshed = await session.publicly('POST', `/v2/oauth2/tokens/actions/${session.session?.refresh_token}`);
    expect(await rolesOf(session.as({ session: refreshed.data }))).toEqual([7, 8]);
    expect(await rolesOf(own)).toEqual([7]);
  });

  it('end when a later sign-in does not state them, with all sessions that stated them', async () => {
    const id = await employ('zhou');
    const desktop = await signIn('zhou', ['psych', 'lead'], { appId: 'portal-web' });
    expect(await rolesOf(desktop)).toEqual([7, 8, 12]);
    expect(await rolesOf(await signIn('zhou', ['lead']))).toEqual([7, 12]);
    expect((await desktop.get('/v1/users/info')).status).toBe(401);
    // A sign-in that states the same leaves other sessions alone.
    const phone = await signIn('zhou', ['lead']);
    const again = await signIn('zhou', ['lead'], { appId: 'portal-web' });
    expect([await rolesOf(phone), await rolesOf(again)]).toEqual([
      [7, 12],
      [7, 12],
    ]);
    expect(await rolesOf(await signIn('zhou', undefined))).toEqual([7]);
    expect([(await again.get('/v1/users/info')).status, await claimed(id)]).toEqual([401, []]);
  });

  it('end after 30 days without a sign-in, and the log says so', async () => {
    const id = await employ('s1wu');
    await signIn('s1wu', ['psych']);
    world().clock.advance(20 * DAY);
    await signIn('s1wu', ['psych']);
    world().clock.advance(29 * DAY);
    await world().services.jobs.runDue();
    admin = await adminAgain();
    expect(await claimed(id)).toEqual([8]);
    world().clock.advance(2 * DAY);
    admin = await adminAgain();
    await world().services.jobs.runDue();
    expect(await claimed(id)).toEqual([]);
    expect((await log(id)).at(-1)).toEqual({
      user_id: 'system',
      before: { claimed_roles: '心理专职教师' },
      after: { claimed_roles: '' },
    });
  });

  it('leave roles alone that were given by hand, with their limits', async () => {
    const id = await employ('zheng');
    const roles = `/v1/portal/teachers/${id}/roles`;
    const limited = { role_id: 8, role_extend: { periods: [3] } };
    expect((await admin.put(roles, { items: [limited] })).status).toBe(200);
    const stated = await signIn('zheng', ['psych', 'lead']);
    expect(await rolesOf(stated)).toEqual([8, 12]);
    expect((await admin.get(roles)).data).toMatchObject({ items: [limited], claimed: [{ role_id: 12 }] });
    expect(await rolesOf(await signIn('zheng', []))).toEqual([8]);
    // Given by hand while the claim gives it, a role stays when the claim does not.
    await signIn('zheng', ['lead']);
    const items = [limited, { role_id: 12, role_extend: {} }];
    expect((await admin.put(roles, { items })).data).toMatchObject({ items, claimed: [] });
    expect(await rolesOf(await signIn('zheng', undefined))).toEqual([8, 12]);
    // Taken away by hand, what a claim gives stays.
    await signIn('zheng', ['office']);
    expect((await admin.put(roles, { items: [] })).data).toMatchObject({ items: [], claimed: [{ role_id: 5 }] });
    expect(await rolesOf(await signIn('zheng', ['office']))).toEqual([5, 7]);
  });

  it('end with their sessions when the organisation takes their line away or names another claim, and not before', async () => {
    const id = await employ('wang');
    const session = await signIn('wang', ['psych']);
    const more = { ...ROLE_CLAIM, values: [...ROLE_CLAIM.values, { value: 'moral', role_id: 14 }] };
    expect((await save(more)).status).toBe(200);
    expect(await rolesOf(session)).toEqual([7, 8]);
    expect((await save({ ...ROLE_CLAIM, values: [LEADER] })).status).toBe(200);
    expect([(await session.get('/v1/users/info')).status, await claimed(id)]).toEqual([401, []]);
    for (const change of [{ ...ROLE_CLAIM, claim: 'groups' }, null]) {
      await save(ROLE_CLAIM);
      await signIn('wang', ['psych']);
      expect(await claimed(id)).toEqual([8]);
      await save(change);
      expect(await claimed(id)).toEqual([]);
      expect(await rolesOf(await signIn('wang', ['psych']))).toEqual([7]);
    }
    await save(ROLE_CLAIM);
    await signIn('wang', ['psych']);
    expect((await admin.delete(PATH)).status).toBe(200);
    expect(await claimed(id)).toEqual([]);
    const changes = await world().db.admin((run) =>
      run(
        "select after from audit_logs where resource = 'sign_in_provider' and after ->> 'role_values' = 'lead：校领导'",
      ),
    );
    expect(changes).toEqual([{ after: expect.objectContaining({ role_claim: 'roles' }) }]);
  });

  it('are given by no token that is forged, or altered after it was signed', async () => {
    expect((await save(ROLE_CLAIM, admin, forger.issuer)).status).toBe(200);
    const id = await employ('feng');
    forger.login = 'feng';
    forger.more = { roles: ['office'] };
    const come = async (forgery: typeof forger.forgery) => {
      const client = world().client.as({ appId: 'portal-mobile' });
      const browser = new Browser(client);
      forger.forgery = forgery;
      const answer = await browser.signIn('sso', forger.agree((await browser.goOut('sso', { tenant: 'S1' })).data.url));
      return { answer, session: client.as({ session: answer.data }) };
    };
    for (const forgery of ['altered claims', 'foreign key', 'alg none', 'unknown kid'] as const)
      expect([forgery, (await come(forgery)).answer.code]).toEqual([forgery, 'PSY_UNAVAILABLE']);
    expect(await claimed(id)).toEqual([]);
    expect(await rolesOf((await come('nothing')).session)).toEqual([5, 7]);
  });

  it('follow the lines of the organisation that the person signs in to, and are held there only', async () => {
    const other = await (
      await world().client.as({ appId: 'portal-web' }).signIn('multi', PASSWORD)
    )
      .withRole('S2', 4)
      .verified(PASSWORD);
    await world().db.admin((run) =>
      run(
        "insert into teachers (org_id, user_id, teacher_name) values ('S1', 'multi', '赵老师'), ('S2', 'multi', '赵老师')",
      ),
    );
    const values = [{ value: 'of-the-college', role_id: 12 }];
    expect((await save({ claim: 'roles', values }, other)).status).toBe(200);
    expect(await rolesOf(await signIn('multi', ['of-the-college']))).toEqual([8, 10]);
    const there = await signIn('multi', ['of-the-college', 'office'], { tenant: 'S2' });
    expect(await rolesOf(there, 'S2')).toEqual([4, 7, 12]);
    expect((await there.withRole('S1', 12).get(PAGES)).code).toBe('AC_ORG_ROLE_FORBIDDEN');
    const rows = await world().db.admin((run) =>
      run("select org_id, role_id from memberships where user_id = 'multi' and claimed_until is not null"),
    );
    expect(rows).toEqual([{ org_id: 'S2', role_id: 12 }]);
  });

  it('are refused in the settings where nobody could give them by hand, or a claim is what people say of themselves', async () => {
    const { data } = await admin.get('/v1/portal/sign_in_providers');
    expect(data.claimable.map(({ role_id }: { role_id: number }) => role_id)).toEqual([5, 7, 8, 12, 14]);
    expect(data.items[0].role_claim).toEqual(ROLE_CLAIM);
    const refused = async (change: object) => {
      const answer = await save({ ...ROLE_CLAIM, ...change });
      return [answer.status, answer.fields];
    };
    const asRole = (role_id: number) => ({ values: [LEADER, { value: 'x', role_id }] });
    for (const role of [1, 2, 3, 4, 9, 10, 13, 99])
      expect([role, await refused(asRole(role))]).toEqual([role, [400, ['/role_claim/values/1/role_id']]]);
    expect(await refused({ values: [LEADER, LEADER] })).toEqual([400, ['/role_claim/values/1/value']]);
    expect(await refused({ values: [{ value: ' lead', role_id: 12 }] })).toEqual([400, ['/role_claim/values/0/value']]);
    for (const claim of ['preferred_username', 'email', 'nickname', 'sub', 'aud'])
      expect([claim, await refused({ claim })]).toEqual([claim, [400, ['/role_claim/claim']]]);
    const many = Array.from({ length: 51 }, (_, i) => ({ value: `v${i}`, role_id: 12 }));
    expect((await refused({ values: many }))[0]).toBe(400);
    expect((await refused({ values: [] }))[0]).toBe(400);
    expect((await admin.get('/v1/portal/sign_in_providers')).data.items[0].role_claim).toEqual(ROLE_CLAIM);
  });

  it('are set by administrators after a second proof only', async () => {
    const unproved = (await world().client.signIn('admin', PASSWORD)).withRole('S1', 4);
    expect((await save(null, unproved)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const head = await (await world().client.signIn('head', PASSWORD)).withRole('S1', 9).verified(PASSWORD);
    expect((await save(null, head)).status).toBe(403);
  });
});
