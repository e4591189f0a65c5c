import { describe, expect, it } from 'vitest';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const ISSUE = '/v1/portal/service_accounts/sign_in_tokens';
const LOOK = '/v2/oauth2/tokens/actions/token_key_holder';
const ENTER = '/v2/oauth2/tokens/actions/token_key_sign_in';
const ACCOUNTS = '/v1/portal/service_accounts';
const VOUCH = [{ area: 'sign-in-token', act: 'create' }];
const TEACHER = 'o2001r8';

interface System {
  service_id: string;
  client: Client;
}

describeApi('sign-in tokens of systems', (kind) => {
  const server = useServer(kind);
  const admin = async (org = 2001) =>
    (await server().client.signIn(`o${org}r${org === 1001 ? 1 : 4}`)).withRole(org, org === 1001 ? 1 : 4).verified();

  const system = async (rights: object[] = VOUCH, by?: Client, org = 2001): Promise<System> => {
    const made = await (by ?? (await admin(org))).post(ACCOUNTS, {
      name: '统一门户',
      rights,
      networks: [],
      valid_days: 9,
    });
    expect(made.status, made.text).toBe(201);
    const { client_id, client_secret, service_id } = made.data;
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const { data } = await server().client.publicly('POST', '/v2/oauth2/tokens/actions/service_sign_in', grant);
    const orgType = String(data.org_type);
    return {
      service_id,
      client: server().client.as({ session: data, org: { orgId: String(org), orgType, roleId: '' } }),
    };
  };
  const issue = async ({ client }: System, person: object = { login_name: TEACHER }): Promise<string> => {
    const answer = await client.post(ISSUE, person);
    expect(answer.status, answer.text).toBe(200);
    return answer.data.token_key;
  };
  const enter = (token_key: string, headers = {}) => server().client.publicly('POST', ENTER, { token_key }, headers);
  const look = (token_key: string, headers = {}) => server().client.publicly('POST', LOOK, { token_key }, headers);
  const sql = (text: string, values: unknown[]) => server().db.admin((run) => run(text, values));
  const userOf = async (login: string): Promise<string> =>
    String((await sql('select user_id from accounts where login_key = $1', [login]))[0]?.['user_id']);
  /** Runs with a changed database, and changes it back. */
  const during = async (change: string, back: string, values: unknown[], check: () => Promise<void>) => {
    await sql(change, values);
    try {
      await check();
    } finally {
      await sql(back, values);
    }
  };

  describe('sign a person in', () => {
    it('once, as staff of the organisation of the system, and the log names the system', async () => {
      const one = await system();
      const answer = await one.client.post(ISSUE, { login_name: ` ${TEACHER.toUpperCase()} ` });
      expect(answer.data).toMatchObject({ origin: `http://${server().client.host}` });
      const token: string = answer.data.token_key;
      expect((await look(token)).data).toEqual({
        user_id: await userOf(TEACHER),
        real_name: expect.any(String),
        org_name: expect.any(String),
      });
      const pair = await enter(token);
      expect(pair.status, pair.text).toBe(200);
      const person = server().client.as({ session: pair.data });
      const info = (await person.get('/v1/users/info')).data;
      expect([info.login_name, info.orgs.map(({ org_id }: { org_id: string }) => org_id)]).toEqual([TEACHER, ['2001']]);
      expect((await person.withRole(2001, 8).get('/v1/portal/students?size=1')).status).toBe(200);
      const logs = (await (await admin()).get('/v1/portal/audits/logs/list?size=2')).data.items;
      expect(logs).toMatchObject([
        { act: 'sign_in', resource: 'account' },
        { act: 'create', resource: 'sign_in_token', user_name: '系统账号：统一门户' },
      ]);
      expect(JSON.stringify(logs)).toContain('统一门户');
      expect(server().log.text).not.toContain(token);
    });

    it('in this organisation only, also when the person joins another one meanwhile', async () => {
      const token = await issue(await system());
      const pair = await enter(token);
      const user = await userOf(TEACHER);
      await during(
        "insert into memberships (org_id, user_id, identity, role_id) values ('2002', $1, 3, 8)",
        "delete from memberships where org_id = '2002' and user_id = $1",
        [user],
        async () => {
          const person = server().client.as({ session: pair.data });
          expect((await person.withRole(2002, 8).get('/v1/portal/students?size=1')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
          expect((await person.get('/v1/users/info')).data.orgs).toHaveLength(1);
        },
      );
    });
  });

  describe('are refused with the same words', () => {
    const invalid = { status: 400, code: 'AC_TOKEN_KEY_INVALID' };

    it('a second time, and to the second of two who come at once', async () => {
      const one = await system();
      const token = await issue(one);
      expect((await enter(token)).status).toBe(200);
      expect(await enter(token)).toMatchObject(invalid);
      expect(await look(token)).toMatchObject(invalid);
      const raced = await issue(one);
      const statuses = (await Promise.all([1, 2, 3, 4].map(() => enter(raced)))).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 400, 400, 400]);
    });

    it('after a minute, altered, made up, and under another address', async () => {
      const one = await system();
      const late = await issue(one);
      server().clock.advance(60_001);
      expect(await enter(late)).toMatchObject(invalid);
      server().clock.advance(-60_001);
      const token = await issue(one);
      const altered = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
      for (const wrong of [altered, `${token} `, token.toLowerCase(), 'x'.repeat(128)])
        expect([wrong, (await enter(wrong)).code]).toEqual([wrong, 'AC_TOKEN_KEY_INVALID']);
      const elsewhere = { host: `localhost:${server().client.host.split(':')[1]}` };
      expect(await look(token, elsewhere)).toMatchObject(invalid);
      expect(await enter(token, elsewhere)).toMatchObject(invalid);
      // Shown to another address, it is of no use here either.
      expect(await enter(token)).toMatchObject(invalid);
    });

    it('when the account of the system was revoked or the person was stopped meanwhile', async () => {
      const gone = await system();
      const token = await issue(gone);
      expect((await (await admin()).post(`${ACCOUNTS}/${gone.service_id}/revoke`)).status).toBe(200);
      expect(await enter(token)).toMatchObject(invalid);
      const held = await issue(await system());
      const user = await userOf(TEACHER);
      await during(
        "update teachers set enabled = false where org_id = '2001' and user_id = $1",
        "update teachers set enabled = true where org_id = '2001' and user_id = $1",
        [user],
        async () => expect(await enter(held)).toMatchObject(invalid),
      );
    });
  });

  describe('are not issued', () => {
    const refused = { status: 403, code: 'AC_TOKEN_KEY_REFUSED' };

    it('for students, guardians, strangers, and staff of another organisation', async () => {
      const one = await system();
      for (const login_name of ['o2001s1', 'o2001p1', 'nobody', 'o2002r8', 'o1001r1'])
        expect([login_name, (await one.client.post(ISSUE, { login_name })).code]).toEqual([login_name, refused.code]);
      expect(await one.client.post(ISSUE, { user_id: await userOf('o2002r8') })).toMatchObject(refused);
      expect(await one.client.post(ISSUE, { login_name: `system-${one.service_id}` })).toMatchObject(refused);
    });

    it.each([
      [
        'who belong to another organisation too',
        "insert into memberships (org_id, user_id, identity, role_id) values ('2002', $1, 3, 8)",
        "delete from memberships where org_id = '2002' and user_id = $1",
      ],
      [
        'who are guardians too',
        "insert into memberships (org_id, user_id, identity) values ('2001', $1, 2)",
        "delete from memberships where org_id = '2001' and user_id = $1 and identity = 2",
      ],
      [
        'with an initial password',
        'update accounts set password_initial = true where user_id = $1',
        'update accounts set password_initial = false where user_id = $1',
      ],
      [
        'whose account was closed',
        'update accounts set enabled = false where user_id = $1',
        'update accounts set enabled = true where user_id = $1',
      ],
      [
        'whom the organisation stopped',
        "update teachers set enabled = false where org_id = '2001' and user_id = $1",
        "update teachers set enabled = true where org_id = '2001' and user_id = $1",
      ],
    ])('for people %s', async (_, change, back) => {
      const one = await system();
      await during(change, back, [await userOf(TEACHER)], async () =>
        expect(await one.client.post(ISSUE, { login_name: TEACHER })).toMatchObject(refused),
      );
      expect((await one.client.post(ISSUE, { login_name: TEACHER })).status).toBe(200);
    });

    it('by an account for which nobody answers who may give this right', async () => {
      const one = await system();
      const token = await issue(one, { login_name: 'o2001r5' });
      await sql('update service_accounts set role_id = 5 where service_id = $1', [one.service_id]);
      expect(await enter(token)).toMatchObject({ code: 'AC_TOKEN_KEY_INVALID' });
      await sql('update service_accounts set role_id = 4 where service_id = $1', [one.service_id]);
      expect((await enter(await issue(one, { login_name: 'o2001r5' }))).status).toBe(200);
    });

    it('to people, to systems without this right, and for unclear names', async () => {
      expect((await (await admin()).post(ISSUE, { login_name: TEACHER })).code).toBe('AC_FORBIDDEN');
      const reader = await system([{ area: 'org-manage/student', act: 'open' }]);
      expect((await reader.client.post(ISSUE, { login_name: TEACHER })).code).toBe('AC_FORBIDDEN');
      const one = await system();
      for (const body of [{}, { login_name: TEACHER, user_id: 'u1' }])
        expect((await one.client.post(ISSUE, body)).fields).toEqual(['/user_id']);
      const unsigned = await server().client.publicly('POST', ISSUE, { login_name: TEACHER });
      expect(unsigned.status).toBe(401);
    });

    it('for staff of a school by the system of its institution', async () => {
      const bureau = await system(VOUCH, undefined, 1001);
      expect((await bureau.client.post(ISSUE, { login_name: TEACHER })).code).toBe('AC_TOKEN_KEY_REFUSED');
    });
  });
});
