import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { digests, filesIn, manifestFile } from '../../../../src/app/server/backup/manifest.ts';
import { loadConfig } from '../../../../src/app/server/config/load.ts';
import { exportOrganisation } from '../../../../src/app/server/package/export-organisation.ts';
import { macOf, type PackageManifest } from '../../../../src/app/server/package/package-manifest.ts';
import { readSealed, writeSealed } from '../../../../src/app/server/package/sealed-file.ts';
import { PART_BYTES, partCount } from '../../../../src/features/tenants/contract/imports.ts';
import { suspendOrganisation, terminalOperator } from '../../../../src/features/tenants/server/public.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import type { Client } from '../../../support/client.ts';
import { describeDatabases, freshDatabase, type DatabaseKind } from '../../../support/databases.ts';
import { OPERATOR_PASSWORD, operatorOf } from '../../../support/operator.ts';
import { startServer, useServer } from '../../../support/server.ts';
import { TEST_WRAPPING } from '../../../support/test-keys.ts';

const TASKS = '/v1/platform/tasks';
const ORG = '2002';
const NAME = '青禾市实验小学';
/** Larger than one part, so that the package has several. */
const PICTURE = { key: `media/${ORG}/f1-abc`, bytes: randomBytes(PART_BYTES + 1000) };
const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu import '));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));

interface Packed {
  dir: string;
  key: Buffer;
}

/** Exports the school of another installation, and once more with a row that names an object of another school. */
async function packSchool(kind: DatabaseKind): Promise<{ made: Packed; foreign: Packed }> {
  const fresh = await freshDatabase(kind, 'demo');
  const db = await openDatabase({ waitLimitMs: 60_000, ...fresh.options });
  const old = await startServer(db, { url: fresh.options.url });
  const { url } = fresh.options;
  const parts = {
    ...old.services,
    config: { ...loadConfig({ env: {}, serving: false }), databaseBackupUrl: url, databaseAdminUrl: url },
    wrapping: TEST_WRAPPING,
    secret: old.secret,
    ownSchemas: folder,
  };
  await parts.objects.write(PICTURE.key, PICTURE.bytes, 'application/octet-stream');
  await db.admin((run) =>
    run(
      `insert into media_files (org_id, file_id, user_id, media_type, name, mime, object_key, size, created_at)
       select $1, 'f1', user_id, 1, 'x', 'image/png', $2, 20, now() from memberships where org_id = $1 limit 1`,
      [ORG, PICTURE.key],
    ),
  );
  await suspendOrganisation(parts, terminalOperator('somebody'), ORG, { reason: '迁出', confirmsOpenCases: true });
  const pack = async (name: string): Promise<Packed> => {
    const dir = path.join(folder, `${name} ${kind}`);
    const { key } = await exportOrganisation(parts, ORG, dir);
    return { dir, key };
  };
  const made = await pack('package');
  await db.admin((run) =>
    run("insert into stray_objects (org_id, object_key, due_at) values ($1, 'media/2001/not-mine', now())", [ORG]),
  );
  const foreign = await pack('foreign');
  await old.close();
  await db.close();
  await fresh.remove();
  return { made, foreign };
}

const zipOf = (dir: string): Buffer => {
  const files: Zippable = {};
  for (const name of [...filesIn(dir), 'manifest.json'])
    files[name] = [readFileSync(path.join(dir, name)), { level: 0 }];
  return Buffer.from(zipSync(files));
};

/** A package that somebody who holds a key has changed: its digests and its proof are right again. */
async function tampered({ dir, key }: Packed, name: string, change: (copy: string) => Promise<void> | void) {
  const copy = path.join(folder, name);
  cpSync(dir, copy, { recursive: true });
  await change(copy);
  const manifest = JSON.parse(readFileSync(manifestFile(copy), 'utf8')) as PackageManifest;
  manifest.files = await digests(copy);
  manifest.mac = macOf(manifest, key);
  writeFileSync(manifestFile(copy), JSON.stringify(manifest));
  const zip = zipOf(copy);
  rmSync(copy, { recursive: true });
  return zip;
}

