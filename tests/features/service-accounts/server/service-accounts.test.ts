import { describe, expect, it, vi } from 'vitest';
import { csv, Importing } from '../../../platform/imports/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const ACCOUNTS = '/v1/portal/service_accounts';
const SIGN_IN = '/v2/oauth2/tokens/actions/service_sign_in';
const STUDENTS = '/v1/portal/students?size=1';
const CLASSES = '/v1/portal/classes?size=1';
const READ_STUDENTS = [{ area: 'org-manage/student', act: 'open' }];
const DAY = 86_400_000;

interface Made {
  service_id: string;
  client_id: string;
  client_secret: string;
}

describeApi('service accounts', (kind) => {
  const server = useServer(kind);
  const as = async (login: string, org: number, role: number) =>
    (await server().client.signIn(login)).withRole(org, role).verified();
  const admin = () => as('o2001r4', 2001, 4);
  const body = (more: object = {}) => ({
    name: '教务系统',
    rights: READ_STUDENTS,
    networks: [],
    valid_days: 30,
    ...more,
  });
  const make = async (more: object = {}, client?: Client): Promise<Made> => {
    const answer = await (client ?? (await admin())).post(ACCOUNTS, body(more));
    expect(answer.status, answer.text).toBe(201);
    return answer.data;
  };
  const prove = ({ client_id, client_secret }: Made, more: object = {}) =>
    server().client.publicly('POST', SIGN_IN, { grant_type: 'client_credentials', client_id, client_secret, ...more });
  const enter = async (made: Made, org = 2001): Promise<Client> => {
    const answer = await prove(made);
    expect(answer.status, answer.text).toBe(200);
    const org_type = answer.data.org_type === 1 ? '1' : '2';
    return server().client.as({ session: answer.data, org: { orgId: String(org), orgType: org_type, roleId: '' } });
  };
  const said = ({ status, code, json }: { status: number; code: string | undefined; json: { message?: string } }) => [
    status,
    code,
    json.message,
  ];

  describe('are made', () => {
    it('by super administrators with a second proof, and the secret is shown once', async () => {
      const made = await make();
      const { items } = (await (await admin()).get(ACCOUNTS)).data;
      expect(items[0]).toMatchObject({
        name: '教务系统',
        state: 'active',
        rights: READ_STUDENTS,
        client_id: made.client_id,
      });
      expect(JSON.stringify(items)).not.toContain(made.client_secret);
      expect(server().log.text).not.toContain(made.client_secret);
      const unverified = (await server().client.signIn('o2001r4')).withRole(2001, 4);
      expect((await unverified.post(ACCOUNTS, body())).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      expect((await unverified.post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours: 0 })).code).toBe(
        'PSY_INVALID_SECONDARY_TOKEN',
      );
      for (const role of [5, 8, 7])
        expect((await (await as(`o2001r${role}`, 2001, role)).post(ACCOUNTS, body())).code).toBe('AC_FORBIDDEN');
    });

    it('in a school only by its own people, not by visitors of its institution', async () => {
      const made = await make();
      const bureau = await as('o1001r1', 1001, 1);
      expect((await bureau.post('/v1/portal/institutions/schools/2001/enter')).status).toBe(200);
      const visitor = await server().client.as({ session: bureau.session }).withRole(2001, 1, 2).verified();
      expect((await visitor.get('/v1/portal/teachers?size=1')).status).toBe(200);
      const answers = [
        await visitor.get(ACCOUNTS),
        await visitor.post(ACCOUNTS, body({ rights: [{ area: 'teacher-manage', act: 'open' }] })),
        await visitor.post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours: 0 }),
        await visitor.post(`${ACCOUNTS}/${made.service_id}/revoke`),
      ];
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 'AC_FORBIDDEN'));
      expect((await prove(made)).status).toBe(200);
    });

    it('with rights that systems may have and the maker has, and with real networks', async () => {
      const client = await admin();
      for (const [area, act] of [
        ['crisis/case', 'open'],
        ['student/archive', 'open'],
        ['service-account', 'create'],
        ['school-manage', 'open'],
        ['nowhere', 'open'],
      ])
        expect([area, (await client.post(ACCOUNTS, body({ rights: [{ area, act }] }))).fields]).toEqual([
          area,
          ['/rights'],
        ]);
      expect(
        (await client.post(ACCOUNTS, body({ rights: [{ area: 'org-manage/student', act: 'delete' }] }))).status,
      ).toBe(400);
      for (const wrong of ['10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0', 'fe80::/129', 'host', '10.0.0.0/8/8'])
        expect([wrong, (await client.post(ACCOUNTS, body({ networks: ['10.0.0.1', wrong] }))).fields]).toEqual([
          wrong,
          ['/networks/1'],
        ]);
    });
  });

  describe('call', () => {
    it('what they were given and nothing else, signed like others', async () => {
      const client = await enter(await make());
      const answer = await client.get(STUDENTS);
      expect([answer.status, answer.data.total]).toEqual([200, 1620]);
      expect((await client.get(CLASSES)).code).toBe('AC_FORBIDDEN');
      expect((await client.post('/v1/portal/students', { child_name: '甲' })).code).toBe('AC_FORBIDDEN');
      const replayed = client.outgoing('GET', STUDENTS);
      expect((await client.raw(replayed)).status).toBe(200);
      expect((await client.raw(replayed)).code).toBe('AC_NONCE_INVALID');
      const tampered = (same: { path: string }) => ({ ...same, path: CLASSES }) as never;
      expect((await client.get(STUDENTS, { tamper: tampered })).code).toBe('AC_AUTH_INVALID_SIGNATURE');
    });

    it('no page, stream, account or other organisation', async () => {
      const client = await enter(await make());
      for (const path of [
        '/v1/users/info',
        '/v1/portal/rbac/pages',
        '/v1/portal/notices/stream',
        '/v2/accounts/sessions',
      ])
        expect([path, (await client.get(path)).code]).toEqual([path, 'AC_FORBIDDEN']);
      const session = client.session;
      for (const org of [
        { orgId: '2002', orgType: '2', roleId: '' },
        { orgId: '2001', orgType: '2', roleId: '4' },
        { orgId: '2001', orgType: '1', roleId: '' },
        { orgId: '', orgType: '', roleId: '' },
      ])
        expect([org, (await client.as({ session, org }).get(STUDENTS)).code]).toEqual([org, 'AC_ORG_ROLE_FORBIDDEN']);
      const signedOut = await client.delete(`/v2/oauth2/tokens/${session.access_token}`);
      expect([signedOut.status, (await client.get(STUDENTS)).code]).toEqual([200, 'AC_AUTH_INVALID_TOKEN']);
    });

    it('every call of the contract is refused beyond the rights', async () => {
      const client = await enter(await make());
      const open: string[] = [];
      for (const { name, method, path, access, entity } of server().product.declared) {
        if (access.auth === 'public' || access.auth === 'optional' || name === 'account.sign-out') continue;
        const given = access.auth === 'org' && access.area === 'org-manage/student' && access.act === 'open';
        if (given || entity?.param !== undefined) continue;
        const { status } = await client.send(method, path.replace(/:[a-z_]+/g, 'nobodys-0001'), {
          ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
        });
        if (status !== 403) open.push(`${name} ${status}`);
      }
      expect(open).toEqual([]);
    });

    it('side by side, without ending the session of a person, and are logged as systems', async () => {
      const person = await admin();
      const made = await make({ rights: [...READ_STUDENTS, { area: 'org-manage/class', act: 'create' }] }, person);
      const [one, two] = [await enter(made), await enter(made)];
      expect([(await one.get(STUDENTS)).status, (await two.get(STUDENTS)).status]).toEqual([200, 200]);
      expect((await person.get(STUDENTS)).status).toBe(200);
      const { items } = (await person.get(ACCOUNTS)).data;
      expect(items.find((item: Made) => item.service_id === made.service_id)).toMatchObject({
        last_used_at: expect.any(String),
        last_address: '127.0.0.1',
      });
      const like = (await person.get('/v1/portal/classes?size=1')).data.items[0];
      const created = await one.post('/v1/portal/classes', {
        class_name: '新建班',
        year_id: like.year_id,
        period: like.period,
        grade: like.grade,
        class_no: 91,
      });
      expect(created.status, created.text).toBe(201);
      const logs = (await person.get('/v1/portal/audits/logs/list?size=1')).data;
      expect(logs.items[0]).toMatchObject({ act: 'create', user_name: '系统账号：教务系统' });
    });
  });

  describe('are refused with the same words', () => {
    it('for an unknown account, a wrong secret, another organisation, network or time, and when revoked', async () => {
      const made = await make();
      const elsewhere = await make({ networks: ['10.0.0.0/8', '2001:db8::/32'] });
      const short = await make({ valid_days: 1 });
      const revoked = await make();
      expect((await (await admin()).post(`${ACCOUNTS}/${revoked.service_id}/revoke`)).status).toBe(200);
      const refused = [
        await prove(made, { client_secret: 'wrong' }),
        await prove(made, { client_id: '2001.nobody' }),
        await prove(made, { client_id: `2002.${made.service_id}` }),
        await prove(made, { client_id: 'nowhere' }),
        await prove(made, { client_secret: elsewhere.client_secret }),
        await prove(elsewhere),
        await prove(revoked),
      ];
      expect((await prove(short)).status).toBe(200);
      server().clock.advance(DAY + 1);
      refused.push(await prove(short));
      const words = '系统账号不能使用：编号或密钥不正确，已停用、已过期、负责人已失效，或来源地址不在允许范围内';
      expect(refused.map(said)).toEqual(refused.map(() => [401, 'AC_SERVICE_REFUSED', words]));
      server().clock.advance(-DAY - 1);
    });

    it('as an account of a person, whatever the password', async () => {
      const { service_id } = await make();
      await expect(server().client.signIn(`system-${service_id}`, 'x')).rejects.toThrow('401');
    });
  });

  describe('have a responsible person', () => {
    const admin2 = async () => {
      await server().db.admin((run) =>
        run(
          "insert into memberships (org_id, user_id, identity, role_id) select '2001', user_id, 3, 4 from accounts where login_name = 'o2001r5' on conflict do nothing",
          [],
        ),
      );
      await server().services.access.invalidateOrg('2001');
      return as('o2001r5', 2001, 4);
    };
    const setEnabled = async (login: string, enabled: boolean) => {
      await server().db.admin((run) =>
        run('update teachers set enabled = $2 where user_id = (select user_id from accounts where login_name = $1)', [
          login,
          enabled,
        ]),
      );
      await server().services.access.invalidateOrg('2001');
    };
    const shown = async (client: Client, { service_id }: Made) =>
      (await client.get(ACCOUNTS)).data.items.find((item: Made) => item.service_id === service_id);

    it('without whom they neither sign in nor call, and whom another administrator follows with a new secret', async () => {
      const second = await admin2();
      const made = await make();
      const client = await enter(made);
      const first = (await shown(second, made)).responsible;
      expect(await shown(second, made)).toMatchObject({ state: 'active', lost: [] });
      await setEnabled('o2001r4', false);
      expect((await client.get(STUDENTS)).code).toBe('PSY_SERVICE_ACCOUNT_ENDED');
      expect((await prove(made)).code).toBe('AC_SERVICE_REFUSED');
      expect(await shown(second, made)).toMatchObject({ state: 'suspended', lost: READ_STUDENTS, responsible: first });
      const path = `${ACCOUNTS}/${made.service_id}/rotate`;
      expect((await second.post(path, { overlap_hours: 24 })).fields).toEqual(['/overlap_hours']);
      const taken = await second.post(path, { overlap_hours: 0 });
      expect(taken.status, taken.text).toBe(200);
      const now = await shown(second, made);
      expect([now.state, now.responsible === first, now.created_by === first]).toEqual(['active', false, true]);
      const logs = (await second.get('/v1/portal/audits/logs/list?size=1')).data;
      expect(logs.items[0]).toMatchObject({ act: 'update', resource: 'service_account' });
      expect((await (await enter(taken.data)).get(STUDENTS)).status).toBe(200);
      await setEnabled('o2001r4', true);
      expect((await prove(made)).code).toBe('AC_SERVICE_REFUSED');
    });

    it('who is not one that visited the school, and who changes with every new secret', async () => {
      const made = await make();
      await server().db.admin((run) =>
        run("update service_accounts set role_id = 1, responsible = 'somebody' where service_id = $1", [
          made.service_id,
        ]),
      );
      expect((await prove(made)).code).toBe('AC_SERVICE_REFUSED');
      const second = await admin2();
      const next = (await second.post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours: 0 })).data;
      expect((await prove(next)).status).toBe(200);
      await setEnabled('o2001r5', false);
      expect((await prove(next)).code).toBe('AC_SERVICE_REFUSED');
      await setEnabled('o2001r5', true);
    });

    it('who can give every right that it has', async () => {
      const made = await make();
      await server().db.admin((run) =>
        run("update service_accounts set rights = '{org-manage/student open,crisis/case open}' where service_id = $1", [
          made.service_id,
        ]),
      );
      const refused = await (await admin()).post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours: 0 });
      expect([refused.status, refused.code]).toEqual([403, 'AC_FORBIDDEN']);
      expect((await prove(made)).status).toBe(200);
    });
  });

  describe('import', () => {
    const rights = ['open', 'create', 'import'].map((act) => ({ area: 'org-manage/student', act }));
    const file = (name: string) =>
      csv([
        ['姓名', '学号', '性别', '班级'],
        [`${name}甲`, `S${name.length}-${name.codePointAt(0)}`, '男', '初一（1）班'],
      ]);

    it('what they were given the right for, from the preview to the undo', async () => {
      const run = new Importing(server(), await enter(await make({ rights })));
      const preview = await run.preview(file('对接'), undefined, '学生.csv');
      expect(preview).toMatchObject({ status: 'ready', rows: { total: 1, new: 1 } });
      expect(await run.write()).toMatchObject({ status: 'done', written: { created: 1 } });
      expect(
        (await (await admin()).get(`/v1/portal/students?child_name=${encodeURIComponent('对接甲')}`)).data.total,
      ).toBe(1);
      expect(await run.undo()).toMatchObject({ status: 'undone', undone: { rows: 1 } });
    });

    it('nothing more once they are revoked or expired, and the import says so', async () => {
      const person = await admin();
      for (const [name, end] of [
        ['停用', (id: string) => person.post(`${ACCOUNTS}/${id}/revoke`)],
        ['过期', () => Promise.resolve(server().clock.advance(2 * DAY))],
      ] as const) {
        const made = await make({ rights, valid_days: 1 }, person);
        const run = new Importing(server(), await enter(made));
        const { jobs } = server().services;
        const held = vi.spyOn(jobs, 'wake').mockImplementation(() => undefined);
        expect((await run.send(file(name), undefined, '学生.csv')).status).toBe(200);
        await end(made.service_id);
        held.mockRestore();
        jobs.wake('import');
        await jobs.idle();
        const [row] = await server().db.admin((sql) =>
          sql('select status, problem from imports where import_id = $1', [run.id]),
        );
        expect({ name, ...row }).toEqual({
          name,
          status: 'refused',
          problem: expect.stringContaining('系统账号已停用或已过期'),
        });
      }
      server().clock.advance(-2 * DAY);
    });
  });

  describe('end', () => {
    it('at once with their sessions when they are revoked, for good', async () => {
      const made = await make();
      const client = await enter(made);
      const person = await admin();
      const answers = await Promise.all([1, 2].map(() => person.post(`${ACCOUNTS}/${made.service_id}/revoke`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
      expect((await client.get(STUDENTS)).code).toBe('AC_AUTH_INVALID_TOKEN');
      expect((await person.post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours: 0 })).status).toBe(404);
    });

    it('with the service of their organisation: in its protection they only read, later nothing', async () => {
      const bureau = await as('o1001r1', 1001, 1);
      const { grantable } = (await bureau.get(ACCOUNTS)).data;
      expect(grantable).toEqual(expect.arrayContaining([{ area: 'school-manage', act: 'open' }]));
      const made = await make({ rights: [...READ_STUDENTS, { area: 'org-manage/student', act: 'create' }] });
      const client = await enter(made);
      const [row] = await server().db.admin((run) =>
        run("select account_expire_at from orgs where org_id = '2001'", []),
      );
      const endsAt = (at: number) =>
        server()
          .db.admin((run) =>
            run("update orgs set account_expire_at = $1 where org_id = '2001'", [new Date(at).toISOString()]),
          )
          .then(() => server().services.access.invalidateOrg('2001'));
      await endsAt(server().clock.now() - DAY);
      expect((await client.get(STUDENTS)).status).toBe(200);
      expect((await client.post('/v1/portal/students', {})).code).toBe('PSY_SERVICE_PROTECTED');
      await endsAt(server().clock.now() - 90 * DAY);
      expect((await client.get(STUDENTS)).code).toBe('PSY_SERVICE_EXPIRED');
      expect((await prove(made)).code).toBe('AC_SERVICE_REFUSED');
      await endsAt(Date.parse(String(row?.['account_expire_at'])));
    });

    it('their former secret after the overlap, or at once', async () => {
      const made = await make();
      const person = await admin();
      const client = await enter(made);
      const next = (await person.post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours: 24 })).data;
      expect([(await prove(made)).status, (await prove(next)).status]).toEqual([200, 200]);
      expect((await client.get(STUDENTS)).status).toBe(200);
      server().clock.advance(DAY + 1);
      expect([(await prove(made)).code, (await prove(next)).status]).toEqual(['AC_SERVICE_REFUSED', 200]);
      const fresh = await enter(next);
      const again = await admin();
      const last = (await again.post(`${ACCOUNTS}/${made.service_id}/rotate`, { overlap_hours: 0 })).data;
      expect([(await prove(next)).code, (await prove(last)).status]).toEqual(['AC_SERVICE_REFUSED', 200]);
      expect((await fresh.get(STUDENTS)).code).toBe('AC_AUTH_INVALID_TOKEN');
    });

    it('for another organisation only by its own people', async () => {
      const made = await make();
      const other = await as('o2002r4', 2002, 4);
      expect((await other.get(ACCOUNTS)).data.total).toBe(0);
      for (const act of ['revoke', 'rotate'])
        expect(
          (
            await other.post(
              `${ACCOUNTS}/${made.service_id}/${act}`,
              act === 'rotate' ? { overlap_hours: 0 } : undefined,
            )
          ).status,
        ).toBe(404);
    });
  });
});

describeApi('the calls of a service account', (kind) => {
  const server = useServer(kind, { app: { limits: { system: { account: 3 } } } });

  it('are limited for each account', async () => {
    const person = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    const admin = await person.verified();
    const clients: Client[] = [];
    for (const name of ['甲系统', '乙系统']) {
      const made = await admin.post(ACCOUNTS, { name, rights: READ_STUDENTS, networks: [], valid_days: 1 });
      const { client_id, client_secret } = made.data;
      const grant = { grant_type: 'client_credentials', client_id, client_secret };
      const { data: session } = await server().client.publicly('POST', SIGN_IN, grant);
      clients.push(server().client.as({ session, org: { orgId: '2001', orgType: '2', roleId: '' } }));
    }
    const [one, two] = clients;
    const codes = [];
    for (let i = 0; i < 4; i++) codes.push((await one?.get(STUDENTS))?.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'AC_TOO_MANY_REQUESTS']);
    expect((await two?.get(STUDENTS))?.status).toBe(200);
  });
});
