import { beforeAll, expect, it } from 'vitest';
import {
  CLASSES,
  dataOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const COLLEGES = '/v1/portal/colleges';
const MAJORS = '/v1/portal/majors';
const STRUCTURES = '/v1/portal/schools/edus/structures';
/** 教育科学学院 with 应用心理学, which has one class in every grade. */
const COLLEGE = 'g2003-01';
const MAJOR = 'm2003-01';

interface Class {
  class_id: string;
  class_name: string;
  college_id?: string;
  college_name?: string;
  major_id?: string;
  major_name?: string;
}

describeApi('colleges and majors', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2003, 4);
  const vocational = useClient(server, 2004, 4);
  const basic = useClient(server, 2001, 4);
  // The school's service has ended; the test extends it.
  beforeAll(() =>
    server().db.admin((run) => run("update orgs set account_expire_at = '2030-01-01' where org_id = '2004'")),
  );
  const counsellor = useClient(server, 2003, 8);
  const leader = useClient(server, 2003, 12);
  beforeAll(() =>
    server().db.admin((run) =>
      run(
        `update memberships set role_extend = '{"college_ids": ["${COLLEGE}"]}' where org_id = '2003' and user_id = 'u-o2003r12'`,
      ),
    ),
  );

  let made = 0;
  const college = async (college_name = `学院${++made}`) =>
    dataOf<{ college_id: string }>(await admin().post(COLLEGES, { college_name })).college_id;
  const major = async (college_id: string, major_name = `专业${++made}`) =>
    dataOf<{ major_id: string }>(await admin().post(MAJORS, { college_id, major_name })).major_id;
  const newClass = (body: object) =>
    admin().post(CLASSES, { class_name: `新班${++made}`, period: 7, grade: 701, ...body });
  const list = async <T>(client: typeof admin, path: string, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed<T>>(await client().get(query(path, { size: 200, ...parameters })));

  it("are listed with their classes, and returned with the school's structure", async () => {
    expect(
      (
        await list<{ college_name: string; major_count: number; class_count: number }>(admin, COLLEGES, {
          college_name: '教育',
        })
      ).items,
    ).toEqual([expect.objectContaining({ college_name: '教育科学学院', major_count: 2, class_count: 8 })]);
    expect(
      (await list<{ major_name: string }>(admin, MAJORS, { college_id: COLLEGE })).items
        .map(({ major_name }) => major_name)
        .sort(),
    ).toEqual(['学前教育', '应用心理学']);
    const structure = dataOf<{ colleges?: { college_name: string; majors: { major_name: string }[] }[] }>(
      await counsellor().get(STRUCTURES),
    );
    expect(
      structure.colleges
        ?.find(({ college_name }) => college_name === '教育科学学院')
        ?.majors.map(({ major_name }) => major_name)
        .sort(),
    ).toEqual(['学前教育', '应用心理学']);
    expect((await list(vocational, COLLEGES)).total).toBe(4);
    expect(dataOf(await basic().get(STRUCTURES))).not.toHaveProperty('colleges');
  });

  it('exist in vocational and higher education, where four roles manage them', async () => {
    for (const client of [basic, counsellor])
      for (const path of [COLLEGES, MAJORS]) expect((await client().get(path)).status).toBe(403);
    const fields = async (client: typeof admin) =>
      Object.entries(
        dataOf<{ properties: Record<string, { 'x-hidden'?: boolean }> }>(await client().get('/v1/portal/schemas/class'))
          .properties,
      )
        .filter(([name]) => /^(college|major)_/.test(name))
        .map(([, field]) => field['x-hidden'] === true);
    expect(await fields(admin)).toEqual([false, false, false, false]);
    expect(await fields(basic)).toEqual([true, true, true, true]);
    expect((await basic().get(query(CLASSES, { college_id: COLLEGE }))).fields).toEqual(['/college_id']);
    expect(
      (await basic().post(CLASSES, { class_name: '试', period: 3, grade: 7, college_id: COLLEGE })).status,
    ).not.toBe(500);
    const [left] = await rowsOf(
      server(),
      "select count(*)::int as n from classes where org_id = '2001' and college_id is not null",
    );
    expect(left).toEqual({ n: 0 });
  });

  it('have unique names, majors within their college', async () => {
    const [one, two] = [await college('体育学院'), await college()];
    expect((await admin().post(COLLEGES, { college_name: '体育学院' })).fields).toEqual(['/college_name']);
    await major(one, '体育教育');
    expect((await admin().post(MAJORS, { college_id: one, major_name: '体育教育' })).fields).toEqual(['/major_name']);
    expect((await admin().post(MAJORS, { college_id: two, major_name: '体育教育' })).status).toBe(201);
    expect((await admin().post(MAJORS, { college_id: 'g2004-01', major_name: '护理' })).fields).toEqual([
      '/college_id',
    ]);
    const twice = await Promise.all([1, 2].map(() => admin().post(COLLEGES, { college_name: '同时新建' })));
    expect(twice.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await vocational().get(`${COLLEGES}/${one}`)).status).toBe(404);
    expect((await vocational().delete(`${COLLEGES}/${one}`)).status).toBe(404);
  });

  it('determine the class: its college follows from its major, and the two never contradict each other', async () => {
    const created = dataOf<Class>(await newClass({ major_id: MAJOR }));
    expect(created).toMatchObject({ college_id: COLLEGE, college_name: '教育科学学院', major_name: '应用心理学' });
    expect((await newClass({ college_id: 'g2003-02', major_id: MAJOR })).fields).toEqual(['/major_id']);
    expect((await newClass({ college_id: 'g2004-01' })).fields).toEqual(['/college_id']);
    expect((await newClass({ major_id: 'm2004-01' })).fields).toEqual(['/major_id']);
    const put = (body: object) => admin().put(`${CLASSES}/${created.class_id}`, body);
    expect((await put({ college_id: 'g2003-02' })).fields).toEqual(['/major_id']);
    expect(dataOf<Class>(await put({ college_id: 'g2003-02', major_id: null }))).toMatchObject({
      college_id: 'g2003-02',
    });
    expect((await put({ remark: '只改备注' })).status).toBe(200);
    expect(dataOf<Class>(await admin().get(`${CLASSES}/${created.class_id}`))).not.toHaveProperty('major_name');
  });

  it('move their classes when a major moves to another college', async () => {
    const [from, to] = [await college(), await college()];
    const moving = await major(from);
    const { class_id } = dataOf<Class>(await newClass({ major_id: moving }));
    expect((await admin().put(`${MAJORS}/${moving}`, { college_id: to })).status).toBe(200);
    expect(dataOf<Class>(await admin().get(`${CLASSES}/${class_id}`))).toMatchObject({
      college_id: to,
      major_id: moving,
    });
  });

  it('cannot be deleted while anything refers to them, and the answer names it', async () => {
    const empty = await college();
    const held = await admin().delete(`${COLLEGES}/${COLLEGE}`);
    expect([held.status, refusalOf(held).message]).toEqual([
      409,
      expect.stringMatching(/^教育科学学院还有 2 个专业、\d+ 个班级，不能删除$/),
    ]);
    expect(refusalOf(await admin().delete(`${MAJORS}/${MAJOR}`)).message).toMatch(
      /^应用心理学还有 \d+ 个班级，不能删除$/,
    );
    const several = await admin().post(`${COLLEGES}/batch_delete`, { ids: [empty, COLLEGE] });
    expect([several.status, several.fields]).toEqual([409, ['/ids/1']]);
    const lonely = await major(empty);
    expect((await admin().delete(`${MAJORS}/${lonely}`)).status).toBe(200);
    expect((await admin().delete(`${COLLEGES}/${empty}`)).status).toBe(200);
  });

  it('filter classes and students', async () => {
    const classes = await list<Class>(admin, CLASSES, { major_id: 'm2003-02' });
    expect(new Set(classes.items.map(({ major_name }) => major_name))).toEqual(new Set(['学前教育']));
    expect(classes.total).toBe(4);
    const [counted] = await rowsOf(
      server(),
      "select count(*)::int as n from students s join classes c using (org_id, class_id) where s.org_id = '2003' and study_status = 1 and c.college_id = $1",
      COLLEGE,
    );
    expect((await list(admin, '/v1/portal/students', { college_id: COLLEGE })).total).toBe(counted?.['n']);
    const students = await list<{ major_name: string }>(counsellor, '/v1/portal/students', { major_id: 'm2003-02' });
    expect(new Set(students.items.map(({ major_name }) => major_name))).toEqual(new Set(['学前教育']));
    const tree = (await admin().get('/v1/portal/schools/classes/tree?major_id=m2003-02')).text;
    expect(tree).toContain('学前教育');
    expect(tree).not.toContain('汉语言文学');
  });

  it('limit a member of staff to their classes and students', async () => {
    const ofLeader = await list<Class>(leader, CLASSES);
    const ofCollege = await list<Class>(admin, CLASSES, { college_id: COLLEGE });
    expect(ofLeader.items.map(({ class_id }) => class_id).sort()).toEqual(
      ofCollege.items.map(({ class_id }) => class_id).sort(),
    );
    expect((await list(leader, '/v1/portal/students')).total).toBe(
      (await list(admin, '/v1/portal/students', { college_id: COLLEGE })).total,
    );
    expect((await list(leader, '/v1/portal/students', { college_id: 'g2003-02' })).total).toBe(0);
    const [stranger] = (await list<{ child_id: string }>(admin, '/v1/portal/students', { college_id: 'g2003-02' }))
      .items;
    expect((await leader().get(`/v1/portal/students/${stranger?.child_id}`)).code).toBe('PSY_OUT_OF_REACH');
    expect((await leader().get(`${CLASSES}/c2003-2026-701-03`)).code).toBe('PSY_OUT_OF_REACH');
    expect((await leader().get('/v1/portal/schools/classes/tree')).text).not.toContain('汉语言文学');
    expect((await list(leader, COLLEGES)).total).toBe((await list(admin, COLLEGES)).total);
  });
});
