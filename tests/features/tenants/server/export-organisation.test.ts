import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { loadConfig } from '../../../../src/app/server/config/load.ts';
import { printKey } from '../../../../src/app/server/organisations/commands/package.ts';
import { readKeyFile } from '../../../../src/app/server/organisations/key-file.ts';
import { verifiedPackage } from '../../../../src/app/server/package/package-manifest.ts';
import { readSealed } from '../../../../src/app/server/package/sealed-file.ts';
import { takeKey, terminalOperator } from '../../../../src/features/tenants/server/public.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { StoreUnavailable } from '../../../../src/platform/objects/server/store.ts';
import type { Client } from '../../../support/client.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { OPERATOR_PASSWORD, operatorOf } from '../../../support/operator.ts';
import { TestClock, useServer } from '../../../support/server.ts';
import { TEST_WRAPPING } from '../../../support/test-keys.ts';

const TASKS = '/v1/platform/tasks';
const exporting = (orgId: string) => `/v1/platform/organisations/${orgId}/actions/export`;
const DAY = 86_400_000;
const BY = terminalOperator('somebody');

describeDatabases('exporting an organisation on the page of operators', (kind) => {
  const server = useServer(kind);
  let operator: Client;
  let unproved: Client;
  let other: Client;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu export '));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  beforeAll(async () => {
    operator = await (await operatorOf(server(), 'exporter-1')).verified(OPERATOR_PASSWORD);
    unproved = await operatorOf(server(), 'exporter-2');
    other = await unproved.verified(OPERATOR_PASSWORD);
  });

  const task = async (id: string) =>
    (await operator.get(TASKS)).data.items.find(({ task_id }: { task_id: string }) => task_id === id);
  const exported = async (orgId: string) => {
    const { status, data } = await operator.post(exporting(orgId), { reason: '学校换平台' });
    expect(status).toBe(201);
    await server().services.jobs.idle();
    return data.task_id as string;
  };
  const logOf = async (orgId: string) =>
    (
      await server().db.admin((run) =>
        run(
          `select e.act, e.row_id, e.after from audit_links l join audit_logs e using (org_id, log_id)
           where org_id = $1 and e.resource = 'organisation' order by l.seq`,
          [orgId],
        ),
      )
    ).map(({ act, row_id, after }) => [act, row_id, after]);

  it('makes a package in the background that holds every row, and only its key opens it', async () => {
    const id = await exported('2001');
    const ended = await task(id);
    expect(ended).toMatchObject({
      state: 'ready',
      progress: 100,
      org_name: '青禾市第一中学',
      own: true,
      requested_by_name: '运营员',
    });
    const file = await operator.get(`${TASKS}/${id}/file`);
    expect(file.status).toBe(200);
    expect(file.body.length).toBe(ended.file_size);
    const dir = path.join(folder, kind);
    for (const [name, bytes] of Object.entries(unzipSync(file.body))) {
      mkdirSync(path.dirname(path.join(dir, name)), { recursive: true });
      writeFileSync(path.join(dir, name), bytes);
    }
    const keyFile = path.join(folder, `${kind}.key`);
    const parts = {
      ...server().services,
      config: loadConfig({ env: {}, serving: false }),
      wrapping: TEST_WRAPPING,
      secret: server().secret,
      ownSchemas: folder,
    };
    const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await printKey(parts, id, { 'key-file': keyFile });
    expect(printed.mock.lastCall?.[0]).toContain('青禾市第一中学的数据包的传输密钥');
    printed.mockRestore();
    const transport = { key: readKeyFile(keyFile), orgId: '2001' };
    const manifest = await verifiedPackage(dir, transport.key);
    const [count] = await server().db.admin((run) =>
      run("select count(*)::int as n from students where org_id = '2001'"),
    );
    expect(manifest.tables['students']?.rows).toBe(count?.['n']);
    let read = 0;
    for await (const rows of readSealed(path.join(dir, 'tables/students.jsonl'), 'students', transport))
      read += rows.length;
    expect(read).toBe(count?.['n']);
    await expect(verifiedPackage(dir, Buffer.alloc(32))).rejects.toThrow('传输密钥不是这份数据包的');
    expect(readFileSync(path.join(dir, 'tables/students.jsonl'), 'latin1')).not.toContain('child_name');
  });

  it('stands in the log of the platform and in that of the organisation, the download and the key that was taken out too', async () => {
    const before = { reason: '学校换平台' };
    expect(await logOf('2001')).toEqual([['export', '2001', before]]);
    expect(await logOf('99')).toEqual([
      ['export', '2001', before],
      [
        'export',
        '2001',
        expect.objectContaining({ ...before, finished: true, rows: expect.any(Number) as number, log_findings: 0 }),
      ],
      ['read', '2001', { content: '数据包' }],
      ['reveal', '2001', { content: '传输密钥' }],
    ]);
    const verdicts = await verifyAudit(server().db, server().services.ledger, [], '99');
    expect(verdicts).toMatchObject([{ orgId: '99', findings: [] }]);
  });

  it('has a key that no answer of the portal contains', async () => {
    const { task_id: id } = (await operator.get(TASKS)).data.items[0];
    const { key } = await takeKey(server().services, BY, id);
    const [sealed] = await server().db.admin((run) =>
      run('select sealed_key from organisation_tasks where task_id = $1', [id]),
    );
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const raw = Buffer.from(key, 'hex');
    const answers = [
      await operator.get(TASKS),
      await operator.get(`${TASKS}/${id}/file`),
      await operator.get('/v1/platform/organisations'),
      await operator.get('/v1/platform/log'),
      await operator.post(`${TASKS}/${id}/key`),
      await operator.get(`${TASKS}/${id}/key`),
    ];
    for (const { body } of answers)
      for (const secret of [
        key,
        raw,
        raw.toString('base64'),
        raw.toString('base64url'),
        String(sealed?.['sealed_key']),
      ])
        expect(body.includes(secret)).toBe(false);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404]);
  });

  it('gives its key out for nothing but a package that can be downloaded', async () => {
    const { services } = server();
    const { task_id: id, file_until } = (await operator.get(TASKS)).data.items[0];
    await expect(takeKey(services, BY, 'no-such-task')).rejects.toThrow('没有编号为 no-such-task 的导出任务');
    const late = new TestClock();
    late.time = Date.parse(file_until);
    await expect(takeKey({ ...services, clock: late }, BY, id)).rejects.toThrow('没有可以取出的密钥');
  });

  it('is for the operator who requested it, and for nobody of an organisation', async () => {
    const { task_id: id } = (await operator.get(TASKS)).data.items[0];
    expect((await other.get(TASKS)).data.items[0]).toMatchObject({ task_id: id, own: false });
    for (const answer of [
      await other.get(`${TASKS}/${id}/file`),
      await operator.as({ org: { orgId: '2001', orgType: '2', roleId: '4' } }).get(`${TASKS}/${id}/file`),
    ])
      expect(answer.status).toBe(403);
    const leader = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    expect((await leader.post(exporting('2001'), { reason: '自己导出' })).code).toBe('AC_FORBIDDEN');
    expect((await operator.post(exporting('99'), { reason: '平台自己' })).status).toBe(404);
    expect((await operator.post(exporting('4711'), { reason: '没有这个' })).status).toBe(404);
    const answer = await unproved.post(exporting('2001'), { reason: '没有验证' });
    expect(answer.code).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('is unavailable while the object store is, and gone once a part is missing', async () => {
    const { task_id: id } = (await operator.get(TASKS)).data.items[0];
    const { objects } = server().services;
    const store = vi.spyOn(objects, 'read');
    store.mockImplementationOnce(() => Promise.reject(new StoreUnavailable('the store is away')));
    expect((await operator.get(`${TASKS}/${id}/file`)).status).toBe(503);
    store.mockImplementationOnce(() => Promise.resolve(undefined));
    expect((await operator.get(`${TASKS}/${id}/file`)).status).toBe(404);
    store.mockRestore();
  });

  it('runs once at a time for an organisation, also where two are asked for at once', async () => {
    const both = await Promise.all([
      operator.post(exporting('2002'), { reason: '第一次' }),
      other.post(exporting('2002'), { reason: '第二次' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.code).toBe('PSY_TENANT_TASK');
    await server().services.jobs.idle();
  });

  it('begins again after a crash, and leaves no part of the run before', async () => {
    const { services, db } = server();
    const { packages } = services;
    const pack = vi.spyOn(packages, 'pack').mockImplementationOnce(() => Promise.reject(new Error('the disk is gone')));
    const id = await exported('2003');
    expect(await task(id)).toMatchObject({ state: 'working' });
    await db.admin((run) =>
      run(
        `insert into organisation_task_parts (org_id, task_id, part, object_key, size)
         values ('99', $1, 0, 'packages/from-a-dead-run/0', 1), ('99', $1, 9, 'packages/from-a-dead-run/9', 1)`,
        [id],
      ),
    );
    server().clock.advance(60_000);
    services.jobs.wake('organisation-export');
    await services.jobs.idle();
    expect(pack).toHaveBeenCalledTimes(2);
    pack.mockRestore();
    const ended = await task(id);
    expect(ended).toMatchObject({ state: 'ready' });
    const { body } = await operator.get(`${TASKS}/${id}/file`);
    expect(body.length).toBe(ended.file_size);
  });

  it('says why it failed where an operator can mend it, and does not try again', async () => {
    await server().db.admin((run) =>
      run(
        `insert into media_files (org_id, file_id, user_id, media_type, name, mime, object_key, size, created_at)
         select '2002', 'f1', user_id, 1, 'x', 'image/png', 'media/2002/f1-lost', 20, now()
         from memberships where org_id = '2002' limit 1`,
      ),
    );
    const id = await exported('2002');
    expect(await task(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('不在对象存储里') as string,
    });
    expect((await operator.get(`${TASKS}/${id}/file`)).status).toBe(404);
    expect((await logOf('99')).at(-1)).toEqual(['export', '2002', { failed: true }]);
  });

  it.each([
    ['too many files', { entries: 65_001 }],
    ['too many bytes', { size: 4_000_000_001 }],
  ])('is not stored with %s for the format, and says what to do', async (_, more) => {
    const { services, db } = server();
    const { packages } = services;
    const real = packages.pack.bind(packages) as typeof packages.pack;
    const large = vi
      .spyOn(packages, 'pack')
      .mockImplementationOnce(async (...given) => Object.assign(await real(...given), more));
    const id = await exported('2004');
    large.mockRestore();
    expect(await task(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('npm run org -- export') as string,
    });
    const parts = await db.admin((run) => run('select 1 from organisation_task_parts where task_id = $1', [id]));
    expect(parts).toEqual([]);
  });

  it('is deleted by hand or after three days, with its key and its parts', async () => {
    const { services, db, clock } = server();
    const partKeys = async (id: string) =>
      (await db.admin((run) => run('select object_key from organisation_task_parts where task_id = $1', [id]))).map(
        (row) => String(row['object_key']),
      );
    const ids = [await exported('2004'), await exported('2004')];
    const keys = (await Promise.all(ids.map(partKeys))).flat();
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect((await operator.delete(`${TASKS}/${ids[0]}/file`)).status).toBe(200);
    expect((await operator.delete(`${TASKS}/${ids[0]}/file`)).status).toBe(404);
    clock.advance(3 * DAY + 1000);
    const signedIn = await server().client.signIn('exporter-1', OPERATOR_PASSWORD);
    const again = await signedIn.as({ org: { orgId: '99', orgType: '99', roleId: '' } }).verified(OPERATOR_PASSWORD);
    expect((await again.get(`${TASKS}/${ids[1]}/file`)).status).toBe(404);
    await services.jobs.runNow('organisation-tasks-clearing');
    for (const key of keys) expect(await services.objects.read(key, 2 ** 24)).toBeUndefined();
    const [left] = await db.admin((run) =>
      run('select count(*)::int as n from organisation_tasks where sealed_key is not null'),
    );
    expect(left?.['n']).toBe(0);
    expect((await again.get(TASKS)).data.items).toEqual(
      expect.arrayContaining(ids.map((task_id) => expect.objectContaining({ task_id, state: 'expired' }) as unknown)),
    );
  });

  it('ends a task whose job is gone', async () => {
    const { services, db } = server();
    await db.admin((run) =>
      run(
        `insert into organisation_tasks (org_id, task_id, kind, state, about_org, about_name, reason, requested_by, requested_at)
         values ('99', 'dead-1', 'export', 'working', '2004', 'x', 'x', 'x', now())`,
      ),
    );
    await services.jobs.runNow('organisation-tasks-clearing');
    const [dead] = await db.admin((run) =>
      run("select state, problem from organisation_tasks where task_id = 'dead-1'"),
    );
    expect(dead).toEqual({ state: 'failed', problem: 'gone' });
  });
});
