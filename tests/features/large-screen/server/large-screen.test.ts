import { beforeAll, expect, it } from 'vitest';
import type { ScreenLink, ScreenNumbers } from '../../../../src/features/large-screen/contract.ts';
import { HELD_MS } from '../../../../src/features/large-screen/rules.ts';
import { UNKNOWN_MAX } from '../../../../src/features/large-screen/server/show-screen.ts';
import { dataOf, rowsOf, withoutCrises } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { HOUR, MINUTE } from '../../../support/world.ts';

const SCREEN = '/v1/portal/large_screen';
const LINKS = `${SCREEN}/links`;
const SHOWN = `${SCREEN}/shown`;
const ended = { status: 403, code: 'PSY_SCREEN_LINK_ENDED' };

interface Made {
  link_id: string;
  key: string;
  expires_at: string;
}

/** Every key of an answer, also of its parts. */
const keysIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysIn(inner)]);

describeApi('the large screen', (kind) => {
  const server = useServer(kind);
  const signIn = async (login: string, org: number, role: number) =>
    (await server().client.signIn(login)).withRole(org, role);
  const as = async (login: string, org: number, role: number) => (await signIn(login, org, role)).verified();
  const admin = () => as('o2001r4', 2001, 4);
  const sql = (text: string, ...parameters: unknown[]) => rowsOf(server(), text, ...parameters);
  const read = async (client: Client) => dataOf<ScreenNumbers>(await client.get(SCREEN));
  const make = async (client?: Client, valid_hours = 24): Promise<Made> => {
    const answer = await (client ?? (await admin())).post(LINKS, { name: '一楼大厅', valid_hours });
    expect(answer.status, answer.text).toBe(201);
    return answer.data;
  };
  const open = (key: string) => server().client.publicly('POST', SHOWN, { key });
  const linkOf = async ({ link_id }: Made, client?: Client) =>
    (await (client ?? (await admin())).get(LINKS)).data.items.find((link: ScreenLink) => link.link_id === link_id);
  /** Warnings of students who have none, each of another student. */
  const addWarns = (from: number, count: number) =>
    sql(
      `insert into warns (org_id, warn_id, child_id, class_id, class_name, period, grade, source, warn_content, reporter_id, reported_at)
     select '2001', 'ls' || (${from} + s.i), s.child_id, c.class_id, c.class_name, c.period, c.grade, 1, 'x', 'system', '2026-10-05T10:00:00+08:00'
     from (select *, row_number() over (order by child_id) - 1 as i from students where org_id = '2001' and study_status = 1 and class_id is not null) s join classes c on c.org_id = s.org_id and c.class_id = s.class_id
     where s.i >= ${from} and s.i < ${from + count}`,
    );

  beforeAll(() => withoutCrises(server()));

  it('opens to the roles that read the statistics, without a second proof, and to nobody else', async () => {
    for (const role of [4, 5, 8, 12, 14])
      expect([role, (await (await signIn(`o2001r${role}`, 2001, role)).get(SCREEN)).status]).toEqual([role, 200]);
    for (const role of [7, 9, 10])
      expect([role, (await (await signIn(`o2001r${role}`, 2001, role)).get(SCREEN)).code]).toEqual([
        role,
        'AC_FORBIDDEN',
      ]);
    for (const role of [1, 2, 13])
      expect([role, (await (await signIn(`o1001r${role}`, 1001, role)).get(SCREEN)).status]).toEqual([role, 200]);
    expect((await (await signIn('o1001r3', 1001, 3)).get(SCREEN)).code).toBe('AC_FORBIDDEN');
    expect((await server().client.publicly('GET', SCREEN)).status).toBe(401);
  });

  it('hides small groups from the school too, and rounds the others', async () => {
    const client = await signIn('o2001r8', 2001, 8);
    const waiting = async () => (await read(client)).warnings?.states.map(({ key, n }) => [key, n]);
    const few = [
      ['waiting', undefined],
      ['taken', undefined],
      ['overdue', undefined],
    ];
    expect(await waiting()).toEqual(few);
    await addWarns(0, 4);
    expect(await waiting()).toEqual(few);
    await addWarns(4, 4);
    expect(await waiting()).toEqual([['waiting', 10], ...few.slice(1)]);
    const numbers = await read(client);
    expect(numbers.warnings).toMatchObject({ warned: 10, sources: [{ source: 1, n: 10 }] });
    expect(numbers.warnings?.months.find(({ month }) => month === '2026-10')).toMatchObject({ n: 10 });
    expect(numbers.smallest).toBe(5);
  });

  it('counts open cases by their level now, also after a change of level and a closing', async () => {
    const client = await signIn('o1001r1', 1001, 1);
    const cases = async () => (await read(client)).cases?.map(({ n }) => n);
    expect(await cases()).toEqual([undefined, undefined, undefined]);
    await sql(
      `insert into crisis_cases (org_id, case_id, child_id, crisis_level, status, opened_at)
       select '2001', 'lc' || i, child_id, 2, 1, '2025-10-05T10:00:00+08:00'
       from (select child_id, row_number() over (order by child_id) as i from students where org_id = '2001' and study_status = 1) s where i <= 12`,
    );
    expect(await cases()).toEqual([undefined, 10, undefined]);
    await sql(
      "update crisis_cases set crisis_level = 1 where org_id = '2001' and case_id in ('lc1','lc2','lc3','lc4','lc5')",
    );
    expect(await cases()).toEqual([5, 5, undefined]);
    await sql("update crisis_cases set status = 2, closed_at = now() where org_id = '2001' and case_id = 'lc1'");
    expect(await cases()).toEqual([undefined, 5, undefined]);
  });

  it('has numbers and names of schools only, and those of the schools that a role reaches', async () => {
    const bureau = await read(await signIn('o1001r1', 1001, 1));
    expect(bureau.schools?.map(({ school_id, product_status }) => [school_id, product_status])).toEqual([
      ['2001', 0],
      ['2002', expect.any(Number)],
      ['2003', expect.any(Number)],
      ['2004', 2],
      ['2005', 2],
    ]);
    const limited = await read(await signIn('o1001r13', 1001, 13));
    expect(limited.schools?.length).toBeLessThan(bureau.schools?.length ?? 0);
    const school = await read(await signIn('o2001r12', 2001, 12));
    expect(school.schools).toBeUndefined();
    for (const numbers of [bureau, school])
      expect(keysIn(numbers).filter((key) => /child|student|class_|user|teacher|real_name/.test(key))).toEqual([]);
  });

  it('leaves out what the school has not opened', async () => {
    const numbers = await read(await signIn('o2002r4', 2002, 4));
    const opened = await sql("select feature from org_features where org_id = '2002'");
    expect(opened.some(({ feature }) => feature === 'crisis')).toBe(numbers.cases !== undefined);
    expect(opened.some(({ feature }) => feature === 'warning')).toBe(numbers.warnings !== undefined);
  });

  it('is opened by a link that administrators make with a second proof, and whose key is shown once', async () => {
    const unverified = await signIn('o2001r4', 2001, 4);
    expect((await unverified.post(LINKS, { name: '大厅', valid_hours: 1 })).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    for (const role of [8, 12, 14])
      expect((await (await as(`o2001r${role}`, 2001, role)).post(LINKS, { name: '大厅', valid_hours: 1 })).code).toBe(
        'AC_FORBIDDEN',
      );
    for (const valid_hours of [0, 721, 1.5])
      expect((await (await admin()).post(LINKS, { name: '大厅', valid_hours })).fields).toEqual(['/valid_hours']);
    const made = await make();
    const shown = await open(made.key);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.data).toMatchObject({ expires_at: made.expires_at, numbers: { org_type: 2 } });
    expect(keysIn(shown.data).filter((key) => /child|student|user|teacher/.test(key))).toEqual([]);
    const list = await (await admin()).get(LINKS);
    expect(list.text).not.toContain(made.key.split('.')[1]);
    expect(server().log.text).not.toContain(made.key.split('.')[1]);
    expect(await linkOf(made)).toMatchObject({ name: '一楼大厅', state: 'active', last_address: expect.any(String) });
    const logs = (await (await admin()).get('/v1/portal/audits/logs/list?size=50')).data.items;
    const about = logs.filter(
      ({ resource, row_id }: { resource: string; row_id: string }) =>
        resource === 'screen_link' && row_id === made.link_id,
    );
    expect(about.map(({ act }: { act: string }) => act)).toEqual(['read', 'create']);
    await open(made.key);
    expect(
      await sql("select count(*)::int as n from audit_logs where resource = 'screen_link' and act = 'read'"),
    ).toEqual([{ n: 1 }]);
  });

  it('shows the numbers of one moment to a hall for a quarter of an hour', async () => {
    const made = await make();
    // At the beginning of a quarter.
    server().clock.advance(HELD_MS - (server().clock.now() % HELD_MS));
    const before = (await open(made.key)).data;
    await addWarns(100, 40);
    server().clock.advance(HELD_MS - 1000);
    expect((await open(made.key)).data.numbers).toEqual(before.numbers);
    expect((await read(await signIn('o2001r8', 2001, 8))).warnings).not.toEqual(before.numbers.warnings);
    server().clock.advance(1000);
    const after = (await open(made.key)).data;
    expect(Date.parse(before.next_at)).toBe(Date.parse(after.next_at) - HELD_MS);
    expect(after.numbers.warnings).not.toEqual(before.numbers.warnings);
  });

  it('reaches nothing else with its key', async () => {
    const { key } = await make();
    const session = { user_id: 'x', access_token: key, refresh_token: key, code: key, expires_in: 1, server_time: 1 };
    const client = server()
      .client.as({ session: session as never })
      .withRole(2001, 4, 2);
    expect((await client.get(SCREEN)).status).toBe(401);
    const [, secret] = key.split('.');
    for (const other of ['2002', '1001', '2001x']) expect(await open(`${other}.${secret}`)).toMatchObject(ended);
  });

  it('ends with its time, when it is revoked, with the service, and when its maker leaves', async () => {
    const short = await make(undefined, 1);
    server().clock.advance(HOUR - 1000);
    expect((await open(short.key)).status).toBe(200);
    server().clock.advance(1000);
    expect(await open(short.key)).toMatchObject(ended);
    expect(await linkOf(short)).toMatchObject({ state: 'expired' });

    const made = await make();
    const other = await as('o2002r4', 2002, 4);
    expect((await other.post(`${LINKS}/${made.link_id}/revoke`)).status).toBe(404);
    const own = await admin();
    const answers = await Promise.all([1, 2].map(() => own.post(`${LINKS}/${made.link_id}/revoke`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await open(made.key)).toMatchObject(ended);

    const paid = await make();
    const [{ until } = {}] = await sql("select account_expire_at as until from orgs where org_id = '2001'");
    const end = (at: unknown) => sql("update orgs set account_expire_at = $1 where org_id = '2001'", at);
    await end(new Date(server().clock.now() - MINUTE).toISOString());
    expect(await open(paid.key)).toMatchObject(ended);
    await end(until);
    expect((await open(paid.key)).status).toBe(200);

    const deputy = await as('o2001r5', 2001, 5);
    const left = await make(deputy);
    expect((await open(left.key)).status).toBe(200);
    const [{ user } = {}] = await sql("select user_id as user from accounts where login_key = 'o2001r5'");
    await sql("delete from memberships where org_id = '2001' and user_id = $1", user);
    server().clock.advance(MINUTE);
    expect(await open(left.key)).toMatchObject(ended);
    expect(await linkOf(left)).toMatchObject({ state: 'suspended' });
  });

  it('of an institution is shown by those who reach all of its schools, with all of them', async () => {
    const bureau = await as('o1001r1', 1001, 1);
    const shown = await open((await make(bureau)).key);
    expect(shown.data.numbers).toMatchObject({ org_type: 1 });
    expect(shown.data.numbers.schools).toHaveLength(5);
    await sql(`update memberships set role_extend = '{"school_ids":["2001"]}' where org_id = '1001' and role_id = 2`);
    server().clock.advance(MINUTE);
    const limited = await as('o1001r2', 1001, 2);
    expect((await limited.post(LINKS, { name: '大厅', valid_hours: 1 })).code).toBe('AC_FORBIDDEN');
  });

  it('stops an address that guesses', async () => {
    const { key } = await make();
    server().clock.advance(2 * MINUTE);
    for (const wrong of ['', 'x', '2001', '2001.', '.x', `2001.${'x'.repeat(43)}`, `2001.x.y`, "2001.'--"])
      expect([wrong, [400, 403]]).toEqual([wrong, expect.arrayContaining([(await open(wrong)).status])]);
    for (let n = 0; n < UNKNOWN_MAX; n++) await open(`2001.guess${n}`);
    expect((await open(key)).code).toBe('AC_TOO_MANY_REQUESTS');
    server().clock.advance(2 * MINUTE);
    expect((await open(key)).status).toBe(200);
  });
});
