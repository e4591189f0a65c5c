import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, expect, it } from 'vitest';
import { studentArchive } from '../../../../src/features/archive/server/child-archive.ts';
import type { ExportTask } from '../../../../src/features/exports/contract.ts';
import { clearExports } from '../../../../src/features/exports/server/clear-exports.ts';
import { UNKNOWN_MAX } from '../../../../src/features/exports/server/verify-file.ts';
import { markFoot } from '../../../../src/platform/file-codes/server/file-mark.ts';
import { pdfWriter } from '../../../../src/platform/pdf/server/write-pdf.ts';
import { dataOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { staffContext } from '../../../support/staff-context.ts';

const START = '/v3/portal/students/file/batch2pdf';
const FILES = '/v1/portal/files/temp';
const DAY = 86_400_000;

describeApi('exports in the background', (kind) => {
  const server = useServer(kind);
  const plain = {
    admin: useClient(server, 2001, 4),
    teacher: useClient(server, 2001, 10),
    stranger: useClient(server, 2002, 4),
  };
  let ids: string[] = [];
  let [admin, teacher, stranger]: Client[] = [];
  const verify = async () => {
    [admin, teacher, stranger] = await Promise.all([
      plain.admin().verified(),
      plain.teacher().verified(),
      plain.stranger().verified(),
    ]);
  };
  beforeAll(async () => {
    await verify();
    ids = dataOf<Listed<{ child_id: string }>>(await plain.teacher().get('/v1/portal/students?size=5')).items.map(
      ({ child_id }) => child_id,
    );
  });
  const by = (client: Client | undefined): Client => {
    if (!client) throw new Error('nobody');
    return client;
  };
  const start = (client: Client | undefined, of: readonly string[]) =>
    by(client).get(`${START}?student_ids=${of.join(',')}`);
  const list = async (client: Client | undefined) =>
    dataOf<Listed<ExportTask>>(await by(client).get(`${FILES}?page=1&size=20`)).items;
  const packed = async (client: Client | undefined, of: readonly string[]) => {
    const { task_id } = dataOf<{ task_id: string }>(await start(client, of));
    await server().services.jobs.idle();
    return task_id;
  };
  const zipOf = async (client: Client | undefined, id: string) =>
    unzipSync(new Uint8Array((await by(client).get(`${FILES}/${id}/file`)).body));

  it('contain a PDF for each student, downloadable for some days', async () => {
    const id = await packed(teacher, ids);
    const [task] = await list(teacher);
    expect(task).toMatchObject({
      file_id: id,
      type: 1,
      status: 1,
      progress: 100,
      url: `${FILES}/${id}/file`,
      expired_at: new Date(server().clock.now() + 3 * DAY).toISOString(),
    });
    expect(task?.file_name).toMatch(/^学生档案_2026-11-20_5人\.zip$/);
    expect(dataOf(await by(teacher).get(`/v1/portal/async/tasks/${id}`))).toEqual({
      task_id: id,
      type: 'export',
      status: 1,
      progress: 100,
    });
    const files = await zipOf(teacher, id);
    expect(Object.keys(files)).toHaveLength(5);
    for (const [name, pdf] of Object.entries(files)) {
      const text = Buffer.from(pdf).toString('latin1');
      expect([/^.+_\d+\.pdf$/.test(name), text.startsWith('%PDF-'), /NotoSansSC/.test(text)]).toEqual([
        true,
        true,
        true,
      ]);
    }
    expect(
      await rowsOf(
        server(),
        "select count(*)::int as n from audit_logs where act = 'export' and resource = 'student' and row_id = any($1)",
        ids,
      ),
    ).toEqual([{ n: 5 }]);
  });

  it('embed a glyph for each Chinese character, rare ones too', async () => {
    const write = await pdfWriter();
    const page = (text: string) =>
      write({ title: text, about: '', sections: [{ title: 'x', rows: [['x', text]] }], foot: '' }).length;
    // All characters without a glyph share one empty glyph; each character with one makes the embedded font larger.
    const [none, few, many] = [page('aaaa'), page('徐梓阳'), page('徐梓阳档案心育龘㙍䶮犇骉')];
    expect([few > none + 500, many > few + 1500]).toEqual([true, true]);
  });

  it('contain no more than the role may see', async () => {
    const { services } = server();
    const child = ids[0] ?? '';
    const [row] = await rowsOf(
      server(),
      'select mobile from students where org_id = $1 and child_id = $2',
      '2001',
      child,
    );
    const mobile = String(row?.['mobile']);
    expect(mobile).toMatch(/^1\d{10}$/);
    const printed = async (roleId: number) => {
      const ctx = await staffContext(services, '2001', roleId);
      return JSON.stringify(await studentArchive(ctx, child, { orgName: '青禾市第一中学', by: '某人' }));
    };
    for (const roleId of [4, 10]) {
      const text = await printed(roleId);
      expect([roleId, text.includes(mobile), text.includes(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)]).toEqual([
        roleId,
        false,
        true,
      ]);
      for (const title of ['基本信息', '监护人', '学籍经历']) expect(text).toContain(title);
    }
  });

  it('are encrypted in the object store', async () => {
    const id = await packed(teacher, ids.slice(0, 1));
    const [stored] = await rowsOf(server(), 'select object_key from export_parts where file_id = $1', id);
    expect(stored?.['object_key']).toMatch(/^exports\/2001\//);
    const encrypted = await server().services.objects.read(String(stored?.['object_key']), 100_000_000);
    expect(encrypted?.subarray(0, 2).toString()).not.toBe('PK');
  });

  it('belong to one person each, and require verification', async () => {
    const id = await packed(teacher, ids.slice(0, 1));
    expect((await list(admin)).map(({ file_id }) => file_id)).not.toContain(id);
    for (const other of [admin, stranger]) {
      expect((await by(other).get(`${FILES}/${id}/file`)).status).toBe(404);
      expect((await by(other).delete(`${FILES}/${id}`)).status).toBe(404);
      expect((await by(other).get(`/v1/portal/async/tasks/${id}`)).status).toBe(404);
    }
    expect((await plain.teacher().get(`${START}?student_ids=${ids[0]}`)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await plain.teacher().get(`${FILES}/${id}/file`)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const foreign =
      dataOf<Listed<{ child_id: string }>>(await by(admin).get('/v1/portal/students?size=1&class_id=c2001-2026-12-06'))
        .items[0]?.child_id ?? '';
    expect((await start(teacher, [ids[0] ?? '', foreign])).code).toBe('PSY_OUT_OF_REACH');
    expect((await start(stranger, ids)).status).toBe(404);
    expect(
      (await by(teacher).get(`${START}?student_ids=${Array.from({ length: 201 }, (_, i) => `k${i}`).join(',')}`))
        .status,
    ).toBe(400);
  });

  it('can be downloaded only in the role that requested them', async () => {
    const person = await server().client.signIn('multi');
    const psychologist = await person.withRole(2001, 8).verified();
    const id = await packed(psychologist, ids.slice(0, 1));
    const refused = await psychologist.withRole(2001, 10).get(`${FILES}/${id}/file`);
    expect([refused.status, refused.code, (refused.json as { message: string }).message]).toEqual([
      403,
      'AC_FORBIDDEN',
      '请切换到导出时的角色再下载',
    ]);
    expect(Object.keys(await zipOf(psychologist, id))).toHaveLength(1);
  });

  it('can be deleted once they are ready or expired, and expire after three days', async () => {
    const [first, second] = [await packed(teacher, ids.slice(0, 1)), await packed(teacher, ids.slice(1, 2))];
    expect((await by(teacher).delete(`${FILES}/${first}`)).status).toBe(200);
    expect((await by(teacher).delete(`${FILES}/${first}`)).status).toBe(404);
    const key = String(
      (await rowsOf(server(), 'select object_key from export_parts where file_id = $1', second))[0]?.['object_key'],
    );
    server().clock.advance(3 * DAY);
    teacher = await (await server().client.signIn('o2001r10')).withRole(2001, 10).verified();
    expect((await list(teacher)).find(({ file_id }) => file_id === second)).toMatchObject({ status: 2 });
    expect((await by(teacher).get(`${FILES}/${second}/file`)).status).toBe(404);
    await clearExports(server().services, '2001');
    expect(await server().services.objects.read(key, 1e9)).toBeUndefined();
    expect((await by(teacher).delete(`${FILES}/${second}`)).status).toBe(200);
  });

  it('fail when their process dies', async () => {
    const id = await packed(teacher, ids.slice(0, 1));
    // The state after the job of a file was given up.
    await rowsOf(server(), 'update export_tasks set status = 0 where file_id = $1', id);
    const sent: string[] = [];
    const stop = server().db.onStatement(({ sql, via }) => {
      if (via !== 'read' && sql.includes('export_tasks')) sent.push(sql);
    });
    expect((await list(teacher)).find(({ file_id }) => file_id === id)).toMatchObject({ status: -1 });
    expect((await by(teacher).get(`/v1/portal/async/tasks/${id}`)).data).toMatchObject({ status: -1 });
    stop();
    expect(sent).toEqual([]);
    // The upkeep marks it.
    const stored = () => rowsOf(server(), 'select status, problem from export_tasks where file_id = $1', id);
    expect(await stored()).toEqual([{ status: 0, problem: null }]);
    await clearExports(server().services, '2001');
    const problem = '打包任务中断，没有完成。请重新打包';
    expect(await stored()).toEqual([{ status: -1, problem }]);
    expect((await list(teacher)).find(({ file_id }) => file_id === id)).toMatchObject({ status: -1, problem });
    expect((await by(teacher).delete(`${FILES}/${id}`)).status).toBe(200);
    expect((await list(teacher)).find(({ file_id }) => file_id === id)).toBeUndefined();
  });

  it('are refused where nothing is known about the rights that they were packed with', async () => {
    const id = await packed(teacher, ids.slice(0, 1));
    expect((await by(teacher).get(`${FILES}/${id}/file`)).status).toBe(200);
    await rowsOf(server(), 'update export_tasks set rights = null where file_id = $1', id);
    expect((await by(teacher).get(`${FILES}/${id}/file`)).status).toBe(403);
  });

  it('that an earlier version packed without a check are over after the migration, and then cleared', async () => {
    const id = await packed(teacher, ids.slice(0, 1));
    await rowsOf(server(), 'update export_tasks set rights = null, form = null where file_id = $1', id);
    const folder = '../../../../src/features/exports/server/migrations/';
    await server().db.admin(async (run) => {
      await run(readFileSync(new URL(`${folder}0084.do.unchecked-exports.sql`, import.meta.url), 'utf8'));
    });
    const problem = expect.stringContaining('较早的版本打包') as string;
    const shown = async () => (await list(teacher)).find(({ file_id }) => file_id === id);
    expect(await shown()).toMatchObject({ status: 2, problem });
    expect((await by(teacher).get(`${FILES}/${id}/file`)).status).toBe(404);
    await clearExports(server().services, '2001');
    expect(await rowsOf(server(), 'select from export_parts where file_id = $1', id)).toEqual([]);
    expect(await shown()).toMatchObject({ status: 2, problem });
  });

  const check = (code: string, sha256?: string) =>
    server().client.publicly('POST', '/v1/portal/files/verify', { code, ...(sha256 && { sha256 }) });
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  it('carry a code that anybody can confirm, and that tells nothing but organisation, kind and time', async () => {
    const again = async (login: string, role: number) =>
      (await server().client.signIn(login)).withRole(2001, role).verified();
    [admin, teacher] = await Promise.all([again('o2001r4', 4), again('o2001r10', 10)]);
    const file = await by(admin).get('/v1/portal/classes/export?format=xlsx');
    const { sheets } = await readXlsx(new Uint8Array(file.body));
    expect(sheets.map(({ name }) => name)).toEqual(['班级', '说明']);
    expect((sheets[0]?.rows ?? []).length).toBeGreaterThan(30);
    const facts = Object.fromEntries((sheets[1]?.rows ?? []).map(([name, value]) => [String(name), String(value)]));
    expect(facts).toMatchObject({ 单位: '青禾市第一中学', 导出时间: expect.stringMatching(/^2026-/) as string });
    const code = facts['校验码'] ?? '';
    expect(code).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){3}$/);
    const [entry] = await rowsOf(server(), 'select act, user_id from audit_logs where log_id = $1', facts['操作记录']);
    expect(entry).toEqual({ act: 'export', user_id: 'u-o2001r4' });
    const told = { genuine: true, org_name: '青禾市第一中学', kind: 'list', made_at: expect.any(String) as string };
    expect((await check(code)).data).toEqual(told);
    expect((await check(` ${code.toLowerCase().replaceAll('-', ' ')} `)).data).toEqual(told);
    expect((await check(code, sha256(file.body))).data).toEqual({ ...told, matches: true });
    const changed = Uint8Array.from(file.body, (byte, i) => (i === 100 ? byte ^ 1 : byte));
    expect((await check(code, sha256(changed))).data).toEqual({ ...told, matches: false });
    expect((await check(`${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`)).data).toEqual({ genuine: false });
    const stored = JSON.stringify(await rowsOf(server(), 'select * from file_codes'));
    expect([stored.includes(code), stored.includes(code.replaceAll('-', ''))]).toEqual([false, false]);
  });

  it('of text have their code in the name, and packed ones on every page with a digest for each file', async () => {
    const csv = await by(admin).get('/v1/portal/classes/export?format=csv');
    const name = decodeURIComponent(String(csv.headers['content-disposition']));
    const code = /校验码([2-9A-Z-]{19})\.csv$/.exec(name)?.[1] ?? '';
    expect((await check(code, sha256(csv.body))).data).toMatchObject({ genuine: true, kind: 'list', matches: true });
    const id = await packed(teacher, ids.slice(0, 2));
    const zip = (await by(teacher).get(`${FILES}/${id}/file`)).body;
    const [row] = await rowsOf(server(), 'select * from file_codes where $1 = any(digests)', sha256(zip));
    expect(row?.['kind']).toBe('archives');
    expect(row?.['digests']).toEqual([sha256(zip), ...Object.values(unzipSync(new Uint8Array(zip))).map(sha256)]);
    const [entry] = await rowsOf(server(), 'select row_id from audit_logs where log_id = $1', row?.['log_id']);
    expect(ids).toContain(entry?.['row_id']);
    const write = await pdfWriter();
    const page = { title: '档案', about: '', sections: [], foot: '某人' };
    const foot = markFoot({ kind: 'archives', orgName: '', by: '', at: 0, logId: 'l-1', code });
    expect(write({ ...page, mark: foot }).length).toBeGreaterThan(write(page).length);
  });

  it('are not found by guessing', async () => {
    const guesses = Array.from(
      { length: UNKNOWN_MAX + 2 },
      (_, i) => `23456789ABCD${String(2222 + i).replace(/[01]/g, '2')}`,
    );
    const statuses: number[] = [];
    for (const guess of guesses) statuses.push((await check(guess)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  });
});
