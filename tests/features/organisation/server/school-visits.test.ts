import { describe, expect, it } from 'vitest';
import type { UserInfo } from '../../../../src/platform/identity/contract.ts';
import { dataOf, query, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const SCHOOLS = '/v1/portal/institutions/schools';
const HOUR = 3_600_000;

describeApi('an institution and its schools', (kind) => {
  const server = useServer(kind);
  const bureau = useClient(server, 1001, 1);
  const psychologist = useClient(server, 1001, 13);
  const school = useClient(server, 2001, 4);
  const list = async (client: Client, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed>(await client.get(query(SCHOOLS, parameters)));
  const enter = (client: Client, id: string) => client.post(`${SCHOOLS}/${id}/enter`);
  const leave = (client: Client, id: string) => client.post(`${SCHOOLS}/${id}/leave`);
  /** An attempt of the institution's staff to act as role `role` of a school: the error code, or else the status. */
  const ask = async (client: Client, path = '/v1/portal/rbac/pages') => {
    const { status, code } = await client.get(path);
    return code ?? status;
  };
  const logsOf = async (orgId: string) =>
    (
      await rowsOf(
        server(),
        `select act, user_id, role_id, row_label from audit_logs where org_id = '${orgId}' and resource = 'school' order by act`,
      )
    ).map(({ act }) => act);

  it('lists its own schools with their service, and no others', async () => {
    const { total, items } = await list(bureau());
    expect(total).toBe(5);
    expect(items[0]).toEqual({
      school_id: '2001',
      school_name: '青禾市第一中学',
      edu_level: 1,
      service_type: 2,
      product_status: 0,
      account_expire_at: expect.any(String),
      used_quota: 1620,
      total_quota: 1800,
    });
    expect(
      (await list(bureau(), { school_name: '实验', page: 1, size: 5 })).items.map(({ school_id }) => school_id),
    ).toEqual(['2002']);
    expect((await list(bureau(), { product_status: 2 })).items.map(({ school_id }) => school_id)).toEqual([
      '2004',
      '2005',
    ]);
    expect((await school().get(SCHOOLS)).code).toBe('AC_FORBIDDEN');
    expect((await bureau().get(`${SCHOOLS}/1001`)).status).toBe(404);
  });

  it('limits a role to the schools of its scope', async () => {
    expect((await list(psychologist())).items.map(({ school_id }) => school_id)).toEqual(['2001', '2002']);
    expect((await psychologist().get(`${SCHOOLS}/2003`)).code).toBe('PSY_OUT_OF_REACH');
    expect((await enter(psychologist(), '2001')).code).toBe('AC_FORBIDDEN');
    const second = (await server().client.signIn('o1001r2')).withRole(1001, 2);
    await rowsOf(
      server(),
      "update memberships set role_extend = '{\"school_ids\": [\"2005\"]}' where org_id = '1001' and user_id = 'u-o1001r2'",
    );
    await server().services.access.invalidateUser('u-o1001r2');
    expect((await list(second)).items.map(({ school_id }) => school_id)).toEqual(['2005']);
    expect((await enter(second, '2001')).code).toBe('PSY_OUT_OF_REACH');
  });

  describe('a visit of a school', () => {
    it('must be started, and is logged in both organisations', async () => {
      const inside = bureau().withRole(2001, 1);
      expect(await ask(inside)).toBe('AC_ORG_ROLE_FORBIDDEN');
      expect(dataOf(await enter(bureau(), '2001'))).toMatchObject({
        school_id: '2001',
        school_name: '青禾市第一中学',
        org_type: 2,
        role_id: 1,
      });
      expect(await ask(inside)).toBe(200);
      expect([await logsOf('1001'), await logsOf('2001')]).toEqual([['enter'], ['enter']]);
      const entry = dataOf<Listed>(await school().get('/v1/portal/audits/logs/list?resource=school')).items[0];
      const [account] = await rowsOf(server(), "select real_name from accounts where login_name = 'o1001r1'");
      expect(entry).toMatchObject({
        act: 'enter',
        user_name: account?.['real_name'],
        role_id: 1,
        row_label: '青禾市第一中学',
      });
      const changes = dataOf<{ items: { field: string; after: string }[] }>(
        await school().get(`/v1/portal/audits/logs/${String(entry?.['log_id'])}/changes`),
      ).items;
      expect(changes.find(({ field }) => field === 'bureau_name')?.after).toBe('青禾市教育局');
    });

    it('has the role at the institution, in that school, with the rights of that role there', async () => {
      for (const [org, role, type] of [
        ['2001', 2, 2],
        ['2001', 4, 2],
        ['2002', 1, 2],
        ['2001', 1, 1],
      ] as const)
        expect([org, role, await ask(bureau().withRole(org, role, type))]).toEqual([
          org,
          role,
          'AC_ORG_ROLE_FORBIDDEN',
        ]);
      const inside = bureau().withRole(2001, 1);
      const {
        permissions: { open = [] },
      } = dataOf<{ permissions: Record<string, string[]> }>(await inside.get('/v1/portal/rbac/pages'));
      expect(open).toEqual(expect.arrayContaining(['org-manage', 'org-manage/structure']));
      expect(open).not.toContain('org-manage/student');
      expect(await ask(inside, '/v1/portal/students')).toBe('AC_FORBIDDEN');
      expect(await ask(inside, SCHOOLS)).toBe('AC_FORBIDDEN');
      expect(await ask(inside, '/v1/portal/orgs/2001/details')).toBe(200);
    });

    it('is listed beside the own organisations', async () => {
      const info = dataOf<UserInfo>(await bureau().get('/v1/users/info'));
      expect(
        info.orgs.map(({ org_id, visited_from, org_roles }) => [
          org_id,
          visited_from,
          org_roles.map(({ role_id }) => role_id),
        ]),
      ).toEqual([
        ['1001', undefined, [1]],
        ['2001', '1001', [1]],
      ]);
    });

    it('ends when the visitor leaves, once', async () => {
      const inside = bureau().withRole(2001, 1);
      expect((await leave(inside, '2001')).status).toBe(200);
      expect(await ask(inside)).toBe('AC_ORG_ROLE_FORBIDDEN');
      expect((await leave(bureau(), '2001')).status).toBe(200);
      expect([await logsOf('1001'), await logsOf('2001')]).toEqual([
        ['enter', 'leave'],
        ['enter', 'leave'],
      ]);
      expect(dataOf<UserInfo>(await bureau().get('/v1/users/info')).orgs).toHaveLength(1);
    });

    it('is not granted by request headers alone', async () => {
      expect((await enter(bureau(), '1001')).status).toBe(404);
      expect((await enter(bureau(), 'nowhere')).status).toBe(404);
      expect((await enter(school(), '2002')).code).toBe('AC_FORBIDDEN');
      const seen = await server().db.admin(async (run) => {
        await run("begin; set local role xinyu_app; select set_config('app.org_id', '2001', true)");
        const rows = await run('select org_id from orgs');
        await run('rollback');
        return rows;
      });
      expect(seen).toEqual([{ org_id: '2001' }]);
    });

    it('expires at the end of the day', async () => {
      await enter(bureau(), '2002');
      const inside = bureau().withRole(2002, 1);
      expect(await ask(inside)).toBe(200);
      server().clock.advance(12 * HOUR);
      const again = (await server().client.signIn('o1001r1')).withRole(2002, 1);
      expect(await ask(again)).toBe('AC_ORG_ROLE_FORBIDDEN');
      expect(await ask(again.withRole(1001, 1))).toBe(200);
    });

    it('ends when the visitor loses the role at the institution, or the school leaves the institution', async () => {
      const client = (await server().client.signIn('o1001r3')).withRole(1001, 3);
      expect((await enter(client, '2003')).status).toBe(200);
      const inside = client.withRole(2003, 3);
      expect(await ask(inside)).toBe(200);
      await rowsOf(server(), "update orgs set parent_org_id = null where org_id = '2003'");
      await server().services.access.invalidateOrg('2003');
      expect(await ask(inside)).toBe('AC_ORG_ROLE_FORBIDDEN');
      await rowsOf(server(), "update orgs set parent_org_id = '1001' where org_id = '2003'");
      await server().services.access.invalidateOrg('2003');
      expect(await ask(inside)).toBe(200);
      await rowsOf(server(), "delete from memberships where org_id = '1001' and user_id = 'u-o1001r3'");
      await server().services.access.invalidateUser('u-o1001r3');
      expect(await ask(inside)).toBe('AC_ORG_ROLE_FORBIDDEN');
    });
  });
});
