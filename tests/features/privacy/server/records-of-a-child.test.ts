import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { unzipSync, strFromU8 } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExportTask } from '../../../../src/features/exports/contract.ts';
import type { Erasure } from '../../../../src/features/privacy/contract.ts';
import { wholeRecord } from '../../../../src/features/privacy/server/export-record.ts';
import { holdingOf } from '../../../../src/features/privacy/server/holdings.ts';
import { startErasureSync, syncErasures } from '../../../../src/features/privacy/server/sync-erasures.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { collectOrphans } from '../../../../src/platform/media/server/collect.ts';
import { png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import { dataOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';

const YEAR = 365.25 * 86_400_000;
const REASON = { reason: '监护人书面申请' };

describeApi('the whole record of a child', (kind) => {
  const server = useServer(kind);
  const plain = {
    admin: useClient(server, 2001, 4),
    second: useClient(server, 2001, 5),
    teacher: useClient(server, 2001, 10),
    stranger: useClient(server, 2002, 4),
  };
  let admin: Client,
    id = '',
    other = '',
    comment = '',
    card = '';
  const inOrg = (sql: string, ...parameters: unknown[]) =>
    server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2001', false)");
      return run(sql, parameters);
    });
  const verified = async (account: string, role: number) =>
    (await server().client.signIn(account)).withRole(2001, role).verified();
  const preview = async () => dataOf<Erasure>(await admin.get(`/v1/portal/children/${id}/erasure`));
  const erase = (total: number) => admin.post(`/v1/portal/children/${id}/erasure`, { ...REASON, total });
  const exported = async () => {
    const { task_id } = dataOf<{ task_id: string }>(
      await admin.post(`/v1/portal/children/${id}/record_export`, REASON),
    );
    await server().services.jobs.idle();
    const task = dataOf<Listed<ExportTask>>(await admin.get('/v1/portal/files/temp')).items.find(
      ({ file_id }) => file_id === task_id,
    );
    expect(task).toMatchObject({ type: 5, status: 1, url: `/v1/portal/files/records/${task_id}` });
    return { task_id, files: unzipSync(new Uint8Array((await admin.get(`/v1/portal/files/records/${task_id}`)).body)) };
  };

  beforeAll(async () => {
    admin = await plain.admin().verified();
    const teacher = await plain.teacher().verified();
    [id, other] = dataOf<Listed<{ child_id: string }>>(await teacher.get('/v1/portal/students?size=2')).items.map(
      ({ child_id }) => child_id,
    ) as [string, string];
    await admin.put(`/v1/portal/children/${id}`, {
      address: '青禾市桂花路 8 号',
      remark: '转来时哭过',
      mobile: '13900007777',
    });
    await admin.put(`/v1/portal/children/${other}`, { remark: '别人的备注' });
    const file = await sent(server(), teacher, 'card.png', png());
    card = file.file_id;
    const years = dataOf<Listed<{ year_id: string; is_current: boolean }>>(
      await teacher.get('/v1/portal/orgs/years'),
    ).items;
    const year = years.find(({ is_current }) => is_current)?.year_id ?? '';
    comment = dataOf<{ comment: { comment_id: string } }>(
      await teacher.put(`/v1/portal/children/${id}/comments/${year}`, {
        content: '这学期开朗了许多',
        file_ids: [file.file_id],
      }),
    ).comment.comment_id;
    const { guardians } = dataOf<Listed<{ guardians: { guardian_id: string }[] }>>(
      await admin.get(`/v1/portal/students/consents?student_ids=${id}`),
    ).items[0] ?? { guardians: [] };
    await admin.post('/v1/portal/students/consents', {
      items: [{ child_id: id, guardian_id: guardians[0]?.guardian_id }],
      how: 2,
      text_version: '2026-11',
      consented_on: '2026-11-20',
    });
    await admin.get(`/v1/portal/children/${id}`);
  });

  it("is found by the database's catalogue: every table about children has a description", async () => {
    const found = await inOrg('select of_table from tables_of_child()');
    const tables = await rowsOf(
      server(),
      "select table_name as t from information_schema.columns where table_schema = 'public' and column_name = 'child_id' and table_name <> 'erasures'",
    );
    expect(tables.filter(({ t }) => !found.some(({ of_table }) => of_table === t))).toEqual([]);
    expect(found.map(({ of_table }) => String(of_table)).filter((table) => holdingOf(table).title === table)).toEqual(
      [],
    );
  });

  it('is exported completely, in clear and without data of others, after the log has the reason', async () => {
    const { files } = await exported();
    const names = Object.keys(files);
    expect([
      names.some((name) => name.endsWith('.pdf')),
      names.some((name) => name.startsWith('附件/') && name.endsWith('card.png')),
    ]).toEqual([true, true]);
    const text = strFromU8(files['record.json'] ?? new Uint8Array());
    for (const own of ['青禾市桂花路 8 号', '转来时哭过', '13900007777', '这学期开朗了许多', '2026-11'])
      expect([own, text.includes(own)]).toEqual([own, true]);
    expect(text).not.toContain('别人的备注');
    expect(/password|half|u-o2001r/.test(text)).toBe(false);
    const [guardian] = await rowsOf(
      server(),
      'select g.mobile from guardians g join guardian_children l using (org_id, guardian_id) where l.child_id = $1 and g.mobile is not null',
      id,
    );
    expect(text).not.toContain(String(guardian?.['mobile']));
    const { log } = JSON.parse(text) as { log: { act: string; role: string }[] };
    expect(log).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ act: '查看', role: '超级管理员' }),
        expect.objectContaining({ act: '修改' }),
      ]),
    );
    const { log_id } =
      dataOf<Listed<{ log_id: string }>>(await admin.get('/v1/portal/audits/logs/list?act=export')).items[0] ?? {};
    expect(
      dataOf<{ items: object[] }>(await admin.get(`/v1/portal/audits/logs/${log_id}/changes`)).items,
    ).toContainEqual({ field: 'reveal_reason', title: '理由', after: REASON.reason });
  });

  it("omits records that are restricted to the author's role group, and states their number", async () => {
    const counsellor = await verified('o2001r8', 8);
    const written = async (path: string, body: object) =>
      dataOf<Record<string, string>>(
        await counsellor.post(`/v1/portal/${path}`, {
          child_id: id,
          happened_at: '2026-11-19T10:00:00+08:00',
          ...body,
        }),
      );
    const { interview_id } = await written('interviews', { with_whom: 1, way: 1, content: '谈到了新同学' });
    await counsellor.put(`/v1/portal/interviews/${interview_id}`, { content: '谈到了新同桌' });
    const { sandplay_id } = await written('sandplays', {
      theme: '只给同组的城堡',
      content: '只给同组的高墙',
      restricted: true,
    });
    const file = await sent(server(), counsellor, 'wall.png', png());
    expect(
      (
        await counsellor.post(`/v1/portal/sandplays/${sandplay_id}/media_infos`, {
          media_infos: [
            { media_type: 1, media_info: file.file_id },
            { media_type: 4, media_info: '只给同组的附注' },
          ],
        })
      ).status,
    ).toBe(201);
    const { files } = await exported();
    const text = strFromU8(files['record.json'] ?? new Uint8Array());
    expect([
      text.includes('谈到了新同学'),
      /只给同组/.test(text),
      Object.keys(files).filter((name) => /wall/.test(name)),
    ]).toEqual([true, false, []]);
    expect((JSON.parse(text) as { withheld: number }).withheld).toBe(1);
  });

  it('is printed in sections, without empty ones and without what it does not name', async () => {
    const ctx = await staffContext(server().services, '2001', 4);
    const { document, json } =
      (await wholeRecord(ctx, id, { orgName: '青禾市第一中学', by: '李超' })) ?? expect.fail('no record');
    const lines = new Map(document.sections.map(({ title, rows }) => [title, rows ?? []]));
    expect([...lines.keys()][0]).toBe('基本信息');
    expect(lines.get('监护人')?.[0]?.[1]).toMatch(/^关系：\D+\n姓名：/);
    for (const [title, rows] of lines) {
      expect([title, rows.length > 0]).toEqual([title, true]);
      // Nothing is printed as it is stored.
      for (const [, text] of rows) expect([title, text]).not.toEqual([title, expect.stringMatching(/[{[]"/)]);
    }
    expect(lines.get('基本信息')).toContainEqual(['家庭住址', '青禾市桂花路 8 号']);
    // The year stands by its name, not by its id.
    expect(lines.get('班主任评语')?.[0]?.[1]).toMatch(/^学年：\d{4}.*\n评语：这学期开朗了许多\n时间：2026-/);
    expect(lines.get('访谈')?.[0]?.[1]).toContain('内容：谈到了新同桌');
    expect(lines.get('修改前的内容')?.map(([, text]) => text)).toContainEqual(
      expect.stringMatching(/\n内容：访谈内容：谈到了新同学$/),
    );
    expect(lines.get('没有导出的内容')).toEqual([['限定查看的记录', expect.stringMatching(/^1 条/)]]);
    // Only the child's own comment has been written, and the highest administrator sees every field.
    expect(lines.get('班主任评语')).toHaveLength(1);
    expect(json.withheld_fields).toEqual([]);
    expect(Object.keys(json.records)).not.toContain('students');
    expect(await wholeRecord(ctx, 'no-such-child', { orgName: '', by: '' })).toBeUndefined();
  });

  it('is exported and erased by the highest administrator only, and downloaded by the requester only', async () => {
    const { task_id } = await exported();
    const calls = (client: Client) => [
      client.post(`/v1/portal/children/${id}/record_export`, REASON),
      client.get(`/v1/portal/files/records/${task_id}`),
      client.get(`/v1/portal/children/${id}/erasure`),
      client.post(`/v1/portal/children/${id}/erasure`, { ...REASON, total: 0 }),
    ];
    for (const answer of await Promise.all(calls(plain.admin())))
      expect(answer.code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    for (const client of [plain.second(), plain.teacher()])
      for (const answer of await Promise.all(calls(await client.verified()))) expect(answer.code).toBe('AC_FORBIDDEN');
    for (const answer of await Promise.all(calls(await plain.stranger().verified()))) expect(answer.status).toBe(404);
    expect((await admin.get(`/v1/portal/files/temp/${task_id}/file`)).status).toBe(404);
    expect((await admin.post(`/v1/portal/children/${id}/record_export`, { reason: ' ' })).status).toBe(400);
  });

  it('cannot be erased while the student attends, or before the retention period has ended', async () => {
    const there = await preview();
    expect(there).toMatchObject({ may_erase: false, retention_years: 3 });
    expect((await erase(there.total)).status).toBe(409);
    await expect(inOrg('select * from erase_child($1)', id)).rejects.toThrow(/left/);
    const enrolment = dataOf<{ student_id: string }>(await admin.get(`/v1/portal/children/${id}`)).student_id;
    expect(
      (await admin.put('/v1/portal/students/study_status/batch', { study_status: 3, student_ids: [enrolment] })).status,
    ).toBe(200);
    const gone = await preview();
    expect(gone).toMatchObject({ may_erase: false, erasable_on: '2029-11-20' });
    expect((await erase(gone.total)).json).toMatchObject({
      code: 'PSY_CONFLICT',
      message: expect.stringContaining('2029-11-20'),
    });
    expect(dataOf(await admin.put('/v1/portal/securities/config', { retention_years: 2 }))).toMatchObject({
      retention_years: 2,
    });
    expect((await preview()).erasable_on).toBe('2028-11-20');
  });

  describe('after the retention period', () => {
    let key: string;
    let account: Record<string, unknown> | undefined;
    let shown: Awaited<ReturnType<typeof preview>>;

    it('is previewed, and not erased with another preview', async () => {
      key = String(
        (await rowsOf(server(), 'select object_key from media_files where file_id = $1', card))[0]?.['object_key'],
      );
      [account] = await rowsOf(server(), 'select user_id from students where child_id = $1', id);
      server().clock.advance(2.01 * YEAR);
      admin = await verified('o2001r4', 4);
      shown = await preview();
      expect(shown.blocked).toEqual([]);
      expect(shown).toMatchObject({ may_erase: true, files: 2, stays: [{ total: expect.any(Number) }] });
      expect(shown.goes.map(({ title }) => title)).toEqual(
        expect.arrayContaining(['基本信息', '学籍经历', '班主任评语', '监护人同意', '监护人']),
      );
      expect((await erase(shown.total - 1)).code).toBe('PSY_CONFLICT');
    });

    it('is as before when the commit fails, including the contents of the files', async () => {
      const {
        services: { objects },
        db,
      } = server();
      await db.admin((run) =>
        run("create function fails() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$"),
      );
      await db.admin((run) =>
        run(
          'create constraint trigger fails after insert on erasures deferrable initially deferred for each row execute function fails()',
        ),
      );
      expect((await erase(shown.total)).status).toBe(503);
      await db.admin((run) => run('drop function fails() cascade'));
      expect(await objects.read(key, 1e9)).toBeDefined();
      expect((await preview()).total).toBe(shown.total);
    });

    it('is erased once; contents that the store could not delete are deleted when it is available', async () => {
      const { objects } = server().services;
      const packed = dataOf<{ task_id: string }>(
        await admin.get(`/v3/portal/students/file/batch2pdf?student_ids=${id},${other}`),
      ).task_id;
      await server().services.jobs.idle();
      const file = () => admin.get(`/v1/portal/files/temp/${packed}/file`);
      expect((await file()).status).toBe(200);
      const removal = vi.spyOn(objects, 'remove').mockRejectedValue(new Error('the store is away'));
      const [first, second] = await Promise.all([erase(shown.total), erase(shown.total)]);
      expect([first.status, second.status].sort()).toEqual([200, 404]);

      // Files that hold the student's data go with them.
      expect((await file()).status).toBe(404);
      expect(dataOf<Listed<ExportTask>>(await admin.get('/v1/portal/files/temp')).items).toContainEqual(
        expect.objectContaining({
          file_id: packed,
          status: 2,
          problem: '文件中有学生的资料已按规定清除，文件随之删除',
        }),
      );
      expect(await rowsOf(server(), 'select from export_parts where file_id = $1', packed)).toEqual([]);
      expect((await admin.get(`/v1/portal/children/${id}`)).status).toBe(404);
      expect(await objects.read(key, 1e9)).toBeDefined();
      removal.mockRestore();
      await collectOrphans(server().services, '2001');
      expect(await objects.read(key, 1e9)).toBeUndefined();
      expect(await rowsOf(server(), "select from stray_objects where org_id = '2001' and due_at <= now()")).toEqual([]);
    });

    it('leaves its id only in the log and in the record of the erasure, in all columns of all tables', async () => {
      expect(await rowsOf(server(), 'select from accounts where user_id = $1', account?.['user_id'])).toEqual([]);
      expect(await inOrg('select * from rows_of_child($1)', id)).toEqual([]);
      const columns = await rowsOf(
        server(),
        "select table_name as t, column_name as c from information_schema.columns where table_schema = 'public' and data_type = 'text'",
      );
      const holders = new Set<string>();
      for (const { t, c } of columns)
        if ((await rowsOf(server(), `select from ${String(t)} where ${String(c)} = $1 limit 1`, id)).length > 0)
          holders.add(String(t));
      expect([...holders].sort()).toEqual(['audit_logs', 'erasures']);
    });

    it('leaves undecryptable log entries, and the chain stays valid', async () => {
      const entries = dataOf<Listed<{ row_label: string; row_id?: string; act: string; log_id: string }>>(
        await admin.get('/v1/portal/audits/logs/list?size=200'),
      ).items;
      const about = entries.filter(({ row_label }) => row_label === id || row_label === comment);
      expect(about.map(({ act }) => act)).toEqual(expect.arrayContaining(['erase', 'read', 'update', 'export']));
      const raw = JSON.stringify(
        await rowsOf(server(), "select before, after from audit_logs where resource = 'student' and row_id = $1", id),
      );
      for (const own of ['桂花路', '哭过', '13900007777']) expect(raw).not.toContain(own);
      const update = about.filter(({ act }) => act === 'update').at(-1);
      expect(
        dataOf<{ items?: unknown[] }>(await admin.get(`/v1/portal/audits/logs/${update?.log_id}/changes`)),
      ).toMatchObject({ items: [] });
      expect((await verifyAudit(server().db, server().services.ledger, [], '2001'))[0]?.findings).toEqual([]);
    });

    it('leaves other children unchanged', async () => {
      expect((await admin.get(`/v1/portal/children/${other}`)).status).toBe(200);
    });
  });

  it('is erased again after a restore from a backup', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-erasures-')), 'erasures.jsonl');
    const { services } = server();
    expect(await syncErasures(services, file)).toBe(0);
    const noted = readFileSync(file, 'utf8');
    expect(noted.split('\n').filter((line) => line.includes(id))).toHaveLength(1);
    // What is noted already is not noted again, and what another line says cannot be read is passed over.
    appendFileSync(file, '\n{"org":"2001","chi');
    expect(await syncErasures(services, file)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(`${noted}\n{"org":"2001","chi`);
    // The state of a backup from before the erasure: the student who had left, and no record of the erasure.
    await inOrg('delete from erasures where child_id = $1', id);
    await inOrg(
      "insert into students (org_id, child_id, student_id, child_name, student_no, study_status) values ('2001', $1, 'back-1', '回来的人', 'BACK1', 3)",
      id,
    );
    const forgotten = vi.spyOn(services.access, 'invalidateOrg');
    expect(await syncErasures(services, file)).toBe(1);
    expect(forgotten).toHaveBeenCalledWith('2001');
    expect(await inOrg('select * from rows_of_child($1)', id)).toEqual([]);
    // The list no longer has the student that a request before may have read.
    expect((await admin.get(`/v1/portal/children/${id}`)).status).toBe(404);
    const text = readFileSync(file, 'utf8');
    expect(await syncErasures(services, file)).toBe(0);
    // Each erased person stands there once.
    expect([readFileSync(file, 'utf8'), text.split(id).length]).toEqual([text, 2]);
  });

  it('is not erased again where the student has not left, which is said in the log', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-erasures-')), 'erasures.jsonl');
    const lines = [{ org: '2001', child: other }, { org: '2001' }, { child: other }, { org: '2002', child: 'nobody' }];
    writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"org":"2001","chi`);
    expect(await syncErasures(server().services, file)).toBe(1);
    expect((await admin.get(`/v1/portal/children/${other}`)).status).toBe(200);
    expect(server().log.text).toContain('of a student who has not left');
    expect(await inOrg("select child_id from erasures where org_id = '2002'")).toEqual([{ child_id: 'nobody' }]);
  });

  it('is in the file of erasures when the process stops', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-erasures-')), 'erasures.jsonl');
    const stop = startErasureSync(server().services, file);
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('nobody'));
    await inOrg(
      "insert into erasures (org_id, row_id, child_id, erased_at, erased_by) values ('2001', 'late', 'late', '2029-01-01T00:00:00Z', 'system')",
    );
    await stop();
    expect(readFileSync(file, 'utf8')).toContain('"late"');
  });
});