/** Changes the rows of a table. */
async function changeRows(
  copy: string,
  table: string,
  key: Buffer,
  change: (rows: Record<string, unknown>[]) => Record<string, unknown>[],
): Promise<void> {
  const file = path.join(copy, 'tables', `${table}.jsonl`);
  const transport = { key, orgId: ORG };
  const rows: Record<string, unknown>[] = [];
  for await (const texts of readSealed(file, table, transport))
    rows.push(...texts.map((text) => JSON.parse(text) as Record<string, unknown>));
  rmSync(file);
  async function* once() {
    yield change(rows).map((row) => JSON.stringify(row));
  }
  await writeSealed(file, table, transport, once());
}

describeDatabases('importing an organisation on the page of operators', (kind) => {
  const server = useServer(kind, { seed: false });
  let made: Packed;
  let foreign: Packed;
  let whole: Buffer;
  let operator: Client;
  let other: Client;
  beforeAll(async () => {
    ({ made, foreign } = await packSchool(kind));
    whole = zipOf(made.dir);
    operator = await (await operatorOf(server(), 'importer-1')).verified(OPERATOR_PASSWORD);
    other = await (await operatorOf(server(), 'importer-2')).verified(OPERATOR_PASSWORD);
  });

  const taskOf = async (id: string) =>
    (await operator.get(`${TASKS}?size=50`)).data.items.find(({ task_id }: { task_id: string }) => task_id === id);
  const begin = async (file: Buffer) => {
    const body = { file_name: '实验小学.zip', size: file.length, reason: '学校迁入' };
    const { status, data } = await operator.post('/v1/platform/imports', body);
    expect(status).toBe(201);
    return data.task_id as string;
  };
  const put = (id: string, file: Buffer, part: number, as = operator) =>
    as.put(`${TASKS}/${id}/parts/${part}`, file.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
  const uploaded = async (file: Buffer) => {
    const id = await begin(file);
    for (let part = 0; part < partCount(file.length); part += 1) expect((await put(id, file, part)).status).toBe(200);
    return id;
  };
  const check = async (id: string, key: Buffer = made.key) => {
    const answer = await operator.post(`${TASKS}/${id}/actions/check`, { key: key.toString('hex') });
    await server().services.jobs.idle();
    return answer;
  };
  const checked = async (file: Buffer, key?: Buffer) => {
    const id = await uploaded(file);
    expect((await check(id, key)).status).toBe(200);
    return id;
  };
  const preview = (id: string) => operator.get(`${TASKS}/${id}/preview`);
  /** Lets the import of a task run again until the task has left a state: tables that are in use delay it. */
  const retried = async (id: string, state: string) => {
    const { clock, services } = server();
    await services.jobs.idle();
    for (let tries = 1; tries < 5 && (await taskOf(id))?.state === state; tries += 1) {
      clock.advance(60_000);
      services.jobs.wake('organisation-import');
      await services.jobs.idle();
    }
  };
  const post = (id: string, rename_taken: boolean) => operator.post(`${TASKS}/${id}/actions/import`, { rename_taken });
  const confirm = async (id: string) => {
    const answer = await post(id, false);
    await retried(id, 'working');
    return answer;
  };
  const remove = async (id: string) => expect((await operator.delete(`${TASKS}/${id}/file`)).status).toBe(200);
  const count = async (sql: string): Promise<unknown> => (await server().db.admin((run) => run(sql)))[0]?.['n'];
  const rowsHere = () => count(`select count(*)::int as n from students where org_id = '${ORG}'`);
  /** What an import that did not happen leaves. */
  const expectNothing = async () => {
    expect(await rowsHere()).toBe(0);
    expect(
      await count("select count(*)::int as n from accounts where password_hash <> '-' and user_id like '2002%'"),
    ).toBe(0);
    expect(await count("select count(*)::int as n from tenants where org_id <> '99'")).toBe(0);
    expect(await server().services.objects.read(PICTURE.key, 2 ** 24)).toBeUndefined();
  };
  const logged = async () =>
    (
      await server().db.admin((run) =>
        run(
          `select e.row_id, e.after from audit_links l join audit_logs e using (org_id, log_id)
           where org_id = '99' and e.act = 'import' order by l.seq`,
        ),
      )
    ).map(({ row_id, after }) => [row_id, after]);

  // The engine has no part in it.
  describe.runIf(kind === 'embedded')('a file that is no package', () => {
    it.each([
      ['is cut off', () => whole.subarray(0, whole.length - 40_000), '不是完整的单位数据包'],
      ['is no archive', () => Buffer.from('not a package at all'), '不是完整的单位数据包'],
      ['has other files', () => Buffer.from(zipSync({ 'a.txt': Buffer.from('x') })), '不属于单位数据包的内容'],
      ['has a way out', () => Buffer.from(zipSync({ 'objects/../../x': Buffer.from('x') })), '不是完整的单位数据包'],
      [
        'is a bomb',
        () => Buffer.from(zipSync({ 'tables/students.jsonl': Buffer.alloc(64 * 1024 ** 2) }, { level: 9 })),
        '远大于它本身',
      ],
      [
        'has no manifest',
        () => Buffer.from(zipSync({ 'data-keys.jsonl': Buffer.from('x') })),
        '里面没有 manifest.json',
      ],
      [
        'was changed on its way',
        () => {
          const copy = path.join(folder, `changed ${kind}`);
          cpSync(made.dir, copy, { recursive: true });
          writeFileSync(path.join(copy, 'tables', 'students.jsonl'), 'x');
          return zipOf(copy);
        },
        '被改动或不完整',
      ],
    ])('%s, and is refused with its reason', async (_, file, problem) => {
      const id = await checked(file());
      expect(await taskOf(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining(problem) as string });
      expect((await logged()).at(-1)).toEqual(['', { failed: true }]);
      expect((await preview(id)).status).toBe(404);
      expect(await count(`select count(*)::int as n from organisation_task_parts where task_id = '${id}'`)).toBe(0);
      await expectNothing();
    });

    it('has parts of another length, too few, or too many', async () => {
      const id = await begin(whole);
      expect((await operator.put(`${TASKS}/${id}/parts/0`, Buffer.from('short'))).code).toBe('PSY_INVALID_INPUT');
      expect((await operator.put(`${TASKS}/${id}/parts/9`, Buffer.from('more'))).code).toBe('PSY_INVALID_INPUT');
      expect((await put(id, whole, 0)).status).toBe(200);
      expect((await check(id)).code).toBe('PSY_CONFLICT');
      await remove(id);
      expect((await put(id, whole, 1)).code).toBe('PSY_CONFLICT');
    });
  });

  describe('a package whose maker holds its key', () => {
    it.each<[string, (copy: string) => Promise<void>, string]>([
      [
        'makes somebody an operator of the platform',
        (copy) =>
          changeRows(copy, 'memberships', made.key, (rows) => [...rows, { ...rows[0], org_id: '99', identity: 5 }]),
        '不属于这个单位的内容：memberships',
      ],
      [
        'says other rows than it holds',
        (copy) => changeRows(copy, 'classes', made.key, (rows) => rows.slice(1)),
        '导入的内容与导出时不同',
      ],
      [
        'has lines that are not what they say',
        (copy) => Promise.resolve(writeFileSync(path.join(copy, 'tables', 'classes.jsonl'), 'AAAA\n')),
        'classes 不是按本产品的格式写的',
      ],
    ])('%s: nothing is imported, and the file stays', async (_, change, problem) => {
      const id = await checked(await tampered(made, `hostile ${kind}`, change));
      expect(await taskOf(id)).toMatchObject({ state: 'checked' });
      expect((await confirm(id)).status).toBe(200);
      expect(await taskOf(id)).toMatchObject({ state: 'checked', problem: expect.stringContaining(problem) as string });
      expect((await logged()).at(-1)).toEqual([ORG, { failed: true }]);
      await expectNothing();
      await remove(id);
    });

    it('names an object of another organisation, which would be removed with its own', async () => {
      const id = await checked(zipOf(foreign.dir), foreign.key);
      expect((await confirm(id)).status).toBe(200);
      expect(await taskOf(id)).toMatchObject({
        state: 'checked',
        problem: expect.stringContaining('指向别的单位的附件 media/2001/not-mine') as string,
      });
      await expectNothing();
      await remove(id);
    });

    it('is of a newer version: that is said before anybody confirms', async () => {
      const newer = await tampered(made, `newer ${kind}`, (copy) => {
        const manifest = JSON.parse(readFileSync(manifestFile(copy), 'utf8')) as PackageManifest;
        writeFileSync(manifestFile(copy), JSON.stringify({ ...manifest, schema: 9999 }));
      });
      const id = await checked(newer);
      const { data } = await preview(id);
      expect(data.hindrances).toMatchObject([
        { kind: 'newer', about: expect.stringMatching(/^9999 \/ \d+$/) as string },
      ]);
      expect((await confirm(id)).code).toBe('PSY_IMPORT_HINDERED');
      await expectNothing();
      await remove(id);
    });

    it('calls itself by a path', async () => {
      const lost = await tampered(made, `path ${kind}`, (copy) => {
        const manifest = JSON.parse(readFileSync(manifestFile(copy), 'utf8')) as PackageManifest;
        writeFileSync(manifestFile(copy), JSON.stringify({ ...manifest, org_id: '../../etc' }));
      });
      expect(await taskOf(await checked(lost))).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining('manifest.json 不是这个版本能读的') as string,
      });
    });
  });

  describe('a package of another installation', () => {
    let id: string;

    it('is checked again with the right key, without a second upload', async () => {
      id = await checked(whole, randomBytes(32));
      expect(await taskOf(id)).toMatchObject({
        state: 'uploading',
        problem: expect.stringContaining('传输密钥不是这份数据包的') as string,
      });
      const wrong = await operator.post(`${TASKS}/${id}/actions/check`, { key: 'not a key' });
      expect([wrong.status, wrong.code]).toEqual([400, 'PSY_INVALID_INPUT']);
      expect((await check(id)).status).toBe(200);
      expect(await taskOf(id)).toMatchObject({ state: 'checked', org_id: ORG, org_name: NAME });
    });

    it('is shown with names and numbers, and nothing of a person', async () => {
      const { data, text } = await preview(id);
      expect(data).toMatchObject({
        org_id: ORG,
        org_name: NAME,
        org_type: 2,
        parent_org_id: '1001',
        objects: 1,
        log_findings: 0,
        taken_logins: 0,
        hindrances: [],
      });
      expect(data.tables).toContainEqual(expect.objectContaining({ name: 'students', title: '学生' }));
      expect(data.accounts).toBeGreaterThan(100);
      expect(text).not.toMatch(/o2002r|199000/);
      await expectNothing();
    });

    it('is for the operator who uploaded it', async () => {
      for (const answer of [
        await put(id, whole, 0, other),
        await other.post(`${TASKS}/${id}/actions/check`, { key: made.key.toString('hex') }),
        await other.post(`${TASKS}/${id}/actions/import`, { rename_taken: false }),
      ])
        expect([answer.status, answer.code]).toEqual([403, 'AC_FORBIDDEN']);
      const unproved = operator.as({ secondaryToken: undefined });
      const answer = await unproved.post(`${TASKS}/${id}/actions/import`, { rename_taken: false });
      expect(answer.code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    });

    it('is not imported where other people have its login names, unless they are renamed', async () => {
      const { db } = server();
      await db.admin((run) =>
        run(`insert into accounts (user_id, login_name, login_key, password_hash, real_name)
             values ('x1', 'o2002r7', 'o2002r7', '-', '别人')`),
      );
      // Nobody had it when the package was checked.
      expect((await confirm(id)).status).toBe(200);
      expect(await taskOf(id)).toMatchObject({
        state: 'checked',
        problem: expect.stringContaining('1 个账号的登录名或手机号在这里已属于别人') as string,
      });
      await expectNothing();
      await remove(id);
      id = await checked(whole);
      expect((await preview(id)).data).toMatchObject({ taken_logins: 1, taken_mobiles: 0 });
      expect((await confirm(id)).code).toBe('PSY_CONFLICT');
    });

    it('goes on after a process that died before and after the commit, and is there once', async () => {
      const { packages, jobs } = server().services;
      const killed = () => Promise.reject(new Error('killed'));
      const takeIn = vi.spyOn(packages, 'takeIn').mockImplementationOnce(killed);
      const verify = vi.spyOn(packages, 'verifyImported').mockImplementationOnce(killed);
      expect((await post(id, true)).status).toBe(200);
      await jobs.idle();
      expect(await taskOf(id)).toMatchObject({ state: 'working' });
      await expectNothing();
      await retried(id, 'working');
      expect(await taskOf(id)).toMatchObject({ state: 'imported' });
      expect(await rowsHere()).toBeGreaterThan(100);
      await retried(id, 'imported');
      for (const { mock } of [takeIn, verify])
        expect(mock.settledResults.filter(({ type }) => type === 'fulfilled')).toHaveLength(1);
      expect(await taskOf(id)).toMatchObject({ state: 'done', progress: 100, org_name: NAME });
    });

    it('rests until it is resumed, is what it was, and leaves nothing of its way', async () => {
      const { services, db } = server();
      await expect(server().client.signIn('o2002r4')).rejects.toThrow('PSY_ORG_SUSPENDED');
      const resumed = await operator.post(`/v1/platform/organisations/${ORG}/actions/resume`, { reason: '已核对' });
      expect(resumed.status).toBe(200);
      const leader = (await server().client.signIn('o2002r4')).withRole(2002, 4);
      expect((await leader.get('/v1/portal/classes?page=1&size=5')).data.total).toBeGreaterThan(5);
      expect((await server().client.signIn('o2002r7_2002')).withRole(2002, 7)).toBeDefined();
      const kept = await services.objects.read(PICTURE.key, 2 ** 24);
      expect(kept?.equals(PICTURE.bytes)).toBe(true);
      expect(await count('select count(*)::int as n from organisation_task_parts')).toBe(0);
      expect(await count('select count(*)::int as n from organisation_tasks where sealed_key is not null')).toBe(0);
      const strays = await db.admin((run) =>
        run(`select object_key from stray_objects where object_key = '${PICTURE.key}'`),
      );
      expect(strays).toEqual([]);
      expect((await verifyAudit(db, services.ledger, [])).flatMap(({ findings }) => findings)).toEqual([]);
      const entries = (await logged()).slice(-2);
      expect(entries).toMatchObject([
        [ORG, { reason: '学校迁入', objects: 1 }],
        [ORG, { finished: true, renamed: 1, lost_parent: '1001' }],
      ]);
    });

    it('is not imported a second time: that is said before anybody confirms', async () => {
      const second = await checked(whole);
      const { data } = await preview(second);
      expect(data.hindrances).toContainEqual({ kind: 'exists', about: NAME });
      expect((await confirm(second)).code).toBe('PSY_IMPORT_HINDERED');
      await remove(second);
      expect(await taskOf(second)).toMatchObject({ state: 'expired' });
    });
  });

  it('holds three files at a time, and forgets what nobody goes on with', async () => {
    const { services, clock } = server();
    const ids = [await uploaded(Buffer.from('a')), await begin(Buffer.from('b')), await begin(Buffer.from('c'))];
    const more = await operator.post('/v1/platform/imports', { file_name: 'd.zip', size: 1, reason: '学校迁入' });
    expect(more.code).toBe('PSY_TENANT_TASK');
    clock.advance(25 * 3_600_000);
    await services.jobs.runNow('organisation-tasks-clearing');
    expect(await count("select count(*)::int as n from organisation_tasks where state = 'uploading'")).toBe(0);
    expect(await count('select count(*)::int as n from organisation_task_parts')).toBe(0);
    expect(ids.length).toBe(3);
  });
});
