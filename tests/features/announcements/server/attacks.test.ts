import { beforeAll, expect, it } from 'vitest';
import { peopleAfter } from '../../../../src/features/announcements/server/queries/audience.ts';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { draft, NOBODY, outcome, published, READ, staff, words, WRITE, type Addressed } from './announced.ts';

describeApi('announcements under attack', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let second: Client;
  let teacher: Client;
  let bureau: Client;
  beforeAll(async () => {
    admin = await staff(server(), 2001, 4);
    second = await staff(server(), 2001, 5);
    teacher = await staff(server(), 2001, 7);
    bureau = await staff(server(), 1001, 1);
  });

  it('store words as words: no document with anything else is taken', async () => {
    const marked = (mark: object) => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [mark] }] }],
    });
    const block = (node: object) => ({ type: 'doc', content: [node] });
    for (const content of [
      '<img src=x onerror=alert(1)>',
      block({ type: 'html', html: '<script>alert(1)</script>' }),
      block({ type: 'svg', attrs: { onload: 'alert(1)' } }),
      block({ type: 'paragraph', attrs: { style: 'background:url(https://evil.example)' } }),
      block({ type: 'image', attrs: { src: 'https://evil.example/pixel.gif' } }),
      block({ type: 'image', attrs: { file_id: 'nobodys', alt: '' } }),
      marked({ type: 'link', href: 'javascript:alert(1)' }),
      marked({ type: 'link', href: 'JAVA\tSCRIPT:alert(1)' }),
      marked({ type: 'link', href: 'data:text/html;base64,PHNjcmlwdD4=' }),
      marked({ type: 'link', href: '//evil.example' }),
      marked({ type: 'link', href: 'https://ok.example', onclick: 'alert(1)' }),
      marked({ type: 'style', attrs: { css: 'body{display:none}' } }),
    ])
      expect([JSON.stringify(content), outcome(await admin.post(WRITE, draft({ content })))]).toEqual([
        JSON.stringify(content),
        '400 PSY_INVALID_INPUT',
      ]);
    const script = '<script>alert(1)</script>';
    const id = await published(server(), admin, { title: script, summary: script, content: words(script) });
    expect((await teacher.get(`${READ}/${id}`)).data).toMatchObject({ title: script, content: words(script) });
  });

  it('refuse a document that is too large', async () => {
    expect((await admin.post(WRITE, draft({ content: words('字'.repeat(5001)) }))).status).toBe(400);
    const megabyte = { type: 'doc', content: Array.from({ length: 300 }, () => words('x'.repeat(4000)).content[0]) };
    expect(outcome(await admin.post(WRITE, draft({ content: megabyte })))).toBe('413 PSY_BODY_TOO_LARGE');
    expect((await admin.post(WRITE, draft({ title: '长'.repeat(101) }))).status).toBe(400);
  });

  it('are written by administrators only, for those in their reach only', async () => {
    for (const client of [teacher, await staff(server(), 2001, 8), await staff(server(), 1001, 13)])
      expect(outcome(await client.post(WRITE, draft()))).toBe('403 AC_FORBIDDEN');
    const student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    expect(outcome(await student.get(WRITE))).toBe('403 AC_FORBIDDEN');
    const refused = async (client: Client, audience: Addressed) =>
      expect(outcome(await client.post(WRITE, draft({}, audience)))).toBe('400 PSY_INVALID_INPUT');
    await refused(admin, { role_ids: [1] });
    await refused(admin, { all_schools: true });
    await refused(admin, { school_ids: ['2002'] });
    await refused(admin, { to_students: true, class_ids: ['c2002-2026-1-01'] });
    await refused(bureau, { role_ids: [4], school_ids: ['9999'] });
    await refused(bureau, { to_students: true, all_schools: true, grades: ['3-7'] });
  });

  it('are of one organisation: no other one reads, changes, counts or withdraws them', async () => {
    const id = await published(server(), admin, { banner: true });
    const strangers = [await staff(server(), 2002, 4), bureau];
    for (const client of strangers) {
      for (const answer of [
        await client.get(`${READ}/${id}`),
        await client.post(`${READ}/${id}/read`),
        await client.post(`${READ}/${id}/dismiss`),
        await client.get(`${WRITE}/${id}`),
        await client.get(`${WRITE}/${id}/readers`),
        await client.put(`${WRITE}/${id}`, { ...draft(), version: 2 }),
        await client.put(`${WRITE}/${id}/display`, { pinned: false, banner: false, version: 2 }),
        await client.post(`${WRITE}/${id}/publish`, { version: 2 }),
        await client.post(`${WRITE}/${id}/withdraw`, { reason: '不是我的' }),
        await client.delete(`${WRITE}/${id}`),
      ])
        expect(outcome(answer)).toBe('404 PSY_NOT_FOUND');
      expect(JSON.stringify((await client.get(`${WRITE}?size=200`)).data)).not.toContain(id);
    }
    const rows = await server().db.admin((run) =>
      run("select count(*)::int as n from announcement_reads where org_id = '2002' and announcement_id = $1", [id]),
    );
    expect(rows[0]?.['n']).toBe(0);
  });

  it('tell the second of two writers that the text has changed', async () => {
    const { data } = await admin.post(WRITE, draft());
    const path = `${WRITE}/${data.announcement_id}`;
    const answers = await Promise.all([
      admin.put(path, { ...draft({ title: '甲' }), version: 1 }),
      second.put(path, { ...draft({ title: '乙' }), version: 1 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.json.message).toMatch(/刚刚修改过这一篇，请刷新后再改$/);
    expect(outcome(await second.post(`${path}/publish`, { version: 1 }))).toBe('409 PSY_CONFLICT');
  });

  it('are published or withdrawn once, whoever is first', async () => {
    const { data } = await admin.post(WRITE, draft({ title: '同时' }));
    const path = `${WRITE}/${data.announcement_id}`;
    const both = await Promise.all([1, 2].map(() => admin.post(`${path}/publish`, { version: 1 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const race = await Promise.all([
      admin.post(`${path}/withdraw`, { reason: '第一次' }),
      second.post(`${path}/withdraw`, { reason: '第二次' }),
      admin.put(`${path}/display`, { pinned: true, banner: true, version: 2 }),
    ]);
    expect(
      race
        .slice(0, 2)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual([200, 409]);
    await server().services.jobs.idle();
    const left = await server().db.admin((run) =>
      run("select count(*)::int as n from notices where org_id = '2001' and subject_id = $1", [data.announcement_id]),
    );
    expect(left[0]?.['n']).toBe(0);
    expect((await teacher.get(`${READ}/${data.announcement_id}`)).status).toBe(404);
  });

  it('need readers and a text before they are published', async () => {
    const problem = async (more: Json, audience?: Addressed, writer = admin) => {
      const { data } = await writer.post(WRITE, draft(more, audience));
      const answer = await writer.post(`${WRITE}/${data.announcement_id}/publish`, { version: 1 });
      return [answer.status, answer.json.message];
    };
    expect(await problem({ content: words(' ') })).toEqual([400, '请填写正文']);
    expect(await problem({}, {})).toEqual([400, '请选择读者']);
    expect(await problem({}, { to_students: true }, bureau)).toEqual([400, '请选择发给哪些学校']);
    expect(await problem({ ends_at: '2020-01-01T00:00:00Z' })).toEqual([400, '结束时间应晚于发布时间']);
  });

  it('reach exactly the people who are counted, whichever way one asks', async () => {
    const audiences: Addressed[] = [
      { role_ids: [8, 10] },
      { to_students: true, grades: ['3-7'] },
      { to_guardians: true, class_ids: ['c2001-2026-7-01', 'c2001-2026-12-06'] },
      { role_ids: [7], to_students: true, to_guardians: true },
    ];
    const readers = await Promise.all(
      ['o2001r9', 'o2001r8', 'o2001r10', 'o2001r12', 'multi'].map(async (login) => {
        const client = await server().client.signIn(login);
        return { login, client: client.withRole(2001, login === 'multi' ? 8 : Number(login.slice(6))) };
      }),
    );
    for (const login of ['o2001s1', 'o2001s2', 'o2001p1', 'o2001p2'])
      readers.push({ login, client: (await server().client.signIn(login)).withoutRole(2001) });
    for (const audience of audiences) {
      const id = await published(server(), admin, { notifies: false }, audience);
      const [people] = await server().db.read({ orgId: '2001', userId: null }, [
        peopleAfter('2001', { ...NOBODY, ...audience }, new Date(server().clock.now()).toISOString(), '', 10_000),
      ]);
      const counted = new Set(people.map(({ user_id }) => user_id));
      for (const { login, client } of readers)
        expect([login, audience, (await client.get(`${READ}/${id}`)).status]).toEqual([
          login,
          audience,
          counted.has(`u-${login}`) ? 200 : 404,
        ]);
    }
  });
});
