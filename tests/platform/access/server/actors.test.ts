import { describe, expect, it } from 'vitest';
import type { Abilities } from '../../../../src/platform/access/contract.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { MINUTE, PASSWORD, anotherProcess, dataOf, useWorld } from '../../../support/world.ts';

describeApi('acting in an organisation', (kind) => {
  const world = useWorld(kind);
  const signIn = (account: string) => world().client.signIn(account, PASSWORD);
  const as = (client: Client, orgId: string, orgType: string, roleId: string) =>
    client.as({ org: { orgId, orgType, roleId } });
  const ask = async (client: Client) => {
    const { status, code } = await client.get('/v1/portal/rbac/pages');
    return code ?? status;
  };
  const change = (sql: string) => world().db.admin((run) => run(sql));

  it('is granted to a person who holds the role there', async () => {
    const multi = await signIn('multi');
    for (const [org, role] of [
      ['S1', '8'],
      ['S1', '10'],
      ['S2', '4'],
      ['S2', '7'],
    ] as const)
      expect(await ask(as(multi, org, '2', role))).toBe(200);
    expect(await ask(as(await signIn('bureau'), 'B1', '1', '1'))).toBe(200);
  });

  it.each([
    ['a role of another school', 'S1', '2', '4'],
    ['a role that was not granted', 'S1', '2', '5'],
    ['another type of organisation', 'S1', '1', '8'],
    ['an organisation that is none of theirs', 'B1', '1', '1'],
    ['an organisation that does not exist', 'nowhere', '2', '4'],
    ['a role written otherwise', 'S1', '2', '08'],
    ['a role with a fraction', 'S1', '2', '8.0'],
    ['several roles', 'S1', '2', '8,10'],
    ['no role', 'S1', '2', ''],
    ['no type', 'S1', '', '8'],
    ['no organisation', '', '2', '8'],
    ['nothing at all', '', '', ''],
    ['SQL for an organisation', "S1' or '1'='1", '2', '8'],
  ])('is refused for %s', async (_, org, type, role) => {
    const multi = await signIn('multi');
    const { status, code } = await as(multi, org, type, role).get('/v1/portal/rbac/pages');
    expect([status, code]).toEqual([403, 'AC_ORG_ROLE_FORBIDDEN']);
  });

  it('is checked on endpoints without an organisation too, when the headers name one', async () => {
    const multi = await signIn('multi');
    expect((await as(multi, 'S1', '2', '4').get('/v1/users/info')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
    expect((await as(multi, 'S1', '2', '8').get('/v1/users/info')).status).toBe(200);
  });

  it('makes staff without a role ordinary teachers, and no one else', async () => {
    const plain = await signIn('plain');
    expect(await ask(as(plain, 'S1', '2', '7'))).toBe(200);
    expect(await ask(as(plain, 'S2', '2', '7'))).toBe('AC_ORG_ROLE_FORBIDDEN');
    for (const [who, org] of [
      ['student', 'S1'],
      ['parent', 'S1'],
      ['mixed', 'S2'],
    ] as const)
      expect(await ask(as(await signIn(who), org, '2', '7'))).toBe('AC_ORG_ROLE_FORBIDDEN');
    expect(await ask(as(await signIn('admin'), 'S1', '2', '7'))).toBe('AC_ORG_ROLE_FORBIDDEN');
  });

  it("lets students and parents name their school without a role, and closes the staff's areas to them", async () => {
    for (const who of ['student', 'parent']) {
      const client = as(await signIn(who), 'S1', '2', '');
      expect((await client.get('/v1/users/info')).status).toBe(200);
      expect(await ask(client)).toBe('AC_FORBIDDEN');
      expect((await client.get('/v1/portal/schools/classes/tree')).code).toBe('AC_FORBIDDEN');
    }
  });

  it('reads the memberships once, not for every request', async () => {
    const client = as(await signIn('multi'), 'S1', '2', '8');
    await ask(client);
    const asked: string[] = [];
    const stop = world().db.onStatement(({ sql }) => asked.push(sql));
    expect(await ask(client)).toBe(200);
    stop();
    expect(asked).toEqual([]);
  });

  it('is asked of the database each time for people who are no members', async () => {
    const client = as(await signIn('nobody'), 'S1', '2', '7');
    expect(await ask(client)).toBe('AC_ORG_ROLE_FORBIDDEN');
    await change("insert into memberships (org_id, user_id, identity, role_extend) values ('S1', 'nobody', 3, '{}')");
    expect(await ask(client)).toBe(200);
    await change("delete from memberships where user_id = 'nobody'");
    world().clock.advance(MINUTE);
  });

  it('is closed to everybody while the organisation is suspended', async () => {
    const client = as(await signIn('bureau'), 'B1', '1', '1');
    const suspend = async (at: string, reason: string) => {
      await change(
        `insert into tenants (org_id) values ('B1') on conflict do nothing;
         update tenants set suspended_at = ${at}, suspended_for = ${reason} where org_id = 'B1'`,
      );
      await world().services.access.invalidateOrg('B1');
    };
    await suspend("'2026-09-02T00:00:00Z'", "'x'");
    expect(await ask(client)).toBe('PSY_ORG_SUSPENDED');
    await suspend('null', 'null');
    expect(await ask(client)).toBe(200);
  });

  it('follows policies that are read again', async () => {
    const { access } = world().services;
    const claim = { orgId: 'S1', orgType: '2', roleId: '4' };
    const [before, again] = [await access.resolveActor('admin', claim), await access.resolveActor('admin', claim)];
    expect(again).toBe(before);
    (await access.reread())();
    const after = await access.resolveActor('admin', claim);
    expect(after).not.toBe(before);
    expect(after).toEqual(before);
  });

  describe('without a membership', () => {
    const claim = (orgId = 'S1', orgType = '2', roleId = '') => ({ orgId, orgType, roleId });
    const grant = (more: object = {}) => ({
      orgId: 'S1',
      responsible: 'admin',
      roleId: 4,
      rights: ['org-manage/student open', 'sign-in-token create', 'screening/answer write'],
      networks: [],
      until: new Date(world().clock.now() + MINUTE).toISOString(),
      ...more,
    });
    const code = (promise: Promise<unknown>) =>
      promise.then(
        () => 'acts',
        (error: { code?: string }) => error.code,
      );

    it('is for systems within what the person may do who answers for them', async () => {
      const { access } = world().services;
      const { resolveService, standingOf } = access;
      const actor = await resolveService('system', grant(), claim());
      expect(actor).toMatchObject({ userId: 'system', orgId: 'S1', roleId: 4, identity: 4, eduLevel: 1 });
      expect([...(actor.within ?? [])]).toEqual(['org-manage/student open', 'sign-in-token create']);
      // A person who may make no systems gives nothing of what only systems have.
      expect(await standingOf(grant({ responsible: 'multi', roleId: 8 }))).toEqual(['org-manage/student open']);
      for (const more of [
        { responsible: 'nobody' },
        { roleId: 5 },
        { until: new Date(world().clock.now()).toISOString() },
      ])
        expect([more, await code(resolveService('system', grant(more), claim()))]).toEqual([
          more,
          'PSY_SERVICE_ACCOUNT_ENDED',
        ]);
      for (const other of [claim('S2'), claim('S1', '1'), claim('S1', '2', '4')])
        expect([other, await code(resolveService('system', grant(), other))]).toEqual([other, 'AC_ORG_ROLE_FORBIDDEN']);
      expect(await code(resolveService('system', grant({ orgId: 'nowhere' }), claim('nowhere')))).toBe(
        'AC_ORG_ROLE_FORBIDDEN',
      );
    });

    it('is for limited sessions as the student of the session, and reads the organisation once a minute', async () => {
      const { access } = world().services;
      const limit = { orgId: 'S1', identity: 1, childId: 'c', area: 'screening/answer', rowId: 'r' };
      const resolve = (of = claim()) => access.resolveLimited('limited', limit, of);
      expect(await resolve()).toMatchObject({
        userId: 'limited',
        childId: 'c',
        identity: 1,
        roleId: 0,
        roleExtend: {},
      });
      expect(await code(resolve(claim('S1', '2', '4')))).toBe('AC_ORG_ROLE_FORBIDDEN');
      const statements = async () => {
        const asked: string[] = [];
        const stop = world().db.onStatement(({ sql }) => asked.push(sql));
        await resolve();
        stop();
        return asked.length;
      };
      expect(await statements()).toBe(0);
      world().clock.advance(MINUTE);
      expect(await statements()).toBeGreaterThan(0);
      await access.invalidateOrg('S1');
      expect(await statements()).toBeGreaterThan(0);
    });

    it('is known to be enabled only while the account is', async () => {
      const { access } = world().services;
      expect([await access.isEnabled('plain'), await access.isEnabled('no such account')]).toEqual([true, false]);
      await change("update accounts set enabled = false where user_id = 'plain'");
      expect(await access.isEnabled('plain')).toBe(false);
      await change("update accounts set enabled = true where user_id = 'plain'");
    });
  });

  describe('after a change', () => {
    it('applies the removal of a role at once, in every process', async () => {
      const other = await anotherProcess(world());
      try {
        const client = as(await signIn('head'), 'S1', '2', '9');
        const there = client.as({ port: other.port });
        expect([await ask(client), await ask(there)]).toEqual([200, 200]);
        await change("update memberships set role_id = 12 where user_id = 'head'");
        await other.services.access.invalidateUser('head');
        expect([await ask(client), await ask(there)]).toEqual(['AC_ORG_ROLE_FORBIDDEN', 'AC_ORG_ROLE_FORBIDDEN']);
        expect(await ask(as(client, 'S1', '2', '12'))).toBe(200);
        await change("update memberships set role_id = 9 where user_id = 'head'");
        await other.services.access.invalidateUser('head');
      } finally {
        await other.close();
      }
    });

    it('applies an opened software feature', async () => {
      const client = as(await signIn('multi'), 'S2', '2', '4');
      const mayChat = async () =>
        dataOf<Abilities>(await client.get('/v1/portal/rbac/pages')).permissions.open?.includes('ai-chat');
      expect(await mayChat()).toBe(false);
      await change("insert into org_features values ('S2', 'ai')");
      await world().services.access.invalidateOrg('S2');
      expect(await mayChat()).toBe(true);
      await change("delete from org_features where org_id = 'S2'");
      await world().services.access.invalidateOrg('S2');
    });

    it('applies an unannounced change within a minute', async () => {
      const client = as(await signIn('teacher'), 'S1', '2', '10');
      expect(await ask(client)).toBe(200);
      await change("update memberships set role_id = 14 where user_id = 'teacher'");
      world().clock.advance(MINUTE);
      expect(await ask(client)).toBe('AC_ORG_ROLE_FORBIDDEN');
      await change("update memberships set role_id = 10 where user_id = 'teacher'");
      world().clock.advance(MINUTE);
    });

    it('does not keep an older answer when the change is announced during the read', async () => {
      const { services, db } = world();
      await services.access.invalidateUser('multi');
      const claim = { orgId: 'S1', orgType: '2', roleId: '8' };
      let announced: Promise<void> | undefined;
      const stop = db.onStatement(() => {
        announced ??= services.access.invalidateUser('multi');
      });
      await services.access.resolveActor('multi', claim);
      stop();
      await announced;
      const asked: string[] = [];
      const stopAgain = db.onStatement(({ sql }) => asked.push(sql));
      await services.access.resolveActor('multi', claim);
      stopAgain();
      expect(asked.length).toBeGreaterThan(0);
    });
  });
});
