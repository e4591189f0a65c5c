import { beforeAll, expect, it } from 'vitest';
import type { ClassComment, ClassComments } from '../../../../src/features/comments/contract.ts';
import { mp3, png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import { dataOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const YEAR = 'y2026';

describeApi("the class teacher's comment", (kind) => {
  const server = useServer(kind);
  const signed = {
    teacher: useClient(server, 2001, 10),
    leader: useClient(server, 2001, 12),
    admin: useClient(server, 2001, 4),
    gradeHead: useClient(server, 2001, 9),
  };
  const other = useClient(server, 2002, 4);
  let [teacher, leader, stranger]: Client[] = [];
  let own: string[] = [];
  let foreign = '';
  beforeAll(async () => {
    [teacher, leader, stranger] = await Promise.all([
      signed.teacher().verified(),
      signed.leader().verified(),
      other().verified(),
    ]);
    own = dataOf<Listed<{ child_id: string }>>(await signed.teacher().get('/v1/portal/students?size=200')).items.map(
      ({ child_id }) => child_id,
    );
    const all = dataOf<Listed<{ child_id: string }>>(
      await signed.admin().get('/v1/portal/students?size=200&class_id=c2001-2026-12-06'),
    ).items.map(({ child_id }) => child_id);
    foreign = all.find((id) => !own.includes(id)) ?? '';
  });
  const path = (child: string, year = YEAR) => `/v1/portal/children/${child}/comments/${year}`;
  const read = (client: Client | undefined, child: string, year = YEAR) =>
    client?.get(path(child, year)) ?? Promise.reject(new Error('nobody'));
  const write = (client: Client | undefined, child: string, body: object, year = YEAR) =>
    client?.put(path(child, year), { file_ids: [], ...body }) ?? Promise.reject(new Error('nobody'));

  it('is written once for a student and a year, and readable by all whose scope includes the student', async () => {
    const [child = ''] = own;
    const empty = dataOf<ClassComment>(await read(teacher, child));
    expect([empty.can_write, empty.comment, empty.child_id, empty.class_name !== undefined]).toEqual([
      true,
      undefined,
      child,
      true,
    ]);
    const written = await write(teacher, child, { content: '  乐于助人，数学进步很大。 ' });
    expect([written.status, dataOf<ClassComment>(written).comment]).toEqual([
      200,
      expect.objectContaining({ content: '乐于助人，数学进步很大。', attachments: [] }),
    ]);
    const seen = dataOf<ClassComment>(await read(leader, child));
    expect([seen.can_write, seen.comment?.content, seen.comment?.created_by_name.length]).toEqual([
      false,
      '乐于助人，数学进步很大。',
      expect.any(Number),
    ]);
    const again = await write(teacher, child, { content: '第二份' });
    expect([again.status, again.json.message]).toEqual([409, '这份评语刚刚在别处保存过，请刷新后重试']);
  });

  it('can be changed by its author only, with an optimistic lock', async () => {
    const child = own[1] ?? '';
    const first = dataOf<ClassComment>(await write(teacher, child, { content: '初稿' })).comment;
    expect((await write(leader, child, { content: '改一改', updated_at: first?.updated_at })).status).toBe(403);
    const second = dataOf<ClassComment>(
      await write(teacher, child, { content: '二稿', updated_at: first?.updated_at }),
    ).comment;
    expect([second?.content, second?.comment_id]).toEqual(['二稿', first?.comment_id]);
    expect((await write(teacher, child, { content: '三稿', updated_at: first?.updated_at })).status).toBe(409);
    await rowsOf(server(), "update comments set user_id = 'somebody-else' where comment_id = $1", first?.comment_id);
    const denied = await write(teacher, child, { content: '四稿', updated_at: second?.updated_at });
    expect([denied.status, denied.json.message]).toEqual([409, '其他教师已经写了这名学生的评语，只有作者能修改']);
    expect(dataOf<ClassComment>(await read(teacher, child)).can_write).toBe(false);
  });

  it('is created once by two concurrent requests', async () => {
    const child = own[2] ?? '';
    const both = await Promise.all(['甲', '乙'].map((content) => write(teacher, child, { content })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is encrypted in the database, and the log entry does not contain its text', async () => {
    const child = own[3] ?? '';
    await write(teacher, child, { content: '父母分居，情绪低落' });
    const [stored] = await rowsOf(server(), 'select * from comments where child_id = $1', child);
    expect(JSON.stringify(stored)).not.toContain('父母');
    const log = await rowsOf(
      server(),
      "select act, row_label, after from audit_logs where resource = 'comment' and row_id = $1",
      stored?.['comment_id'],
    );
    expect(log).toEqual([{ act: 'create', row_label: expect.stringContaining('学年'), after: { text_length: 9 } }]);
    expect(server().log.text).not.toContain('父母');
  });

  it('is refused out of scope, at another school, without a second proof, and without the right', async () => {
    const [child = ''] = own;
    expect((await read(teacher, foreign)).code).toBe('PSY_OUT_OF_REACH');
    expect((await write(teacher, foreign, { content: 'x' })).code).toBe('PSY_OUT_OF_REACH');
    expect((await read(stranger, child)).status).toBe(404);
    expect((await read(teacher, child, 'y1999')).status).toBe(404);
    expect((await read(signed.teacher(), child)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await write(signed.teacher(), child, { content: 'x' })).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await write(await signed.gradeHead().verified(), child, { content: 'x' })).code).toBe('AC_FORBIDDEN');
  });

  it('has at most a thousand characters and nine files', async () => {
    const child = own[4] ?? '';
    expect((await write(teacher, child, { content: ' ' })).fields).toEqual(['/content']);
    expect((await write(teacher, child, { content: '长'.repeat(1001) })).fields).toEqual(['/content']);
    const files = await Promise.all(
      Array.from({ length: 10 }, (_, i) => sent(server(), signed.teacher(), `图${i}.png`, png())),
    );
    const ids = files.map(({ file_id }) => file_id);
    expect((await write(teacher, child, { content: 'x', file_ids: ids })).fields).toEqual(['/file_ids']);
    expect((await write(teacher, child, { content: 'x', file_ids: ids.slice(0, 9) })).status).toBe(200);
  });

  it('has files that its readers can load once they are attached', async () => {
    const child = own[5] ?? '';
    const [picture, sound] = [
      await sent(server(), signed.teacher(), '运动会.png', png()),
      await sent(server(), signed.teacher(), '朗诵.mp3', mp3()),
    ];
    const get = (client: Client | undefined, id: string) =>
      client?.get(`/v1/portal/media/${id}/actions/get_play_url`) ?? Promise.reject(new Error('nobody'));
    expect((await get(leader, picture.file_id)).status).toBe(404);
    const { comment } = dataOf<ClassComment>(
      await write(teacher, child, { content: '见附件', file_ids: [sound.file_id, picture.file_id] }),
    );
    expect(
      comment?.attachments.map(({ media_name, media_type, media_for }) => [media_name, media_type, media_for]),
    ).toEqual([
      ['朗诵.mp3', 2, 1],
      ['运动会.png', 1, 1],
    ]);
    expect((await fetch(`${server().url}${comment?.attachments[1]?.play_url}`)).status).toBe(200);
    expect((await get(leader, picture.file_id)).status).toBe(200);
    expect((await get(signed.leader(), picture.file_id)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await get(stranger, picture.file_id)).status).toBe(404);
    const others = (await server().client.signIn('o2001r7')).withRole(2001, 7);
    expect((await get(others, picture.file_id)).status).toBe(404);
    server().clock.advance(25 * 3_600_000);
    await server().services.jobs.runDue();
    expect(
      await rowsOf(server(), 'select 1 from media_files where file_id = any($1)', [picture.file_id, sound.file_id]),
    ).toHaveLength(2);
  });

  it('loses a file that its author removes, and accepts no files of others', async () => {
    [teacher, leader] = await Promise.all([
      (await server().client.signIn('o2001r10')).withRole(2001, 10).verified(),
      (await server().client.signIn('o2001r12')).withRole(2001, 12).verified(),
    ]);
    const child = own[6] ?? '';
    const [kept, taken, theirs] = [
      await sent(server(), teacher, '留.png', png()),
      await sent(server(), teacher, '删.png', png()),
      await sent(server(), leader, '别人的.png', png()),
    ];
    expect((await write(teacher, child, { content: 'x', file_ids: [theirs.file_id] })).json.message).toBe(
      '有附件不存在或已失效，请移除后重新上传',
    );
    const first = dataOf<ClassComment>(
      await write(teacher, child, { content: 'x', file_ids: [kept.file_id, taken.file_id] }),
    ).comment;
    expect((await write(teacher, own[7] ?? '', { content: 'y', file_ids: [kept.file_id] })).fields).toEqual([
      '/file_ids',
    ]);
    const second = dataOf<ClassComment>(
      await write(teacher, child, { content: 'x', file_ids: [kept.file_id], updated_at: first?.updated_at }),
    ).comment;
    expect(second?.attachments.map(({ file_id }) => file_id)).toEqual([kept.file_id]);
    const log = await rowsOf(
      server(),
      "select after from audit_logs join audit_links using (org_id, log_id) where resource = 'comment' and row_id = $1 order by seq",
      first?.comment_id,
    );
    expect(log.map(({ after }) => after)).toEqual([
      { text_length: 1, files_added: '2 个' },
      { text_length: 1, files_removed: '1 个' },
    ]);
    server().clock.advance(25 * 3_600_000);
    await server().services.jobs.runDue();
    expect(
      (
        await rowsOf(server(), 'select file_id from media_files where file_id = any($1)', [kept.file_id, taken.file_id])
      ).map(({ file_id }) => file_id),
    ).toEqual([kept.file_id]);
  });

  it('has drafts that only their author reads, ended by the submission, and counts who is missing', async () => {
    const fresh = async (org: number, role: number) =>
      (await server().client.signIn(`o${org}r${role}`)).withRole(org, role).verified();
    [teacher, leader, stranger] = await Promise.all([fresh(2001, 10), fresh(2001, 12), fresh(2002, 10)]);
    const [third = '', fourth = ''] = own.slice(8);
    const list = async () => {
      const answer = await (teacher?.get('/v1/portal/comments/class') ?? Promise.reject(new Error('nobody')));
      expect([answer.status, answer.code]).toEqual([200, undefined]);
      return dataOf<ClassComments>(answer);
    };
    const rowOf = async (child: string) => (await list()).items.find(({ child_id }) => child_id === child);
    const keep = (client: Client | undefined, child: string, content: string, draft_at?: string) =>
      client?.put(`${path(child)}/draft`, { content, draft_at }) ?? Promise.reject(new Error('nobody'));
    await rowsOf(server(), "select set_config('app.org_id', '2001', false)");
    const named = () =>
      rowsOf(
        server(),
        `select row_id from audit_logs where org_id = '2001' and act = 'read' and resource = 'comment'
           and after ->> 'content' like '班里的评语%' order by row_id`,
      );
    const before = await list();
    // The log names each student whose comment was shown, and nobody else.
    const shown = before.items.flatMap(({ child_id, content }) => (content === undefined ? [] : [child_id]));
    expect((await named()).map(({ row_id }) => row_id)).toEqual(shown.toSorted());
    expect(shown.length).toBeGreaterThan(0);
    expect(before.items.map(({ child_id }) => child_id)).toEqual(expect.arrayContaining([third, fourth]));
    expect(before.items.some(({ child_id }) => child_id === foreign)).toBe(false);
    expect((await keep(teacher, third, '写到一半')).status).toBe(200);
    const { draft_at: first } = (await rowOf(third)) ?? {};
    const again = await Promise.all(
      ['写到一半，再写', '写到一半，再写'].map((text) => keep(teacher, third, text, first)),
    );
    expect(again.map((answer) => answer.status).sort()).toEqual([200, 409]);
    for (const [text, seen] of [['旧窗口', first], ['旧窗口'], [' ', first]] as const)
      expect((await keep(teacher, third, text, seen)).status).toBe(409);
    expect(await rowOf(third)).toMatchObject({ written: false, draft: '写到一半，再写' });
    expect((await list()).missing).toBe(before.missing);
    expect(JSON.stringify(await rowsOf(server(), 'select content from comment_drafts'))).not.toMatch('写到');
    expect((await leader?.get('/v1/portal/comments/class'))?.code).toBe('AC_FORBIDDEN');
    expect(JSON.stringify((await read(leader, third)).json)).not.toMatch('写到');
    expect((await keep(teacher, foreign, '别班')).status).toBe(403);
    expect((await keep(stranger, third, '别校')).status).toBe(403);
    expect((await write(teacher, third, { content: '写到一半，再写完' })).status).toBe(200);
    const after = await list();
    expect(after.missing).toBe(before.missing - 1);
    expect(after.items.find(({ child_id }) => child_id === third)).toMatchObject({
      written: true,
      own: true,
      content: '写到一半，再写完',
    });
    expect(after.items.find(({ child_id }) => child_id === third)).not.toHaveProperty('draft');
    expect((await keep(teacher, third, '提交以后才到')).status).toBe(200);
    expect(await rowsOf(server(), 'select 1 from comment_drafts where child_id = $1', third)).toEqual([]);
    await keep(teacher, fourth, '不要了');
    await keep(teacher, fourth, ' ', (await rowOf(fourth))?.draft_at);
    expect(await rowOf(fourth)).not.toHaveProperty('draft');
  });
});
