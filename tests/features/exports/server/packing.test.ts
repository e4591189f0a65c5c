import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { archivesJob } from '../../../../src/features/archive/server/pack-archives.ts';
import type { ExportTask } from '../../../../src/features/exports/contract.ts';
import { deleteExport } from '../../../../src/features/exports/server/end-export.ts';
import { taskReady } from '../../../../src/features/exports/server/queries/tasks.ts';
import type { Tx } from '../../../../src/platform/db/server/database.ts';
import { Worker } from '../../../../src/platform/jobs/server/worker.ts';
import { dataOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';

const START = '/v3/portal/students/file/batch2pdf';
const FILES = '/v1/portal/files/temp';
const CLASSES = ['c2001-2026-7-01', 'c2001-2026-7-02', 'c2001-2026-7-03'];
const MINUTE = 60_000;

describeApi('archives that are packed in parts', (kind) => {
  const server = useServer(kind);
  const plain = { admin: useClient(server, 2001, 4), teacher: useClient(server, 2001, 10) };
  let [admin, teacher]: Client[] = [];
  let own: string[] = [];
  beforeAll(async () => {
    [admin, teacher] = await Promise.all([plain.admin().verified(), plain.teacher().verified()]);
    own = dataOf<Listed<{ child_id: string }>>(await teacher.get('/v1/portal/students?size=3')).items.map(
      ({ child_id }) => child_id,
    );
  });
  const by = (client: Client | undefined): Client => {
    if (!client) throw new Error('nobody');
    return client;
  };
  const started = async (client: Client | undefined, query: string) =>
    dataOf<{ task_id: string }>(await by(client).get(`${START}?${query}`)).task_id;
  const packed = async (client: Client | undefined, query: string) => {
    const id = await started(client, query);
    await server().services.jobs.idle();
    return id;
  };
  const task = async (client: Client | undefined, id: string) =>
    dataOf<Listed<ExportTask>>(await by(client).get(FILES)).items.find(({ file_id }) => file_id === id);
  const file = (client: Client | undefined, id: string) => by(client).get(`${FILES}/${id}/file`);
  const parts = (id: string) => rowsOf(server(), 'select * from export_parts where file_id = $1 order by part', id);
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  /** A process with its own jobs, which it does not begin by itself. */
  const idleProcess = async () => {
    const { state } = server().services;
    const other = await startServer(server().db, { services: { state } }, server().clock);
    other.services.jobs.pause();
    onTestFinished(async () => {
      await other.app.close();
      await other.services.jobs.close();
    });
    return other;
  };

  it('hold every student of whole classes once, in parts, and compare with what was downloaded', async () => {
    const students = await rowsOf(
      server(),
      "select child_id from students where org_id = '2001' and class_id = any($1) and study_status in (1, 2)",
      CLASSES,
    );
    const id = await packed(admin, `class_ids=${CLASSES.join(',')}`);
    expect(await task(admin, id)).toMatchObject({ status: 1, progress: 100 });
    const zip = await file(admin, id);
    expect(Number(zip.headers['content-length'])).toBe(zip.body.length);
    const files = unzipSync(new Uint8Array(zip.body));
    expect([Object.keys(files).length, students.length > 100]).toEqual([students.length, true]);
    const stored = await parts(id);
    expect(stored.length).toBe(Math.ceil(students.length / 20));
    expect(stored.flatMap((part) => part['child_ids']).toSorted()).toEqual(
      students.map(({ child_id }) => child_id).toSorted(),
    );
    const [code] = await rowsOf(server(), 'select digests from file_codes where $1 = any(digests)', sha256(zip.body));
    expect(code?.['digests']).toEqual([sha256(zip.body), ...Object.values(files).map(sha256)]);
    expect(sha256((await file(admin, id)).body)).toBe(sha256(zip.body));
    const key = String(stored[0]?.['object_key']);
    expect((await by(admin).delete(`${FILES}/${id}`)).status).toBe(200);
    expect([await parts(id), await server().services.objects.read(key, 1e9)]).toEqual([[], undefined]);
  }, 120_000);

  it('are asked for by students or by classes, in scope and within the limit', async () => {
    for (const [query, status] of [
      ['', 400],
      [`student_ids=${own[0]}&class_ids=${CLASSES[0]}`, 400],
      [`class_ids=${CLASSES[0]},nowhere`, 404],
      [`student_ids=${Array.from({ length: 201 }, (_, i) => `k${i}`).join(',')}`, 400],
    ] as const)
      expect([query, (await by(admin).get(`${START}?${query}`)).status]).toEqual([query, status]);
    const foreign = await by(teacher).get(`${START}?class_ids=c2001-2026-12-06`);
    expect([foreign.status, foreign.code]).toEqual([403, 'PSY_OUT_OF_REACH']);
  });

  it('are cancelled while they wait and while they are packed, and leave nothing behind', async () => {
    const other = await idleProcess();
    const elsewhere = by(admin).as({ port: other.port });
    const waiting = await started(elsewhere, `class_ids=${CLASSES[0]}`);
    expect(await task(elsewhere, waiting)).toMatchObject({ status: 0 });
    expect((await by(teacher).post(`${FILES}/${waiting}/cancel`, {})).status).toBe(404);
    expect((await elsewhere.post(`${FILES}/${waiting}/cancel`, {})).status).toBe(200);

    const { objects } = server().services;
    const write = objects.write.bind(objects);
    const keys: string[] = [];
    const writing = vi.spyOn(objects, 'write').mockImplementation(async (key, bytes, type) => {
      await write(key, bytes, type);
      if (keys.push(key) !== 2) return;
      const now = dataOf<Listed<ExportTask>>(await by(admin).get(FILES)).items.find(({ status }) => status === 0);
      expect((await by(admin).post(`${FILES}/${now?.file_id}/cancel`, {})).status).toBe(200);
    });
    const id = await packed(admin, `class_ids=${CLASSES.join(',')}`);
    writing.mockRestore();
    for (const one of [waiting, id]) {
      expect(await task(admin, one)).toMatchObject({ status: -1, problem: '您已取消打包' });
      expect((await by(admin).post(`${FILES}/${one}/cancel`, {})).code).toBe('PSY_CONFLICT');
      expect((await file(admin, one)).status).toBe(404);
      expect(await parts(one)).toEqual([]);
    }
    expect(keys.length).toBe(2);
    expect(await Promise.all(keys.map((key) => objects.read(key, 1e9)))).toEqual([undefined, undefined]);
    expect(await rowsOf(server(), "select from jobs where kind = 'export-archives' and state <> 'failed'")).toEqual([]);
  });

  it('are deleted only after their run, and leave no part behind when the run ends meanwhile', async () => {
    const { objects } = server().services;
    const write = objects.write.bind(objects);
    let refused: unknown;
    const writing = vi.spyOn(objects, 'write').mockImplementation(async (key, bytes, type) => {
      await write(key, bytes, type);
      if (refused !== undefined) return;
      const now = dataOf<Listed<ExportTask>>(await by(admin).get(FILES)).items.find(({ status }) => status === 0);
      const { status, code } = await by(admin).delete(`${FILES}/${now?.file_id}`);
      refused = [status, code];
    });
    const id = await packed(admin, `class_ids=${CLASSES[0]}`);
    writing.mockRestore();
    expect(refused).toEqual([409, 'PSY_CONFLICT']);
    expect(await task(admin, id)).toMatchObject({ status: 1 });
    const keys = (await parts(id)).map(({ object_key }) => String(object_key));
    expect(keys.length).toBeGreaterThan(0);
    // The run commits its end behind the first look of the deletion.
    await rowsOf(server(), 'update export_tasks set status = 0 where file_id = $1', id);
    const ctx = await staffContext(server().services, '2001', 4);
    await server().db.transaction({ orgId: '2001', userId: null }, (tx) => {
      let ended = false;
      const run: Tx['run'] = async (statement) => {
        const rows = await tx.run(statement);
        if (!ended) await tx.run(taskReady('2001', id, { form: 'zip', file_size: 1 }, '2027-01-01T00:00:00Z'));
        ended = true;
        return rows;
      };
      return deleteExport(ctx, { ...tx, batch: tx.batch.bind(tx), afterCommit: tx.afterCommit.bind(tx), run }, id);
    });
    expect(await rowsOf(server(), 'select from export_tasks where file_id = $1', id)).toEqual([]);
    expect(await Promise.all(keys.map((key) => objects.read(key, 1e9)))).toEqual(keys.map(() => undefined));
  }, 120_000);

  it('end with their reason when their processes died too often', async () => {
    const other = await idleProcess();
    const id = await started(by(admin).as({ port: other.port }), `class_ids=${CLASSES[0]}`);
    const died = () =>
      rowsOf(
        server(),
        `update jobs set state = 'running', lease = 'dead', lease_until = '2026-01-01', crashes = 2 where subject = $1`,
        id,
      );
    await died();
    await new Worker([archivesJob], server().services).runDue();
    expect(await task(admin, id)).toMatchObject({
      status: -1,
      problem: '打包时服务中断了 3 次，没有完成。请重新打包',
    });
  });

  it('are tried again when the store is away, and end with their reason when it stays away', async () => {
    const { objects, jobs } = server().services;
    const away = vi.spyOn(objects, 'read').mockResolvedValue(undefined);
    const id = await packed(teacher, `student_ids=${own[0]}`);
    expect(await task(teacher, id)).toMatchObject({ status: 0 });
    for (const wait of [1, 2]) {
      server().clock.advance(wait * MINUTE);
      jobs.wake(archivesJob.name);
      await jobs.idle();
    }
    away.mockRestore();
    expect(await task(teacher, id)).toMatchObject({
      status: -1,
      problem: '文件存储暂时不可用，没有完成。请稍后重新打包',
    });
  });

  it('are refused after a right, a class or a consent has changed since, and given when it is as before', async () => {
    const id = await packed(teacher, `student_ids=${own.join(',')}`);
    const answer = async () => {
      const { status, json } = await file(teacher, id);
      return status === 200 ? 200 : [status, (json as { message: string }).message];
    };
    expect(await answer()).toBe(200);
    const flags = (view: boolean) => by(admin).put('/v1/portal/rbac/roles/10/auths', { student_report_view: view });
    const was = dataOf<Record<string, boolean>>(await by(admin).get('/v1/portal/rbac/roles/10/auths'));
    expect((await flags(was['student_report_view'] !== true)).status).toBe(200);
    expect(await answer()).toEqual([403, '打包之后，您的权限或数据脱敏的设置有变化，请重新打包']);
    expect((await flags(was['student_report_view'] === true)).status).toBe(200);
    expect(await answer()).toBe(200);

    const [child] = own;
    const { student_id, class_id } = dataOf<Record<string, string>>(
      await by(admin).get(`/v1/portal/children/${child}`),
    );
    const move = (to: string | undefined) =>
      by(admin).post(`/v1/portal/children/switch_classes/${student_id}`, { class_id: to });
    expect((await move(CLASSES[2])).status).toBe(200);
    expect(await answer()).toEqual([
      403,
      '打包之后，文件中有 1 名学生离开了您的管理范围（转班、转出或已删除），请重新打包',
    ]);
    expect((await move(class_id)).status).toBe(200);
    expect(await answer()).toBe(200);
  });

  it('are refused after a consent to a screening was withdrawn, whose results they show', async () => {
    const [sheet] = await rowsOf(
      server(),
      "select child_id from exam_sheets where org_id = '2001' and scored_at is not null and withdrawn_at is null limit 1",
    );
    const child = String(sheet?.['child_id']);
    const id = await packed(admin, `student_ids=${child}`);
    expect((await file(admin, id)).status).toBe(200);
    await rowsOf(
      server(),
      "update exam_sheets set withdrawn_at = $2 where org_id = '2001' and scored_at is not null and child_id = $1",
      child,
      new Date(server().clock.now()).toISOString(),
    );
    const { status, json } = await file(admin, id);
    expect([status, (json as { message: string }).message]).toEqual([
      403,
      expect.stringMatching(/^打包之后，有 \d+ 份答卷撤回了同意，请重新打包$/),
    ]);
  });
});
