import { unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { studentArchive } from '../../../../src/features/archive/server/child-archive.ts';
import type { ExportTask } from '../../../../src/features/exports/contract.ts';
import { clearExports } from '../../../../src/features/exports/server/clear-exports.ts';
import { accountContext, orgContext, requestContext } from '../../../../src/platform/context/server/make-context.ts';
import { pdfWriter } from '../../../../src/platform/pdf/server/write-pdf.ts';
import { dataOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeDatabases } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const START = '/v3/portal/students/file/batch2pdf';
const FILES = '/v1/portal/files/temp';
const DAY = 86_400_000;

describeDatabases('exports in the background', (kind) => {
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
      const userId = `u-o2001r${roleId}`;
      const actor = await services.access.resolveActor(userId, { orgId: '2001', orgType: '2', roleId: String(roleId) });
      const caller = { userId, sessionId: 's', chainId: 's', appKind: 'web' } as const;
      const facts = { caller, actor, appKind: 'web', device: '', address: '', requestId: 'r' } as const;
      const request = requestContext({ services, ...facts });
      return JSON.stringify(
        await studentArchive(
          orgContext(accountContext(request, caller), actor, async () => undefined),
          child,
          { orgName: '青禾市第一中学', by: '某人' },
        ),
      );
    };
    for (const roleId of [4, 10]) {
      const text = await printed(roleId);
      expect([roleId, text.includes(mobile), text.includes(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)]).toEqual([
        roleId,
        false,
        true,
      ]);
      for (const title of ['基本信息', '家长', '学籍经历']) expect(text).toContain(title);
    }
  });

  it('are encrypted in the object store', async () => {
    const id = await packed(teacher, ids.slice(0, 1));
    const [stored] = await rowsOf(server(), 'select object_key, file_size from export_tasks where file_id = $1', id);
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
    await rowsOf(server(), 'update export_tasks set status = 0 where file_id = $1', second);
    expect((await by(teacher).delete(`${FILES}/${second}`)).status).toBe(409);
    await rowsOf(server(), 'update export_tasks set status = 1 where file_id = $1', second);
    const key = String(
      (await rowsOf(server(), 'select object_key from export_tasks where file_id = $1', second))[0]?.['object_key'],
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
    const stored = () => rowsOf(server(), 'select status from export_tasks where file_id = $1', id);
    expect(await stored()).toEqual([{ status: 0 }]);
    await clearExports(server().services, '2001');
    expect(await stored()).toEqual([{ status: -1 }]);
    expect((await list(teacher)).find(({ file_id }) => file_id === id)).toMatchObject({ status: -1 });
    expect((await by(teacher).delete(`${FILES}/${id}`)).status).toBe(200);
    expect((await list(teacher)).find(({ file_id }) => file_id === id)).toBeUndefined();
  });
});
