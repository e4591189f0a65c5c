import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { DAY, HOUR, PASSWORD, messageOf, useWorld } from '../../../support/world.ts';

const PATH = '/v1/portal/users/login_name';
const NOT_FREE = '这个登录名不能使用';

describeApi('the own login name', (kind) => {
  const world = useWorld(kind);
  const sign = (account: string) => world().client.signIn(account, PASSWORD);
  const proved = async (account: string) => (await sign(account)).verified(PASSWORD);
  const change = (client: Client, login_name: string) => client.put(PATH, { login_name });
  const nameOf = async (client: Client) => (await client.get('/v1/users/info')).data.login_name;
  const detailsOf = ({ json }: Answer) => (json as { details: { field: string; message: string }[] }).details;
  const sql = (text: string, values: unknown[] = []) => world().db.admin((run) => run(text, values));
  const logOf = async (orgId: string, userId: string) =>
    (
      await sql(
        "select act, before, after from audit_logs where org_id = $1 and row_id = $2 and resource = 'account'",
        [orgId, userId],
      )
    ).filter(({ act }) => act === 'update');
  beforeEach(() => world().clock.advance(2 * HOUR));

  it('changes; sessions stay, the log of every organisation has it, and the holder gets a notice in each', async () => {
    const phone = await world().client.as({ appId: 'portal-mobile' }).signIn('multi', PASSWORD);
    const here = await proved('multi');
    expect((await change(here, ' Zhang.San ')).data).toEqual({ login_name: 'Zhang.San' });
    expect([await nameOf(here), await nameOf(phone)]).toEqual(['Zhang.San', 'Zhang.San']);
    for (const org of ['S1', 'S2'])
      expect(await logOf(org, 'multi')).toEqual([
        { act: 'update', before: { login_name: 'multi' }, after: { login_name: 'Zhang.San' } },
      ]);
    for (const [org, role] of [
      ['S1', 10],
      ['S2', 4],
    ] as const)
      expect((await here.withRole(org, role).get('/v1/portal/notices')).data).toMatchObject({
        unread: 1,
        items: [{ kind: 'login_name_changed', subject_type: 'account', subject_id: 'multi' }],
      });
    await expect(sign('multi')).rejects.toThrow('AC_WRONG_PASSWORD');
    await sign('ZHANG.SAN');
  });

  it('changes once in 30 days, and its holder may take the name before again', async () => {
    const again = await change(await proved('zhang.san'), 'zhang.si');
    expect([again.status, again.code, messageOf(again)]).toEqual([
      409,
      'PSY_CONFLICT',
      expect.stringMatching(/^登录名 30 天内只能修改一次，\d{4}-\d\d-\d\d 起可以再次修改$/),
    ]);
    world().clock.advance(30 * DAY - 3 * HOUR);
    expect((await change(await proved('zhang.san'), 'multi')).status).toBe(409);
    world().clock.advance(3 * HOUR);
    expect((await change(await proved('zhang.san'), 'multi')).data).toEqual({ login_name: 'multi' });
  });

  it('is given to nobody else after its holder has left it', async () => {
    expect(detailsOf(await change(await proved('plain'), 'zhang.san'))).toEqual([
      { field: '/login_name', message: NOT_FREE },
    ]);
    const admin = await (await sign('admin')).withRole('S1', 4).verified(PASSWORD);
    const teacher = await admin.post('/v1/portal/teachers', {
      teacher_name: '张老师',
      login_name: 'Zhang.San',
      role_id: 7,
    });
    expect([teacher.status, teacher.fields]).toEqual([400, ['/login_name']]);
  });

  it.each([
    '13800138000',
    '2001-2026001',
    'teacher@school.example',
    'abc',
    'two words',
    '张老师张老师',
    `a${'b'.repeat(32)}`,
  ])('refuses %s with the rule, whether somebody has it or not', async (name) => {
    const client = await proved('plain');
    const answer = await change(client, name);
    expect([answer.status, detailsOf(answer)]).toEqual([
      400,
      [{ field: '/login_name', message: '4 至 32 个字符，以字母开头，只能用字母、数字、点、横线和下划线' }],
    ]);
    expect(await nameOf(client)).toBe('plain');
  });

  it('refuses names of others in any spelling and forms of the portal in the same words, and says whose to nobody', async () => {
    const client = await proved('plain');
    for (const name of ['admin', 'ADMIN', 'ａｄｍｉｎ', 'student', 'tmp-0123456789', 'System-1']) {
      const answer = await change(client, name);
      expect([answer.status, answer.code, detailsOf(answer)]).toEqual([
        400,
        'PSY_INVALID_INPUT',
        [{ field: '/login_name', message: NOT_FREE }],
      ]);
    }
    expect(detailsOf(await change(client, 'plain'))).toEqual([{ field: '/login_name', message: '与现在的登录名相同' }]);
    expect(await nameOf(client)).toBe('plain');
  });

  it('cannot be used to try out many names', async () => {
    const client = await proved('head');
    const codes = [];
    for (let i = 0; i < 10; i++) codes.push((await change(client, 'admin')).code);
    expect(codes).toEqual([...Array<string>(9).fill('PSY_INVALID_INPUT'), 'AC_ACCOUNT_LOCKED']);
    expect((await change(client, 'quite.free')).status).toBe(429);
    world().clock.advance(HOUR);
    expect((await change(await proved('head'), 'quite.free')).status).toBe(200);
  });

  it('needs a second proof', async () => {
    const client = await sign('plain');
    const refused = await change(client, 'not.proved');
    expect([refused.status, refused.code]).toEqual([403, 'PSY_INVALID_SECONDARY_TOKEN']);
    expect(await nameOf(client)).toBe('plain');
  });

  it('stays that of an authorised login', async () => {
    await sql("update accounts set login_name = 'tmp-00ff', login_key = 'tmp-00ff' where user_id = 'teacher'");
    const refused = await change(await proved('tmp-00ff'), 'my.own.name');
    expect([refused.status, refused.code]).toEqual([403, 'AC_FORBIDDEN']);
  });

  describe('chosen twice at once', () => {
    it('goes to one of two people', async () => {
      const [one, two] = [await proved('student'), await proved('parent')];
      const answers = await Promise.all([change(one, 'same.name'), change(two, 'Same.Name')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(detailsOf(answers.find(({ status }) => status === 400)!)).toEqual([
        { field: '/login_name', message: NOT_FREE },
      ]);
    });

    it('changes once for one person', async () => {
      const client = await proved('mixed');
      const answers = await Promise.all([change(client, 'first.name'), change(client, 'second.name')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(['first.name', 'second.name']).toContain(await nameOf(client));
    });
  });
});
