import { beforeEach, describe, expect, it } from 'vitest';
import { textsOf } from '../../../platform/resources/server/cells.ts';
import { dataOf, refusalOf, rowsOf, type Row } from '../../../platform/resources/server/support.ts';
import { md5, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer, type TestServer } from '../../../support/server.ts';

const PATH = '/v3/portal/users/reset_password/batch';
const DAY = 24 * 3_600_000;
interface Batch {
  batch_id: string;
  state: string;
  status: number;
  total: number;
  done: number;
  skipped: Row[];
  own: boolean;
  created_by: string;
}

describeApi('new passwords in batches', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let second: Client;
  const verified = async (account: string, org: number, role: number, from = server()) =>
    (await from.client.signIn(account)).withRole(org, role).verified();
  const classOf = (grade: number, no: number) => `c2001-2026-${grade}-0${no}`;
  const signIn = async (login: string, password: string) =>
    (
      await server().client.publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
        account: login,
        password: md5(password),
      })
    ).status;
  const batchOf = async (id: string, client = admin) => dataOf<Batch>(await client.get(`${PATH}/${id}`));
  const start = async (body: object, client = admin) => dataOf<Batch>(await client.post(PATH, body));
  /** Waits until the passwords are created, as a page does. */
  const made = async (id: string, client = admin) => {
    await expect.poll(async () => (await batchOf(id, client)).state, { timeout: 20_000, interval: 50 }).toBe('ready');
    return id;
  };
  const sheetOf = async (id: string, client = admin) => {
    const answer = await client.post(`${PATH}/${id}/sheet`);
    if (answer.status !== 200) throw new Error(answer.text);
    const [head, ...rows] = textsOf(answer.body);
    return { head, rows };
  };
  const hashes = async () =>
    new Map(
      (await rowsOf(server(), 'select user_id, password_hash from accounts')).map(({ user_id, password_hash }) => [
        user_id,
        password_hash,
      ]),
    );

  beforeEach(async () => {
    // A sign-in ends the previous session, and a proof is valid for ten minutes.
    admin = await verified('o2001r4', 2001, 4);
    second = await verified('o2001r5', 2001, 5);
    for (const { batch_id, state } of dataOf<{ items: Batch[] }>(await admin.get(PATH)).items) {
      if (state === 'preparing' || state === 'ready') await admin.delete(`${PATH}/${batch_id}`);
    }
  });

  it('are previewed with the skipped accounts and the reasons', async () => {
    const [one] = await rowsOf(
      server(),
      "select student_no, child_id, user_id from students where org_id = '2001' and class_id = $1 order by student_no limit 1",
      classOf(7, 1),
    );
    await server().db.admin((run) =>
      run("update students set user_id = null where org_id = '2001' and child_id = $1", [one?.['child_id']]),
    );
    const plan = dataOf<{ affected: number; items: Row[]; skipped: Row[] }>(
      await admin.post(`${PATH}/preview`, {
        class_ids: [classOf(7, 1)],
        accounts: ['o2001s100', 'O2001S101', '没有的人', 'o2001r8', 'o2001p1', ' o2001s100 '],
      }),
    );
    expect(plan.affected).toBe(plan.items.length);
    expect(plan.items).toContainEqual({
      child_id: expect.any(String),
      child_name: expect.any(String),
      class_name: expect.any(String),
      student_no: expect.any(String),
      login_name: 'o2001s100',
      staff: false,
    });
    expect(plan.items.filter(({ login_name }) => login_name === 'o2001s101')).toHaveLength(1);
    expect(plan.skipped).toEqual([
      { given: '没有的人', reason: 'unknown' },
      { given: 'o2001r8', name: expect.any(String), reason: 'staff' },
      { given: 'o2001p1', name: expect.any(String), reason: 'staff' },
      { given: one?.['student_no'], name: expect.any(String), class_name: '初一（1）班', reason: 'unregistered' },
    ]);
    await server().db.admin((run) =>
      run("update students set user_id = $1 where org_id = '2001' and child_id = $2", [
        one?.['user_id'],
        one?.['child_id'],
      ]),
    );
  });

  it('are created for all new staff without one, except people above the caller or served meanwhile', async () => {
    const TEACHERS = '/v1/portal/teachers';
    const add = async (login_name: string, role_id: number) =>
      String(
        dataOf(await admin.post(TEACHERS, { teacher_name: `新教师${login_name}`, login_name, role_id }))['user_id'],
      );
    const [plain, boss, other, raised] = [
      await add('newone', 7),
      await add('newboss', 4),
      await add('newtwo', 10),
      await add('newthree', 8),
    ];
    expect(refusalOf(await second.post(`${PATH}/preview`, { new_staff: true, accounts: ['o2001s1'] })).details).toEqual(
      [expect.objectContaining({ field: '/new_staff' })],
    );
    const plan = dataOf<{ affected: number; items: Row[]; skipped: Row[] }>(
      await second.post(`${PATH}/preview`, { new_staff: true }),
    );
    expect([plan.items.map(({ login_name }) => login_name).sort(), plan.skipped]).toEqual([
      ['newone', 'newthree', 'newtwo'],
      [{ given: 'newboss', name: '新教师newboss', reason: 'above' }],
    ]);
    const { batch_id } = await start({ new_staff: true }, second);
    await made(batch_id, second);
    // Between creation and download one person gets a password individually, and one a role above the caller.
    expect((await admin.post(`/v1/portal/users/${other}/reset_passwords`)).status).toBe(200);
    await server().db.admin((run) =>
      run("update memberships set role_id = 4 where org_id = '2001' and user_id = $1", [raised]),
    );
    const { head, rows } = await sheetOf(batch_id, second);
    expect([head, rows.map(([name]) => name)]).toEqual([['姓名', '工号', '登录名', '新密码'], ['新教师newone']]);
    expect(await signIn('newone', String(rows[0]?.at(-1)))).toBe(200);
    expect(await rowsOf(server(), 'select user_id from accounts where password_unset order by login_name')).toEqual([
      { user_id: boss },
      { user_id: raised },
    ]);
    expect(
      await rowsOf(
        server(),
        "select 1 as one from audit_logs where act = 'reset_password' and resource = 'teacher' and row_id = $1",
        plain,
      ),
    ).toEqual([{ one: 1 }]);
  });

  it('are never created for the one who starts the batch, who may sign in without a password', async () => {
    const unset = (value: boolean) =>
      server().db.admin((run) => run("update accounts set password_unset = $1 where login_name = 'o2001r5'", [value]));
    await unset(true);
    const body = { new_staff: true };
    const plan = dataOf<{ items: Row[]; skipped: Row[] }>(await second.post(`${PATH}/preview`, body));
    expect(plan.items.map(({ login_name }) => login_name)).not.toContain('o2001r5');
    expect(plan.skipped).toContainEqual({ given: 'o2001r5', name: expect.any(String), reason: 'own' });
    // Another administrator may.
    const other = dataOf<{ items: Row[] }>(await admin.post(`${PATH}/preview`, body));
    expect(other.items.map(({ login_name }) => login_name)).toContain('o2001r5');
    await unset(false);
  });

  it('are created for new staff of an institution by its managers, and not for staff of its schools', async () => {
    const FIRST = '/v1/portal/users/first_passwords';
    const bureau = await verified('o1001r1', 1001, 1);
    for (const [login_name, role_id] of [
      ['bureauone', 3],
      ['bureautop', 1],
    ] as const)
      await bureau.post('/v1/portal/teachers', { teacher_name: login_name, login_name, role_id });
    const deputy = await verified('o1001r2', 1001, 2);
    expect(dataOf(await deputy.get(`${FIRST}/preview`))).toMatchObject({
      affected: 1,
      items: [{ login_name: 'bureauone', staff: true }],
      skipped: [{ given: 'bureautop', reason: 'above' }],
    });
    const { batch_id } = dataOf<Batch>(await bureau.post(FIRST));
    await expect
      .poll(async () => dataOf<Batch>(await bureau.get(`${FIRST}/${batch_id}`)), { timeout: 20_000, interval: 50 })
      .toMatchObject({ state: 'ready', total: 2 });
    const [head, ...rows] = textsOf((await bureau.post(`${FIRST}/${batch_id}/sheet`)).body);
    expect([head, rows.map(([name]) => name).sort()]).toEqual([
      ['姓名', '工号', '登录名', '新密码'],
      ['bureauone', 'bureautop'],
    ]);
    expect(await signIn(String(rows[0]?.[2]), String(rows[0]?.[3]))).toBe(200);
    expect((await admin.get(FIRST)).code).toBe('AC_FORBIDDEN');
    expect((await bureau.get(PATH)).code).toBe('AC_FORBIDDEN');
    const plain = (await server().client.signIn('o1001r2')).withRole(1001, 2);
    expect((await plain.get(`${FIRST}/preview`)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('are not created for students with another identity, closed accounts or former students', async () => {
    const numbers = ['o2001s200', 'o2001s201', 'o2001s202', 'o2001s203'];
    await server().db.admin(async (run) => {
      await run('begin');
      await run("select set_config('app.org_id', '2002', true)");
      await run("insert into memberships (org_id, user_id, identity, role_id) values ('2002', 'u-o2001s200', 3, 4)");
      await run("select set_config('app.org_id', '2001', true)");
      await run("insert into memberships (org_id, user_id, identity) values ('2001', 'u-o2001s201', 2)");
      await run("update accounts set enabled = false where user_id = 'u-o2001s202'");
      await run("update students set study_status = 4 where org_id = '2001' and user_id = 'u-o2001s203'");
      await run('commit');
    });
    const plan = dataOf<{ affected: number; skipped: Row[] }>(
      await admin.post(`${PATH}/preview`, { accounts: numbers }),
    );
    expect([plan.affected, plan.skipped.map(({ reason }) => reason).sort()]).toEqual([
      0,
      ['disabled', 'elsewhere', 'elsewhere', 'left'],
    ]);
    expect(refusalOf(await admin.post(PATH, { accounts: numbers })).message).toBe('所选范围内没有可以修改密码的账号');
  });

  describe('of a class', () => {
    let child: Client;
    let batch_id: string;
    let total: number;
    let sheet: Awaited<ReturnType<typeof sheetOf>>;

    it('take effect with the download of the sheet and not before, for the accounts of the sheet', async () => {
      child = await server().client.signIn('o2001s1');
      const before = await hashes();
      const started = await start({ class_ids: [classOf(7, 1)] });
      ({ batch_id, total } = started);
      expect([started.state, started.own]).toEqual(['preparing', true]);
      await made(batch_id);
      expect(await hashes()).toEqual(before);
      expect(await batchOf(batch_id)).toMatchObject({ state: 'ready', status: 1, total, done: total });

      sheet = await sheetOf(batch_id);
      const { head, rows } = sheet;
      expect(head).toEqual(['班级', '姓名', '学号', '登录名', '新密码']);
      expect(rows).toHaveLength(total);
      const after = await hashes();
      const changed = [...after].filter(([id, hash]) => before.get(id) !== hash).map(([id]) => id);
      expect(changed.sort()).toEqual(rows.map((row) => `u-${String(row[3])}`).sort());
    });

    it('sign in instead of the old ones, and end the sessions of the accounts', async () => {
      const { rows } = sheet;
      const [, , , login, password] = rows[0] ?? [];
      expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/);
      expect(await signIn(String(login), 'Demo-2026!')).toBe(401);
      expect(await signIn(String(login), String(password))).toBe(200);
      if (rows.some((row) => row[3] === 'o2001s1'))
        expect((await child.get('/v1/users/info')).code).toBe('AC_AUTH_INVALID_TOKEN');
    });

    it('are in the same sheet again until its arrival is confirmed', async () => {
      expect((await sheetOf(batch_id)).rows).toEqual(sheet.rows);
      expect((await admin.post(`${PATH}/${batch_id}/received`)).status).toBe(200);
      expect((await admin.post(`${PATH}/${batch_id}/received`)).status).toBe(200);
      expect((await admin.post(`${PATH}/${batch_id}/sheet`)).status).toBe(409);
      expect(await rowsOf(server(), 'select 1 from password_batch_items where batch_id = $1', batch_id)).toEqual([]);
      expect(await batchOf(batch_id)).toMatchObject({ state: 'received', status: 2 });
    });
  });

  it('are never stored in clear: not in the database, the operation log or the server log', async () => {
    const { batch_id } = await start({ accounts: ['o2001s300', 'o2001s301'] });
    await made(batch_id);
    const stored = await rowsOf(server(), 'select * from password_batch_items where batch_id = $1', batch_id);
    const { rows } = await sheetOf(batch_id);
    const logs = await rowsOf(
      server(),
      "select act, resource, row_label, before, after from audit_logs where org_id = '2001' and at >= $1",
      new Date(server().clock.now() - 1000).toISOString(),
    );
    for (const password of rows.map((row) => String(row[4]))) {
      for (const place of [JSON.stringify(stored), JSON.stringify(logs), server().log.text])
        expect(place).not.toContain(password);
    }
    expect(logs.filter(({ act }) => act === 'reset_password').length).toBeGreaterThanOrEqual(2);
    expect(logs).toContainEqual(expect.objectContaining({ act: 'export', resource: 'password_batch' }));
  });

  it('are created by one batch per school at a time, despite repeated and concurrent requests', async () => {
    const answers = await Promise.all([
      admin.post(PATH, { accounts: ['o2001s310'] }),
      admin.post(PATH, { accounts: ['o2001s310'] }),
      second.post(PATH, { accounts: ['o2001s311'] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused && refusalOf(refused).message).toMatch(/发起的批量修改还没有结束/);
  });

  it('are activated once by two concurrent downloads', async () => {
    const { batch_id } = await start({ accounts: ['o2001s320', 'o2001s321'] });
    await made(batch_id);
    const [one, other] = await Promise.all([sheetOf(batch_id), sheetOf(batch_id)]);
    expect(one.rows).toEqual(other.rows);
    const logged = await rowsOf(
      server(),
      "select row_id from audit_logs where org_id = '2001' and act = 'reset_password' and after ->> 'login_name' in ('o2001s320', 'o2001s321')",
    );
    expect(logged).toHaveLength(2);
    await admin.post(`${PATH}/${batch_id}/received`);
  });

  it('are downloaded by their requester only, and can be cancelled by other managers', async () => {
    const before = await hashes();
    const { batch_id } = await start({ accounts: ['o2001s330'] });
    await made(batch_id);
    expect(await batchOf(batch_id, second)).toMatchObject({ own: false, state: 'ready' });
    expect(refusalOf(await second.post(`${PATH}/${batch_id}/sheet`)).message).toBe('只有发起人可以领取密码表');
    expect((await second.delete(`${PATH}/${batch_id}`)).status).toBe(200);
    expect((await admin.post(`${PATH}/${batch_id}/sheet`)).status).toBe(409);
    expect(await hashes()).toEqual(before);
  });

  it('continue after a crash from the last write', async () => {
    const { batch_id, total } = await start({ class_ids: [classOf(8, 1)] });
    await expect.poll(async () => (await batchOf(batch_id)).done, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
    // Its process is dead, and its lease has not expired yet.
    await made(batch_id);
    await server().services.jobs.idle();
    await server().db.admin((run) =>
      run("update password_batches set state = 'preparing' where batch_id = $1", [batch_id]),
    );
    await server().db.admin((run) =>
      run(
        "insert into jobs (kind, tenant, subject, state, run_after, lease, lease_until) values ('passwords', '2001', $1, 'running', now(), 'of a dead process', $2)",
        [batch_id, new Date(server().clock.now() + 15_000).toISOString()],
      ),
    );
    await server().db.admin((run) =>
      run('update password_batch_items set sealed = null, password_hash = null where batch_id = $1 and n >= 20', [
        batch_id,
      ]),
    );
    const kept = await rowsOf(
      server(),
      'select n, sealed from password_batch_items where batch_id = $1 and n < 20 order by n',
      batch_id,
    );
    expect((await batchOf(batch_id)).done).toBe(20);
    const next: TestServer = await startServer(server().db, {}, server().clock);
    await next.services.jobs.runDue();
    expect((await batchOf(batch_id)).done).toBe(20);
    server().clock.advance(15_000);
    await next.services.jobs.runDue();
    const again = await verified('o2001r4', 2001, 4, next);
    await made(batch_id, again);
    expect(
      await rowsOf(
        server(),
        'select n, sealed from password_batch_items where batch_id = $1 and n < 20 order by n',
        batch_id,
      ),
    ).toEqual(kept);
    expect((await sheetOf(batch_id, again)).rows).toHaveLength(total);
    await again.post(`${PATH}/${batch_id}/received`);
    await next.close();
  });

  it('have no effect and are deleted when the sheet is not downloaded within a day', async () => {
    const before = await hashes();
    const { batch_id } = await start({ accounts: ['o2001s340'] });
    await made(batch_id);
    server().clock.advance(DAY);
    admin = await verified('o2001r4', 2001, 4);
    expect((await admin.post(`${PATH}/${batch_id}/sheet`)).status).toBe(409);
    expect((await batchOf(batch_id)).state).toBe('expired');
    expect(await rowsOf(server(), 'select 1 from password_batch_items where batch_id = $1', batch_id)).toEqual([]);
    expect(await hashes()).toEqual(before);
  });

  it('are expired for readers, whose calls write nothing, and deleted by the upkeep', async () => {
    const { batch_id } = await start({ accounts: ['o2001s341'] });
    await made(batch_id);
    server().clock.advance(DAY);
    admin = await verified('o2001r4', 2001, 4);
    const stored = () =>
      rowsOf(
        server(),
        'select state, (select count(*)::int from password_batch_items i where i.batch_id = b.batch_id) as n from password_batches b where batch_id = $1',
        batch_id,
      );
    const asked = [await batchOf(batch_id), (await admin.get(PATH)).data.items[0]];
    expect(asked.map(({ state, status }) => [state, status])).toEqual([
      ['expired', 2],
      ['expired', 2],
    ]);
    expect(await stored()).toEqual([{ state: 'ready', n: 1 }]);
    await server().services.jobs.runNow('passwords-expiry');
    expect(await stored()).toEqual([{ state: 'expired', n: 0 }]);
  });

  it('require second-step verification, and are hidden from other schools and roles', async () => {
    const plain = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    for (const [method, path, body] of [
      ['POST', PATH, { accounts: ['o2001s1'] }],
      ['POST', `${PATH}/preview`, { accounts: ['o2001s1'] }],
      ['GET', PATH, undefined],
    ] as const) {
      expect((await plain.send(method, path, { body })).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    }
    admin = await plain.verified();
    const { batch_id } = await start({ accounts: ['o2001s350'] });
    const theirs = await verified('o2002r4', 2002, 4);
    expect((await theirs.get(`${PATH}/${batch_id}`)).status).toBe(404);
    expect((await theirs.post(`${PATH}/${batch_id}/sheet`)).status).toBe(404);
    expect((await theirs.delete(`${PATH}/${batch_id}`)).status).toBe(404);
    expect(
      dataOf<{ affected: number; skipped: Row[] }>(
        await theirs.post(`${PATH}/preview`, { accounts: ['o2001s350'], class_ids: [classOf(7, 1)] }),
      ),
    ).toMatchObject({ affected: 0, skipped: [{ given: 'o2001s350', reason: 'unknown' }] });
    expect((await (await server().client.signIn('o2001r10')).withRole(2001, 10).get(PATH)).code).toBe('AC_FORBIDDEN');
  });
});
