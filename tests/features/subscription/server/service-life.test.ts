import { expect, it } from 'vitest';
import { renewService } from '../../../../src/features/subscription/server/renew-service.ts';
import { pathOf } from '../../../../src/platform/contract/endpoint.ts';
import { keyStatus } from '../../../../src/platform/crypto/server/rotate-keys.ts';
import { dataOf, rowsOf, type Listed, type Row } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { RENEWAL_KEY } from '../../../support/test-keys.ts';

const DAY = 86_400_000;
const STUDENTS = '/v1/portal/students';
const WROTE = '最近晚上睡不好，说想念外婆';
const SCHOOL = '2002';
const REFUSED = { protection: 'PSY_SERVICE_PROTECTED', expired: 'PSY_SERVICE_EXPIRED' } as const;

describeApi('the stages of a service', (kind) => {
  const server = useServer(kind);
  /** The stages are days apart, longer than any session lasts. */
  const as = async (roleId: number, orgId = SCHOOL): Promise<Client> =>
    (await server().client.signIn(`o${orgId}r${roleId}`)).withRole(orgId, roleId);
  const round = () => server().services.jobs.runNow('service-stages');
  const renew = (inDays: number, serviceType = 2, key = RENEWAL_KEY) =>
    renewService(server().services, () => key, SCHOOL, {
      until: new Date(server().clock.now() + inDays * DAY).toISOString(),
      serviceType,
      protectionDays: 10,
    });
  const products = async (client: Client) =>
    dataOf<Listed>(await client.get(`/v1/saas/products/orgs/${SCHOOL}/list`)).items;
  const seenByBureau = async () =>
    dataOf<Listed>(await (await as(1, '1001')).get('/v1/portal/institutions/schools?size=50')).items.find(
      (row) => row['school_id'] === SCHOOL,
    )?.['product_status'];
  const told = async () =>
    (
      await rowsOf(
        server(),
        "select row_label, user_id from audit_logs join audit_links using (org_id, log_id) where org_id = $1 and act in ('service', 'renew') order by seq",
        SCHOOL,
      )
    ).map(({ row_label, user_id }) => `${String(user_id)} ${String(row_label)}`);
  const open = (client: Client, child: string) => client.get(`${STUDENTS}/${child}`);

  /**
   * Every endpoint of an organisation, called by this person at this moment: those that refuse because the service has
   * ended, and the others.
   */
  async function callsOf(
    client: Client,
  ): Promise<{ refused: Set<string>; open: Set<string>; codes: Set<string | undefined> }> {
    const [refused, passed, codes] = [new Set<string>(), new Set<string>(), new Set<string | undefined>()];
    for (const { name, method, access, ...endpoint } of server().product.declared) {
      if (access.auth !== 'org' || 'upload' in endpoint) continue;
      const path = pathOf(
        endpoint,
        Object.fromEntries(
          [...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, key = '']) => [key, key === 'entity' ? 'class' : 'x']),
        ),
      );
      const { code } = await client.send(method, path, method === 'GET' || method === 'DELETE' ? {} : { body: {} });
      const ended = code === REFUSED.protection || code === REFUSED.expired;
      (ended ? refused : passed).add(`${access.area} ${access.act} ${name}`);
      if (ended) codes.add(code);
    }
    return { refused, open: passed, codes };
  }

  let child = '';

  it('begin with a trial and continue with formal service, in which everything is open', async () => {
    await renew(40, 1);
    const admin = await as(4);
    const made = await admin.post(STUDENTS, { child_name: '周小满', student_no: 'L1', remark: WROTE });
    child = String(dataOf(made)['child_id']);
    expect((await (await as(10)).get(STUDENTS)).status).toBe(200);
    await round();
    expect(new Set((await products(admin)).map(({ status }) => status))).toEqual(new Set([0]));
    expect((await products(admin))[0]).toMatchObject({
      product_code: 'portal',
      product_name: '学校与组织管理',
      expire_at: expect.any(String),
    });
    expect((await admin.get('/v1/saas/products/orgs/2001/list')).code).toBe('AC_FORBIDDEN');
    await renew(60);
    expect((await callsOf(admin)).refused).toEqual(new Set());
    expect(await seenByBureau()).toBe(0);
  });

  it('announce the end 30 days before, in lists, on the page and in the log', async () => {
    server().clock.advance(31 * DAY);
    await round();
    expect(new Set((await products(await as(4))).map(({ status }) => status))).toEqual(new Set([1]));
    expect(await seenByBureau()).toBe(1);
    expect((await told()).at(-1)).toBe('system 即将到期');
    expect((await open(await as(10), 'k2002-0001')).code).not.toBe('PSY_SERVICE_PROTECTED');
  });

  it('continue with the protection period, in which administrators only read and export', async () => {
    server().clock.advance(30 * DAY);
    const admin = await as(4);
    // Whether or not the background job has run yet.
    expect((await admin.post(STUDENTS, { child_name: '林一一', student_no: 'L2' })).code).toBe(REFUSED.protection);
    await round();
    const calls = await callsOf(admin);
    expect([...calls.open].filter((call) => !/^\S+ (open|export) /.test(call))).toEqual([]);
    expect([...calls.refused].filter((call) => /^\S+ (open|export) /.test(call))).toEqual([]);
    expect([...calls.codes]).toEqual([REFUSED.protection]);
    expect((await open(admin, child)).data).toMatchObject({ remark: WROTE });
    expect((await admin.get(`${STUDENTS}/export?student_no=L1&format=csv`)).text).toContain(WROTE);
    expect(
      Object.keys(dataOf<{ permissions: Row }>(await admin.get('/v1/portal/rbac/pages')).permissions).sort(),
    ).toEqual(['export', 'open']);
    expect(await seenByBureau()).toBe(2);

    const teacher = await as(10);
    expect((await callsOf(teacher)).open).toEqual(new Set());
    const parent = (await server().client.signIn('o2002p1')).as({ org: { orgId: SCHOOL, orgType: '2', roleId: '' } });
    expect((await parent.get(`/v1/portal/orgs/${SCHOOL}/details`)).code).toBe(REFUSED.protection);
    // Other organisations are not affected.
    expect((await (await as(10, '2001')).get(STUDENTS)).status).toBe(200);
  });

  it('end with expiry: users can sign in and see it, and the locked data cannot be decrypted', async () => {
    server().clock.advance(10 * DAY);
    expect((await open(await as(4), child)).code).toBe(REFUSED.expired);
    // Two concurrent processes: it happens and is announced once.
    await Promise.all([round(), round()]);
    await round();
    expect((await told()).filter((line) => line === 'system 已到期')).toHaveLength(1);
    expect((await keyStatus(server())).find(({ orgId }) => orgId === SCHOOL)).toMatchObject({ locked: true });
    await expect(server().services.keys.ring(SCHOOL)).rejects.toMatchObject({ code: REFUSED.expired });
    for (const roleId of [4, 10]) {
      const client = await as(roleId);
      expect((await client.get('/v1/users/info')).status).toBe(200);
      const calls = await callsOf(client);
      expect([...calls.open].filter((call) => !/^(directory|own-rights|index) open /.test(call))).toEqual([]);
      expect([...calls.codes]).toEqual([REFUSED.expired]);
      expect(new Set((await products(client)).map(({ status }) => status))).toEqual(new Set([2]));
    }
  });

  it('start again after a renewal, which requires the renewal key', async () => {
    await expect(renew(365, 2, Buffer.alloc(32, 7))).rejects.toThrow('not with the given renewal key');
    expect((await open(await as(4), child)).code).toBe(REFUSED.expired);
    server().clock.advance(60_000);
    expect(await renew(365)).toEqual({ unlocked: 1 });
    const admin = await as(4);
    expect((await open(admin, child)).data).toMatchObject({ remark: WROTE });
    expect((await admin.put(`${STUDENTS}/${child}`, { remark: '已经好转' })).status).toBe(200);
    expect((await (await as(10)).get(STUDENTS)).status).toBe(200);
    expect((await callsOf(admin)).refused).toEqual(new Set());
    expect(await seenByBureau()).toBe(0);
    expect((await told()).slice(-2)).toEqual(
      expect.arrayContaining([
        `operator ${String((await rowsOf(server(), 'select org_name from orgs where org_id = $1', SCHOOL))[0]?.['org_name'])}`,
        'system 正式服务',
      ]),
    );
    const log = dataOf<Listed>(await admin.get('/v1/portal/audits/logs/list?act=renew&sort=-at')).items[0];
    expect(log).toMatchObject({ user_name: '平台运维', resource: 'service' });
  });

  it('of the demo tenants include a protection period and an expired service', async () => {
    const { status, data } = await (await as(4, '2004')).get(STUDENTS);
    // By then both have expired; the browser tests show their stage on the day of seeding.
    expect([status, data]).toEqual([403, undefined]);
    expect((await keyStatus(server())).find(({ orgId }) => orgId === '2005')).toMatchObject({ locked: true });
    expect(
      await rowsOf(
        server(),
        "select count(*)::int as n from students where org_id = '2005' and id_card is not null and not starts_with(id_card, E'\\u0001')",
      ),
    ).toEqual([{ n: 0 }]);
  });
});
