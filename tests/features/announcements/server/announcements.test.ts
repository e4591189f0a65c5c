import { beforeAll, expect, it } from 'vitest';
import { deliveryJob } from '../../../../src/features/announcements/server/deliver.ts';
import { momentsChore } from '../../../../src/features/announcements/server/keep-moments.ts';
import type { Database } from '../../../../src/platform/db/server/database.ts';
import { Worker } from '../../../../src/platform/jobs/server/worker.ts';
import { png } from '../../../platform/media/server/samples.ts';
import { sent } from '../../../platform/media/server/support.ts';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { draft, outcome, published, READ, staff, words, WRITE, type Addressed } from './announced.ts';

const MOMENT = 600_000;

describeApi('announcements', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let teacher: Client;
  let student: Client;
  let guardian: Client;
  let bureau: Client;
  let elsewhere: Client;
  beforeAll(async () => {
    admin = await staff(server(), 2001, 4);
    teacher = await staff(server(), 2001, 7);
    student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    guardian = (await server().client.signIn('o2001p1')).withoutRole(2001);
    bureau = await staff(server(), 1001, 1);
    elsewhere = await staff(server(), 2002, 4);
  });
  const write = async (more: Json = {}, audience?: Addressed, writer = admin) =>
    (await writer.post(WRITE, draft(more, audience))).data;
  const listed = async (client: Client, query = '') =>
    (await client.get(`${READ}?size=200${query}`)).data.items.map((item: Json) => item.announcement_id);
  const seenBy = async (id: string, ...clients: Client[]) =>
    Promise.all(clients.map(async (client) => (await client.get(`${READ}/${id}`)).status));
  /** Does what is due by now, as any process would. */
  const passTime = async (ms: number) => {
    server().clock.advance(ms);
    const jobs = new Worker([momentsChore, deliveryJob], server().services);
    await Promise.all([jobs.runDue(), jobs.runDue()]);
    await server().services.jobs.idle();
    await jobs.close();
  };
  const bell = async (client: Client, path = '/v1/portal/notices') =>
    (await client.get(`${path}?size=200`)).data.items as Json[];

  it('are written, changed, published and read by those whom they address', async () => {
    const made = await write({ title: '  期中\u202e安排\n ', content: words('考试在周四') });
    expect(made).toMatchObject({ version: 1, status: 'draft' });
    const path = `${WRITE}/${made.announcement_id}`;
    expect(await seenBy(made.announcement_id, admin, teacher)).toEqual([404, 404]);
    const own = (await admin.get(path)).data;
    expect([own.title, own.status, own.audience.role_ids.length]).toEqual(['期中 安排', 'draft', 8]);
    const changed = await admin.put(path, { ...draft({ title: '期中安排' }), version: 1 });
    expect(changed.data).toMatchObject({ version: 2, status: 'draft' });
    expect((await admin.post(`${path}/publish`, { version: 2 })).data).toMatchObject({
      version: 3,
      status: 'published',
    });
    await server().services.jobs.idle();
    const shown = (await teacher.get(`${READ}/${made.announcement_id}`)).data;
    expect(shown).toMatchObject({ title: '期中安排', publisher_name: '青禾市第一中学', content: words('正文') });
    expect(shown.read_at).toBeUndefined();
    expect(await seenBy(made.announcement_id, teacher, student, guardian, elsewhere, bureau)).toEqual([
      200, 404, 404, 404, 404,
    ]);
    expect(outcome(await admin.put(path, { ...draft(), version: 3 }))).toBe('409 PSY_CONFLICT');
    expect(outcome(await admin.delete(path))).toBe('409 PSY_CONFLICT');
  });

  it('hold the deepest text that the editor makes', async () => {
    const link = [{ type: 'bold' }, { type: 'link', href: 'https://www.moe.gov.cn/' }];
    const paragraph = { type: 'paragraph', content: [{ type: 'text', text: '看', marks: link }] };
    const list = (...content: object[]) => ({ type: 'orderedList', content: [{ type: 'listItem', content }] });
    const content = { type: 'doc', content: [list(paragraph, list(paragraph))] };
    const id = await published(server(), admin, { content });
    expect((await teacher.get(`${READ}/${id}`)).data.content).toEqual(content);
  });

  it('tell the bell their title and never their text, and opening one settles the notice', async () => {
    const id = await published(server(), admin, { title: '消防演练', content: words('请听铃声') });
    const [notice] = (await bell(teacher)).filter(({ subject_id }) => subject_id === id);
    expect(notice).toMatchObject({ kind: 'announcement', subject_type: 'announcement', title: '消防演练' });
    expect(JSON.stringify(notice)).not.toContain('铃声');
    // Not the one who published it.
    expect((await bell(admin)).filter(({ subject_id }) => subject_id === id)).toEqual([]);
    const before = (await teacher.get(READ)).data.unread.announcement;
    expect((await teacher.post(`${READ}/${id}/read`)).status).toBe(200);
    expect((await teacher.post(`${READ}/${id}/read`)).status).toBe(200);
    expect((await teacher.get(READ)).data.unread.announcement).toBe(before - 1);
    expect((await bell(teacher)).find(({ subject_id }) => subject_id === id)?.['read_at']).toBeDefined();
    expect((await teacher.get(`${READ}/${id}`)).data.read_at).toBeDefined();
  });

  it('reach students and guardians of the chosen grades and classes', async () => {
    const place = (await server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2001', false)");
      return run(
        "select s.class_id, c.period || '-' || c.grade as grade from students s join classes c on c.org_id = s.org_id and c.class_id = s.class_id where s.user_id = 'u-o2001s1'",
      );
    })) as { class_id: string; grade: string }[];
    const { class_id = '', grade = '' } = place[0] ?? {};
    const other = class_id.replace(/\d\d$/, (n) => (n === '01' ? '02' : '01'));
    const of = (audience: Addressed) => published(server(), admin, {}, audience);
    const both = { to_students: true, to_guardians: true };
    expect(await seenBy(await of({ ...both, class_ids: [class_id] }), student, teacher)).toEqual([200, 404]);
    expect(await seenBy(await of({ to_students: true, class_ids: [other] }), student)).toEqual([404]);
    expect(await seenBy(await of({ to_students: true, grades: [grade] }), student, guardian)).toEqual([200, 404]);
    expect(await seenBy(await of({ to_guardians: true }), student, guardian)).toEqual([404, 200]);
    const id = await of(both);
    const [notice] = (await bell(guardian, '/v1/portal/my/notices')).filter(({ subject_id }) => subject_id === id);
    expect(notice).toMatchObject({ kind: 'own_announcement', title: '测试公告' });
    expect((await guardian.post(`${READ}/${id}/read`)).status).toBe(200);
    const { data } = await admin.get(`${WRITE}/${id}/readers`);
    expect(data.staff).toEqual({ people: 0, readers: 0 });
    expect(data.guardians.readers).toBe(1);
    expect(data.students.people).toBeGreaterThan(1000);
    expect(JSON.stringify(data.items)).toBe('[]');
  });

  it('of an institution reach the people of its schools, which stay unknown to it', async () => {
    const id = await published(
      server(),
      bureau,
      { title: '区域通知', banner: true },
      { role_ids: [2, 4, 7], to_guardians: true, school_ids: ['2001'] },
    );
    expect(await seenBy(id, teacher, guardian, student, elsewhere)).toEqual([200, 200, 404, 404]);
    expect(await seenBy(id, await staff(server(), 1001, 2), bureau)).toEqual([200, 404]);
    expect((await bell(teacher)).some(({ subject_id }) => subject_id === id)).toBe(true);
    expect((await teacher.post(`${READ}/${id}/read`)).status).toBe(200);
    expect((await guardian.post(`${READ}/${id}/read`)).status).toBe(200);
    const { data } = await bureau.get(`${WRITE}/${id}/readers`);
    expect(data.schools).toMatchObject([{ school_id: '2001', school_name: '青禾市第一中学', readers: 2 }]);
    expect(data.items.every(({ real_name }: Json) => typeof real_name === 'string')).toBe(true);
    expect(data.total).toBe(data.staff.people);
    expect(outcome(await admin.get(`${WRITE}/${id}`))).toBe('404 PSY_NOT_FOUND');
    expect(outcome(await admin.post(`${WRITE}/${id}/withdraw`, { reason: '不是我的' }))).toBe('404 PSY_NOT_FOUND');
    expect((await bureau.post(`${WRITE}/${id}/withdraw`, { reason: '时间有变' })).status).toBe(200);
    await server().services.jobs.idle();
    expect((await bell(teacher)).some(({ subject_id }) => subject_id === id)).toBe(false);
    const gone = (await teacher.get(`${READ}/${id}`)).data;
    expect(gone).toMatchObject({ title: '区域通知', withdraw_reason: '时间有变' });
    expect([gone.content, gone.images]).toEqual([undefined, undefined]);
    expect(await seenBy(id, admin)).toEqual([404]);
  });

  it('are shown as the banner until they are dismissed, on every device', async () => {
    const id = await published(server(), admin, { banner: true, title: '横幅' });
    const banner = async (client: Client) => (await client.get(`${READ}/banner`)).data.banner?.announcement_id;
    expect(await banner(teacher)).toBe(id);
    expect((await teacher.post(`${READ}/${id}/dismiss`)).status).toBe(200);
    const again = (await server().client.signIn('o2001r7')).withRole(2001, 7);
    expect(await banner(again)).not.toBe(id);
    teacher = again;
    expect(await banner(await staff(server(), 2001, 8))).toBe(id);
    expect(await banner(student)).not.toBe(id);
    expect(outcome(await student.post(`${READ}/${id}/dismiss`))).toBe('404 PSY_NOT_FOUND');
    const { version } = (await admin.get(`${WRITE}/${id}`)).data;
    expect((await admin.put(`${WRITE}/${id}/display`, { pinned: true, banner: false, version })).data.version).toBe(
      version + 1,
    );
    expect(await banner(await staff(server(), 2001, 8))).not.toBe(id);
    expect((await listed(teacher))[0]).toBe(id);
  });

  it('are all marked as read at once, one kind or both', async () => {
    await published(server(), admin, { kind: 'article' });
    await published(server(), admin);
    expect((await teacher.post(`${READ}/read_all`, { kind: 'article' })).status).toBe(200);
    const { unread } = (await teacher.get(READ)).data;
    expect(unread.article).toBe(0);
    expect(unread.announcement).toBeGreaterThan(0);
    expect((await teacher.post(`${READ}/read_all`, {})).status).toBe(200);
    expect((await teacher.get(READ)).data.unread).toEqual({ announcement: 0, article: 0 });
    expect(await listed(teacher, '&unread=true')).toEqual([]);
  });

  it('are withdrawn with a reason, for those who had read them', async () => {
    const id = await published(server(), admin);
    expect((await teacher.post(`${READ}/${id}/read`)).status).toBe(200);
    const other = await staff(server(), 2001, 12);
    expect(outcome(await admin.post(`${WRITE}/${id}/withdraw`, { reason: ' ' }))).toBe('400 PSY_INVALID_INPUT');
    expect((await admin.post(`${WRITE}/${id}/withdraw`, { reason: '写错了日期' })).status).toBe(200);
    expect(await seenBy(id, teacher, other)).toEqual([200, 404]);
    const [line] = (await teacher.get(`${READ}?size=200`)).data.items.filter((one: Json) => one.announcement_id === id);
    expect(line.withdrawn_at).toBeDefined();
    expect(line.summary).toBe('');
    const [log] = await server().db.admin(async (run) => {
      await run("select set_config('app.org_id', '2001', false)");
      return run("select act, after from audit_logs where row_id = $1 and act = 'recall'", [id]);
    });
    expect(log).toEqual({ act: 'recall', after: { withdraw_reason: '写错了日期' } });
  });

  it('end at their time, which removes their notices', async () => {
    const ends_at = new Date(server().clock.now() + MOMENT).toISOString();
    const id = await published(server(), admin, { ends_at });
    expect(await seenBy(id, teacher)).toEqual([200]);
    server().clock.advance(MOMENT);
    expect(await seenBy(id, teacher)).toEqual([404]);
    await passTime(0);
    expect((await bell(teacher)).some(({ subject_id }) => subject_id === id)).toBe(false);
    expect((await admin.get(`${WRITE}/${id}`)).data.closed).toBe(true);
  });

  it('are published at their time, once', async () => {
    const made = await write({ title: '定时的' });
    const path = `${WRITE}/${made.announcement_id}`;
    const at = (ms: number) => new Date(server().clock.now() + ms).toISOString();
    expect(outcome(await admin.post(`${path}/publish`, { version: 1, publish_at: at(-1) }))).toBe(
      '400 PSY_INVALID_INPUT',
    );
    expect((await admin.post(`${path}/publish`, { version: 1, publish_at: at(MOMENT) })).data.status).toBe('scheduled');
    expect((await admin.post(`${path}/unschedule`)).data.status).toBe('draft');
    expect((await admin.post(`${path}/publish`, { version: 3, publish_at: at(2 * MOMENT) })).data.status).toBe(
      'scheduled',
    );
    await passTime(MOMENT);
    expect(await seenBy(made.announcement_id, teacher)).toEqual([404]);
    await passTime(MOMENT);
    expect(await seenBy(made.announcement_id, teacher)).toEqual([200]);
    await passTime(MOMENT);
    expect((await bell(teacher)).filter(({ subject_id }) => subject_id === made.announcement_id)).toHaveLength(1);
  });

  it('keep their pictures with them: for their readers, and for nobody else', async () => {
    const file = (await sent(server(), admin, 'a.png', png({ width: 4, height: 4 }))).file_id;
    const content = { type: 'doc', content: [{ type: 'image', attrs: { file_id: file, alt: '海报' } }] };
    const id = await published(server(), admin, { content, cover_id: file });
    const { data } = await teacher.get(`${READ}/${id}`);
    expect(data.images).toMatchObject([{ file_id: file }]);
    const picture = await server().client.publicly('GET', data.images[0].play_url);
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect((await teacher.get(`/v1/portal/media/${file}/actions/get_play_url`)).status).toBe(200);
    expect((await elsewhere.get(`/v1/portal/media/${file}/actions/get_play_url`)).status).toBe(404);
    expect((await admin.post(`${WRITE}/${id}/withdraw`, { reason: '换一张' })).status).toBe(200);
    expect((await teacher.get(`/v1/portal/media/${file}/actions/get_play_url`)).status).toBe(404);
    // A picture belongs to one announcement, and another person's file to nobody else.
    expect(outcome(await admin.post(WRITE, draft({ content })))).toBe('400 PSY_INVALID_INPUT');
    const foreign = (await sent(server(), teacher, 'b.png', png({ width: 4, height: 4 }))).file_id;
    expect(outcome(await admin.post(WRITE, draft({ cover_id: foreign })))).toBe('400 PSY_INVALID_INPUT');
  });

  // The last one: the jobs of the server stay paused.
  it('notify each person once, though a process dies between two batches', async () => {
    const { data } = await admin.post(WRITE, draft({ title: '分批送达' }, { to_students: true, to_guardians: true }));
    const services = server().services;
    services.jobs.pause();
    expect((await admin.post(`${WRITE}/${data.announcement_id}/publish`, { version: 1 })).status).toBe(200);
    await services.jobs.idle();
    const run = (batches: number) => {
      let left = batches;
      const transaction: Database['transaction'] = (...given) => {
        if (left-- <= 0) throw new Error('the process died');
        return services.db.transaction(...given);
      };
      const db: Pick<Database, 'read' | 'transaction'> = {
        read: (...given) => services.db.read(...given),
        transaction,
      };
      return deliveryJob.run({
        services: { ...services, db: db as Database },
        job: {
          job_id: 'j',
          kind: deliveryJob.name,
          tenant: '2001',
          subject: data.announcement_id,
          attempts: 0,
          crashes: 0,
        },
        tenant: { orgId: '2001', userId: null },
        signal: new AbortController().signal,
        request: () => Promise.reject(new Error('none')),
        progress: () => undefined,
        commit: () => Promise.reject(new Error('none')),
        guard: () => undefined,
        keep: () => Promise.resolve(),
      });
    };
    await expect(run(1)).rejects.toThrow('the process died');
    await Promise.all([run(9), run(9)]);
    await run(9);
    const [sent] = await server().db.admin(async (execute) => {
      await execute("select set_config('app.org_id', '2001', false)");
      return execute(
        'select count(*)::int as rows, count(distinct n.user_id)::int as people, max(d.people) as counted from notices n join announcement_deliveries d on d.org_id = n.org_id and d.announcement_id = n.subject_id where n.subject_id = $1',
        [data.announcement_id],
      );
    });
    expect(sent?.['people']).toBeGreaterThan(2000);
    expect(sent).toEqual({ rows: sent?.['people'], people: sent?.['people'], counted: sent?.['people'] });
  });
});
