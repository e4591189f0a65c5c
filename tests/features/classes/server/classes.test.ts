import { describe, expect, it } from 'vitest';
import {
  CLASSES,
  dataOf,
  messageOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const grade7 = { period: 3, grade: 7 };
interface ClassRow extends Record<string, unknown> {
  class_id: string;
  class_name: string;
  student_count: number;
  updated_at: string;
  remark?: string;
}
const FULL = 'c2001-2026-7-01';

describeApi('classes', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const neighbour = useClient(server, 2002, 4);
  const create = async (body: Record<string, unknown>) =>
    dataOf<ClassRow>(await admin().post(CLASSES, { ...grade7, ...body }));
  const list = async (parameters: Record<string, string | number>) =>
    dataOf<Listed<ClassRow>>(await admin().get(query(CLASSES, parameters)));
  const names = async (parameters: Record<string, string | number>) =>
    (await list({ size: 200, ...parameters })).items.map(({ class_name }) => class_name);
  const countAll = async () => (await rowsOf(server(), 'select count(*)::int as n from classes'))[0]?.['n'];
  /** The entries about a row. The clock is stopped, so they have no order. */
  const auditOf = async (rowId: string, act?: string) =>
    (
      await rowsOf(server(), 'select act, role_id, row_label, before, after from audit_logs where row_id = $1', rowId)
    ).filter((entry) => act === undefined || entry['act'] === act);

  describe('a list', () => {
    it('contains those of the current year in schema order, with their numbers of students', async () => {
      const { items, total } = await list({ size: 50 });
      expect(total).toBe(36);
      expect(items.map(({ class_name }) => class_name).slice(0, 7)).toEqual([
        '初一（1）班',
        '初一（2）班',
        '初一（3）班',
        '初一（4）班',
        '初一（5）班',
        '初一（6）班',
        '初二（1）班',
      ]);
      expect(items.reduce((sum, row) => sum + row.student_count, 0)).toBe(1620);
      expect(items[0]).toMatchObject({
        class_id: FULL,
        year_id: 'y2026',
        year_name: '2026—2027学年',
        period: 3,
        grade: 7,
        class_no: 1,
      });
      expect(items[0]).not.toHaveProperty('org_id');
    });

    it('has pages that neither repeat nor miss a row, for any sort order', async () => {
      for (const sort of ['period', '-grade', '-class_no,grade', 'year_name', 'updated_at']) {
        const seen: string[] = [];
        for (let page = 1; page <= 4; page++)
          seen.push(...(await list({ page, sort })).items.map(({ class_id }) => class_id));
        expect(new Set(seen).size, sort).toBe(36);
      }
    });

    it('can be filtered by part of the Chinese name, by several grades, by range and by year', async () => {
      expect(await names({ class_name: '初二（3' })).toEqual(['初二（3）班']);
      expect(await names({ grade: '7,12', class_no_from: 6 })).toEqual(['初一（6）班', '高三（6）班']);
      expect(await names({ class_no_to: 1, period: 4, sort: '-grade' })).toEqual([
        '高三（1）班',
        '高二（1）班',
        '高一（1）班',
      ]);
      expect(await names({ year_id: 'y2025', grade: 7, class_no_to: 2 })).toEqual(['初一（1）班', '初一（2）班']);
      expect(await names({ year_id: 'y1999' })).toEqual([]);
    });

    it('treats pattern and SQL characters in a filter as plain text', async () => {
      await create({ class_name: '100%_\\班' });
      await create({ class_name: '1000A班' });
      expect(await names({ class_name: '%' })).toEqual(['100%_\\班']);
      expect(await names({ class_name: '_' })).toEqual(['100%_\\班']);
      expect(await names({ class_name: '\\' })).toEqual(['100%_\\班']);
      expect(await names({ class_name: 'a班' })).toEqual(['1000A班']);
      expect(await names({ class_name: "'; drop table classes; --" })).toEqual([]);
      await admin().post(`${CLASSES}/batch_delete`, {
        ids: (await list({ class_name: '100' })).items.map(({ class_id }) => class_id),
      });
    });

    it('reports every error of a query together', async () => {
      const answer = await admin().get(query(CLASSES, { nope: 1, sort: 'remark', grade: '77', class_no_from: 'x' }));
      expect(answer.status).toBe(400);
      expect(answer.fields.sort()).toEqual(['/class_no_from', '/grade', '/nope', '/sort']);
    });
  });

  describe('creating one', () => {
    it('returns the stored row, in the current year by default, and writes the audit log', async () => {
      const answer = await admin().post(CLASSES, { ...grade7, class_name: '新班', class_no: 9, remark: '试' });
      expect(answer.status).toBe(201);
      const row = dataOf<ClassRow>(answer);
      expect(row).toMatchObject({
        ...grade7,
        class_name: '新班',
        class_no: 9,
        remark: '试',
        year_id: 'y2026',
        student_count: 0,
      });
      expect(dataOf(await admin().get(`${CLASSES}/${row.class_id}`))).toEqual(row);
      expect(await auditOf(row.class_id)).toMatchObject([
        {
          act: 'create',
          role_id: 4,
          row_label: '新班',
          before: null,
          after: { ...grade7, class_name: '新班', class_no: 9, remark: '试', year_id: 'y2026' },
        },
      ]);
    });

    it.each<[string, Record<string, unknown>, string, RegExp]>([
      ['a name that is taken', { class_name: '初一（1）班' }, '/class_name', /已有这个名称/],
      ['a period that the school does not teach', { class_name: '甲', period: 2, grade: 1 }, '/period', /没有开设/],
      ['a grade that is not of that period', { class_name: '甲', grade: 10 }, '/grade', /初中没有这个年级/],
      ['a year that does not exist', { class_name: '甲', year_id: 'y1999' }, '/year_id', /没有这个学年/],
      ['a class number out of bounds', { class_name: '甲', class_no: 100 }, '/class_no', /99/],
      ['a field that it does not have', { class_name: '甲', campus: 'east' }, '/campus', /没有这个字段/],
      ['a field that the system writes', { class_name: '甲', class_id: 'mine' }, '/class_id', /不能填写/],
      ['a name of blanks', { class_name: ' ' }, '/class_name', /空格/],
      ['a control character in a name', { class_name: '甲\u0007' }, '/class_name', /不能保存/],
    ])('refuses %s at its field', async (_, body, field, message) => {
      const before = await countAll();
      const answer = await admin().post(CLASSES, { ...grade7, ...body });
      expect(answer.status).toBe(400);
      expect(answer.fields).toEqual([field]);
      expect(messageOf(answer, field)).toMatch(message);
      expect(await countAll()).toBe(before);
    });

    it('accepts the name of a class of another year or grade', async () => {
      expect((await admin().post(CLASSES, { ...grade7, class_name: '同名班' })).status).toBe(201);
      expect((await admin().post(CLASSES, { ...grade7, class_name: '同名班', year_id: 'y2025' })).status).toBe(201);
      expect((await admin().post(CLASSES, { ...grade7, grade: 8, class_name: '同名班' })).status).toBe(201);
    });

    it('by two users concurrently creates it once', async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => admin().post(CLASSES, { ...grade7, class_name: '抢注班' })),
      );
      const won = answers.filter(({ status }) => status === 201);
      const lost = answers.filter(({ status }) => status !== 201);
      expect(won).toHaveLength(1);
      for (const answer of lost) {
        expect([400, 409]).toContain(answer.status);
        expect(answer.fields).toEqual(['/class_name']);
      }
      expect(await rowsOf(server(), "select 1 from classes where class_name = '抢注班'")).toHaveLength(1);
      expect(await Promise.all(won.map((answer) => auditOf(dataOf<ClassRow>(answer).class_id)))).toMatchObject([
        [{ act: 'create' }],
      ]);
    });
  });

  describe('creating several', () => {
    const batch = (items: unknown) => admin().post(`${CLASSES}/actions/batch_create`, { items });

    it('creates all in the given order', async () => {
      const answer = await batch(['批一班', '批二班', '批三班'].map((class_name) => ({ ...grade7, class_name })));
      expect(answer.status).toBe(201);
      const { total, items } = dataOf<Listed<ClassRow>>(answer);
      expect(total).toBe(3);
      expect(items.map(({ class_name }) => class_name)).toEqual(['批一班', '批二班', '批三班']);
    });

    it('creates none when one is invalid, and reports every invalid one by its place', async () => {
      const before = await countAll();
      const structure = await batch([
        { ...grade7, class_name: '甲一' },
        { period: 3, grade: 12, class_name: '甲二' },
        { ...grade7, class_name: '甲一' },
        { ...grade7, class_name: '初一（2）班' },
      ]);
      expect(structure.status).toBe(400);
      expect(structure.fields.sort()).toEqual(['/items/1/grade', '/items/2/class_name', '/items/3/class_name']);
      expect(messageOf(structure, '/items/2/class_name')).toBe('与第 1 行的班级重名');
      const shape = await batch([
        { ...grade7, class_name: '甲一' },
        { ...grade7 },
        { ...grade7, class_name: '甲二', nope: 1 },
      ]);
      expect(shape.status).toBe(400);
      expect(shape.fields.sort()).toEqual(['/items/1/class_name', '/items/2/nope']);
      expect(await countAll()).toBe(before);
    });

    it('limits their number', async () => {
      expect((await batch([])).status).toBe(400);
      expect((await batch(Array.from({ length: 201 }, (_, i) => ({ ...grade7, class_name: `多${i}` })))).status).toBe(
        400,
      );
      expect((await batch(Array.from({ length: 200 }, (_, i) => ({ ...grade7, class_name: `多${i}` })))).status).toBe(
        201,
      );
    });
  });

  describe('changing one', () => {
    it('changes the given fields, clears with null, keeps the others, and logs before and after', async () => {
      const row = await create({ class_name: '改前班', class_no: 5, remark: '旧' });
      const answer = await admin().put(`${CLASSES}/${row.class_id}`, { class_name: '改后班', remark: null });
      expect(answer.status).toBe(200);
      const changed = dataOf<ClassRow>(answer);
      expect(changed).toMatchObject({ class_name: '改后班', class_no: 5 });
      expect(changed).not.toHaveProperty('remark');
      expect(Date.parse(changed.updated_at)).toBeGreaterThan(Date.parse(row.updated_at));
      expect(await auditOf(row.class_id, 'update')).toMatchObject([
        {
          row_label: '改后班',
          before: { class_name: '改前班', remark: '旧' },
          after: { class_name: '改后班', remark: null },
        },
      ]);
    });

    it('without a difference leaves no trace', async () => {
      const row = await create({ class_name: '不变班' });
      expect(dataOf(await admin().put(`${CLASSES}/${row.class_id}`, { class_name: '不变班' }))).toEqual(row);
      expect(dataOf(await admin().put(`${CLASSES}/${row.class_id}`, {}))).toEqual(row);
      expect(await auditOf(row.class_id)).toHaveLength(1);
    });

    it('refuses invalid values at their field, as on creation', async () => {
      const row = await create({ class_name: '待改班' });
      const put = (body: unknown) => admin().put(`${CLASSES}/${row.class_id}`, body);
      expect((await put({ class_name: '初一（1）班' })).fields).toEqual(['/class_name']);
      expect((await put({ grade: 12 })).fields).toEqual(['/grade']);
      expect((await put({ year_id: 'y2025' })).fields).toEqual(['/year_id']);
      expect((await put({ period: null })).fields).toEqual(['/period']);
    });

    it('does not overwrite a change by another user, and names that user', async () => {
      const row = await create({ class_name: '并发班' });
      const put = (body: Record<string, unknown>) =>
        admin().put(`${CLASSES}/${row.class_id}`, { ...body, updated_at: row.updated_at });
      expect((await put({ remark: '一' })).status).toBe(200);
      const late = await put({ remark: '二' });
      expect(late.status).toBe(409);
      expect(late.code).toBe('PSY_CONFLICT');
      expect(refusalOf(late).message).toMatch(/^.+刚刚修改了这条内容/);
      expect(dataOf(await admin().get(`${CLASSES}/${row.class_id}`))).toMatchObject({ remark: '一' });
    });
  });

  describe('deleting', () => {
    it('removes the row, and logs its last state', async () => {
      const row = await create({ class_name: '将删班', remark: '记' });
      expect(dataOf(await admin().delete(`${CLASSES}/${row.class_id}`))).toEqual({ ok: true, total: 1 });
      expect((await admin().get(`${CLASSES}/${row.class_id}`)).status).toBe(404);
      expect(await auditOf(row.class_id, 'delete')).toMatchObject([
        { before: { class_name: '将删班', remark: '记', year_id: 'y2026' }, after: null },
      ]);
    });

    it('refuses a class with students, and says how many', async () => {
      const answer = await admin().delete(`${CLASSES}/${FULL}`);
      expect(answer.status).toBe(409);
      expect(answer.code).toBe('PSY_CLASS_HAS_STUDENTS');
      const [count] = await rowsOf(server(), 'select count(*)::int as n from students where class_id = $1', FULL);
      expect(refusalOf(answer).message).toContain(`初一（1）班还有 ${String(count?.['n'])} 名学生`);
      expect((await admin().get(`${CLASSES}/${FULL}`)).status).toBe(200);
    });

    it('in a batch deletes all or none, by either endpoint', async () => {
      const [one, two] = [await create({ class_name: '批删一' }), await create({ class_name: '批删二' })];
      const refused = await admin().post(`${CLASSES}/batch_delete`, { ids: [one.class_id, FULL, 'c2001-2026-7-02'] });
      expect(refused.status).toBe(409);
      expect(refused.fields).toEqual(['/ids/1', '/ids/2']);
      const missing = await admin().delete(`${CLASSES}/batch_delete/${one.class_id},nobody`);
      expect(missing.status).toBe(404);
      expect(missing.fields).toEqual(['/ids/1']);
      expect((await admin().get(`${CLASSES}/${one.class_id}`)).status).toBe(200);
      expect(dataOf(await admin().delete(`${CLASSES}/batch_delete/${one.class_id},${two.class_id}`))).toEqual({
        total: 2,
      });
    });

    it('by two users concurrently deletes once', async () => {
      const row = await create({ class_name: '抢删班' });
      const answers = await Promise.all(Array.from({ length: 4 }, () => admin().delete(`${CLASSES}/${row.class_id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
      expect(await auditOf(row.class_id, 'delete')).toHaveLength(1);
    });

    it('while a student is added never leaves a student without a class', async () => {
      const row = await create({ class_name: '转入班' });
      const arrive = rowsOf(
        server(),
        "update students set class_id = $1 where org_id = '2001' and child_id = 'k2001-0001'",
        row.class_id,
      ).then(
        () => 'arrived',
        () => 'no such class',
      );
      const [answer, arrival] = await Promise.all([admin().delete(`${CLASSES}/${row.class_id}`), arrive]);
      expect([
        [200, 'no such class'],
        [409, 'arrived'],
      ]).toContainEqual([answer.status, arrival]);
    });
  });

  describe('of another tenant', () => {
    it('do not exist for any endpoint', async () => {
      const body = { remark: 'x' };
      const before = await rowsOf(server(), 'select * from classes where class_id = $1', FULL);
      const answers = await Promise.all([
        neighbour().get(`${CLASSES}/${FULL}`),
        neighbour().put(`${CLASSES}/${FULL}`, body),
        neighbour().delete(`${CLASSES}/${FULL}`),
        neighbour().post(`${CLASSES}/batch_delete`, { ids: [FULL] }),
        neighbour().delete(`${CLASSES}/batch_delete/${FULL}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      expect(await rowsOf(server(), 'select * from classes where class_id = $1', FULL)).toEqual(before);
    });
  });

  it.each([
    ['first pages', 1, 1],
    ['later pages', 2, 3],
  ])(
    'are read in one message of two statements, whose text does not depend on the values: %s',
    async (_, one, other) => {
      const texts: string[][] = [];
      for (const name of ['一', '二']) {
        const sent: string[] = [];
        const end = server().db.onStatement(({ sql, via }) => sent.push(`${via} ${sql}`));
        await admin().get(
          query(CLASSES, { class_name: name, grade: name === '一' ? '7' : '8,9', page: name === '一' ? one : other }),
        );
        end();
        texts.push(sent.filter((text) => text.includes('"classes"')));
      }
      expect(texts[0]).toHaveLength(2);
      expect(texts[0]?.every((text) => text.startsWith('read '))).toBe(true);
      expect(texts[1]).toEqual(texts[0]);
    },
  );
});
