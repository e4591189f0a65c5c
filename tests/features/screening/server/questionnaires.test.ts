import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import type { Draft, DraftItem } from '../../../../src/features/screening/rules/questionnaires/draft-schema.ts';
import { messageOf, rowsOf, useClient, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import type { Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { changeRows } from '../support/rows.ts';
import { aPlan, createPlan, EXAMS, publishPlan, SCALES, sheetsOf } from './exam-support.ts';

const QUESTIONNAIRES = '/v1/portal/questionnaires';
const options = (...labels: string[]) => labels.map((label, i) => ({ value: i + 1, label }));
const ITEMS: DraftItem[] = [
  { id: 'where', kind: 'single', text: '在哪里吃午饭', options: options('学校', '家里') },
  {
    id: 'dishes',
    kind: 'multiple',
    text: '喜欢哪些菜',
    options: options('荤菜', '素菜', '汤'),
    showIf: { item: 'where', in: [1] },
  },
  { id: 'taste', kind: 'scale', text: '打几分', from: 1, to: 5, showIf: { item: 'dishes', answered: true } },
  { id: 'minutes', kind: 'number', text: '吃多久', minimum: 1, maximum: 90, whole: true, unit: '分钟' },
  { id: 'more', kind: 'text', text: '还想说什么', maxLength: 50, optional: true, showIf: { item: 'taste', atMost: 2 } },
];
const draft = (change: Partial<Draft> = {}): Draft => ({
  title: '午餐问卷',
  about: '了解午餐',
  instruction: '按实际情况回答',
  items: ITEMS,
  ...change,
});

describeApi('questionnaires of a school', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const classTeacher = useClient(server, 2001, 10);
  const elsewhere = useVerifiedClient(server, 2002, 4);
  const create = async (client: Client, body: Json = { title: '午餐问卷' }): Promise<string> => {
    const answer = await client.post(QUESTIONNAIRES, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.data.scale_id;
  };
  const at = (id: string) => `${QUESTIONNAIRES}/${id}`;
  const save = (id: string, revision: number, content: unknown = draft(), client = admin()) =>
    client.put(at(id), { revision, draft: content });
  const publish = (id: string, revision: number, client = admin()) => client.post(`${at(id)}/publish`, { revision });
  /** A published questionnaire. */
  const published = async () => {
    const id = await create(admin());
    await save(id, 1);
    expect((await publish(id, 2)).status).toBe(200);
    return id;
  };

  it('are composed by those who plan, in a draft that may be incomplete', async () => {
    expect((await classTeacher().get(QUESTIONNAIRES)).status).toBe(403);
    const id = await create(psychologist());
    expect((await admin().get(at(id))).data).toMatchObject({ revision: 1, state: 'draft', draft: { items: [] } });
    const saved = await save(id, 1, draft({ items: [{ id: 'q1', kind: 'single', text: '' }] }));
    expect(saved.data.revision).toBe(2);
    expect(saved.data.findings.map(({ pointer }: Json) => pointer)).toEqual(['/items/0/text', '/items/0/options']);
    const refused = await publish(id, 2);
    expect([refused.status, refused.fields]).toEqual([400, ['/draft/items/0/text', '/draft/items/0/options']]);
    expect((await elsewhere().get(at(id))).status).toBe(404);
    expect((await save(id, 2, draft(), elsewhere())).status).toBe(404);
    expect((await admin().get(`${SCALES}/${id}`)).status).toBe(404);
  });

  it('refuse what no draft has: other fields, hostile ids, too much, and conditions on later items', async () => {
    const id = await create(admin());
    const item = ITEMS[0] as DraftItem;
    const bad: unknown[] = [
      draft({ items: Array.from({ length: 201 }, (_, i) => ({ ...item, id: `q${i}` })) }),
      draft({ items: [{ ...item, id: '__proto__' }] }),
      { ...draft(), org_id: '2002' },
      { ...draft(), items: [{ ...item, points: 3 }] },
      draft({ title: '题\u0000' }),
      draft({ items: [{ ...item, text: 'x'.repeat(501) }] }),
    ];
    for (const one of bad) expect((await save(id, 1, one)).status).toBe(400);
    const later = draft({ items: [{ ...item, showIf: { item: 'minutes', atLeast: 5 } }, ...ITEMS.slice(3, 4)] });
    expect((await save(id, 1, later)).data.findings[0]).toMatchObject({ pointer: '/items/0/showIf/item' });
  });

  it('let one of two people save, and one of two publish', async () => {
    const id = await create(admin());
    const saves = await Promise.all([save(id, 1), save(id, 1, draft({ about: '另一个' }), psychologist())]);
    expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await save(id, 2);
    const both = await Promise.all([publish(id, 3), publish(id, 3, psychologist())]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await admin().get(`${SCALES}/${id}`)).data).toMatchObject({ kind: 'questionnaire', version: '1.0.0' });
  });

  it('keep the published version in plans while the next one is written; copies are their own', async () => {
    const id = await published();
    const plan = await publishPlan(admin(), aPlan(server(), { scale_ids: [id] }));
    await save(id, 3, draft({ title: '午餐问卷（新）', items: ITEMS.slice(0, 1) }));
    expect((await admin().get(at(id))).data.state).toBe('changed');
    expect((await admin().get(`${EXAMS}/${plan}/topic`)).data.scales[0].items).toHaveLength(5);
    expect((await publish(id, 4)).data.version).toBe('2.0.0');
    expect((await admin().get(`${EXAMS}/${plan}/topic`)).data.scales[0].items).toHaveLength(5);
    expect((await admin().get(`${SCALES}/${id}`)).data.items).toHaveLength(1);
    const copy = await create(admin(), { title: '午餐问卷的副本', copy_of: id });
    expect((await admin().get(at(copy))).data).toMatchObject({ state: 'draft', draft: { title: '午餐问卷的副本' } });
    expect((await elsewhere().post(QUESTIONNAIRES, { title: '偷来的', copy_of: id })).status).toBe(404);
    const refused = await admin().send('DELETE', at(id));
    expect([refused.status, (refused.json as Json).message]).toEqual([
      409,
      expect.stringContaining('不能删除') as string,
    ]);
    expect((await admin().send('DELETE', at(copy))).status).toBe(200);
    expect((await admin().get(at(copy))).status).toBe(404);
  });

  it('cannot be in an alert rule, and are no file to be installed', async () => {
    const id = await published();
    const rule = {
      title: '午餐',
      level: 3,
      conditions: [{ scale_id: id, dimension_id: 'total', band_ids: ['high'] }],
    };
    expect((await psychologist().post('/v1/portal/screening/rules', rule)).fields).toEqual(['/conditions/0/scale_id']);
    const pack = await rowsOf(server(), 'select document from scale_packs where scale_id = $1', id);
    const check = await admin().post(`${SCALES}/check`, { file: pack[0]?.['document'] });
    expect(check.data.findings[0].pointer).toBe('/kind');
  });

  it('count the answers of students in the reader’s scope; a hidden answer leaves overview, result and file', async () => {
    const id = await published();
    const plan = await publishPlan(admin(), aPlan(server(), { scale_ids: [id] }));
    const student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    await changeRows(
      server(),
      `update exam_sheets set child_id = (select child_id from students where org_id = '2001' and user_id = $2), needs_consent = false
       where child_exam_id = (select child_exam_id from exam_sheets where exam_id = $1 order by child_exam_id limit 1)
         and not exists (select from exam_sheets h join students s on s.org_id = h.org_id and s.child_id = h.child_id where h.exam_id = $1 and s.user_id = $2)`,
      [plan, student.session.user_id],
    );
    await changeRows(server(), 'update exam_sheets set needs_consent = false, assented_at = now() where exam_id = $1', [
      plan,
    ]);
    const [sheet] = await rowsOf(
      server(),
      'select h.child_exam_id from exam_sheets h join students s on s.org_id = h.org_id and s.child_id = h.child_id where h.exam_id = $1 and s.user_id = $2',
      plan,
      student.session.user_id,
    );
    const own = `/v1/portal/child_exams/${String(sheet?.['child_exam_id'])}`;
    const put = (seq: number, answers: Record<string, unknown>) =>
      student.put(`${own}/answers`, {
        answers: Object.entries(answers).map(([item_id, value]) => ({ scale_id: id, item_id, value, seq })),
      });
    expect((await student.get(own)).data.scales[0].items[4].show_if).toEqual({ item: 'taste', atMost: 2 });
    const wrong = await put(1, { where: 3 });
    expect(wrong.status, wrong.text).toBe(400);
    const all = { where: 1, dishes: [1, 3], taste: 1, minutes: 20, more: '太咸了' };
    expect((await put(1, all)).data).toEqual({ answered: 5, total: 5 });
    expect((await put(2, { where: 2 })).data).toEqual({ answered: 2, total: 2 });
    expect((await student.post(`${own}/submit`, {})).status).toBe(200);
    await server().services.jobs.runDue();
    const overview = async (client: Client) => (await client.get(`${EXAMS}/${plan}/questionnaires`)).data;
    const { sheets, questionnaires } = await overview(admin());
    expect(sheets).toBe(1);
    const [where, dishes, taste, minutes, more] = questionnaires[0].items;
    expect(where.options).toEqual([
      { value: 1, label: '学校', count: 0 },
      { value: 2, label: '家里', count: 1 },
    ]);
    expect([dishes.asked, dishes.answered, taste.answered, more.texts]).toEqual([0, 0, 0, []]);
    expect(minutes.numbers).toEqual({ mean: 20, lowest: 20, highest: 20 });
    const result = (await admin().get(`${own}/result`)).data;
    expect(result.scales[0].answers.map(({ answer }: Json) => answer)).toEqual(['家里', '20 分钟']);
    const file = await admin().get(`${EXAMS}/${plan}/questionnaires/${id}/export`);
    expect(file.status).toBe(200);
    const {
      sheets: [table],
    } = await readXlsx(file.body);
    expect(table?.rows).toHaveLength(2);
    expect(JSON.stringify(table?.rows)).not.toContain('太咸了');
    expect(JSON.stringify(table?.rows)).toContain('家里');
    const log = await rowsOf(
      server(),
      "select act from audit_logs where org_id = '2001' and row_id = $1 and act in ('read', 'export')",
      plan,
    );
    expect(log.map(({ act }) => act)).toEqual(expect.arrayContaining(['read', 'export']));
    expect((await classTeacher().get(`${EXAMS}/${plan}/questionnaires`)).status).toBe(403);
    expect((await elsewhere().get(`${EXAMS}/${plan}/questionnaires`)).status).toBe(404);
    expect((await student.get(`${EXAMS}/${plan}/questionnaires`)).status).toBe(403);
    expect((await sheetsOf(server(), plan)).length).toBeGreaterThan(1);
  });

  it('are refused in a plan where another school has them, or as long as they are drafts', async () => {
    const mine = await published();
    const theirs = await elsewhere().post(EXAMS, aPlan(server(), { scale_ids: [mine], scope: {} }));
    expect(messageOf(theirs, '/scale_ids/0')).toContain('没有这个量表');
    const unpublished = await create(admin());
    const refused = await admin().post(EXAMS, aPlan(server(), { scale_ids: [unpublished] }));
    expect(refused.fields).toContain('/scale_ids/0');
    expect(await createPlan(admin(), aPlan(server(), { scale_ids: [mine] }))).toBeTruthy();
  });
});
