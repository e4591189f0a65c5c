import { beforeAll, describe, expect, it } from 'vitest';
import type { ClassNode } from '../../../../src/features/classes/contract.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { unzip } from './cells.ts';
import { CLASSES, dataOf, query, rowsOf, useClient, type Listed } from './support.ts';

const TEACHERS = '/v1/portal/teachers';
const STUDENTS = '/v1/portal/students';
const YEARS = '/v1/portal/orgs/years';
const YEARS_LIST = `${YEARS}/list`;
const JUNIOR = 3;
const SENIOR = 4;

describeApi('the scope of a role', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const bureau = useClient(server, 1001, 1);
  const idOf = async (who: Client, login: string) =>
    String(
      dataOf<Listed>(await who.get(query(TEACHERS, { login_name: login }))).items.find(
        ({ login_name }) => login_name === login,
      )?.['user_id'],
    );
  const limit = async (who: Client, login: string, role_id: number, role_extend: object) =>
    who.put(`${TEACHERS}/${await idOf(who, login)}/roles`, { items: [{ role_id, role_extend }] });
  const listed = async (who: Client, path: string, field: string) => [
    ...new Set(dataOf<Listed>(await who.get(`${path}?size=200`)).items.map((row) => row[field])),
  ];
  const counted = async (who: Client, path: string) => dataOf<Listed>(await who.get(path)).total;

  describe('periods', () => {
    const leader = useClient(server, 2001, 12);
    const specialist = useClient(server, 2001, 8);
    const seniorClass = async () =>
      String(dataOf<Listed>(await admin().get(query(CLASSES, { period: SENIOR }))).items[0]?.['class_id']);
    beforeAll(async () => {
      for (const [login, role] of [
        ['o2001r12', 12],
        ['o2001r8', 8],
      ] as const)
        expect((await limit(admin(), login, role, { periods: [JUNIOR] })).status).toBe(200);
    });

    it('contain the only classes and students that are listed, counted, found and addressable by id', async () => {
      expect(await listed(leader(), CLASSES, 'period')).toEqual([JUNIOR]);
      expect(await counted(leader(), CLASSES)).toBe(18);
      expect(await counted(leader(), query(CLASSES, { period: SENIOR }))).toBe(0);
      expect((await leader().get(`${CLASSES}/${await seniorClass()}`)).code).toBe('PSY_OUT_OF_REACH');
      const [theirs] = await rowsOf(
        server(),
        "select count(*)::int as n from students s join classes c using (org_id, class_id) where org_id = '2001' and c.period = 3 and s.study_status = 1",
      );
      for (const who of [leader(), specialist()]) expect(await counted(who, STUDENTS)).toBe(theirs?.['n']);
      const [senior] = await rowsOf(
        server(),
        "select child_id, child_name from students s join classes c using (org_id, class_id) where org_id = '2001' and c.period = 4 limit 1",
      );
      expect((await specialist().get(`${STUDENTS}/${String(senior?.['child_id'])}`)).code).toBe('PSY_OUT_OF_REACH');
      const tree = dataOf<ClassNode[]>(await leader().get('/v1/portal/schools/classes/tree'));
      expect(tree[0]?.next_level.map(({ node_id }) => node_id)).toEqual([String(JUNIOR)]);
    });

    it('also limit every kind of write', async () => {
      expect((await leader().post(CLASSES, { class_name: '高一（99）班', period: SENIOR, grade: 10 })).status).toBe(
        403,
      );
      expect((await leader().post(CLASSES, { class_name: '初一（99）班', period: JUNIOR, grade: 7 })).status).toBe(201);
      expect((await leader().put(`${CLASSES}/${await seniorClass()}`, { remark: '改' })).code).toBe('PSY_OUT_OF_REACH');
      expect((await leader().delete(`${CLASSES}/${await seniorClass()}`)).code).toBe('PSY_OUT_OF_REACH');
      const [junior] = dataOf<Listed>(await leader().get(query(STUDENTS, { size: 1 }))).items;
      expect(
        (
          await leader().post(`/v1/portal/children/switch_classes/${String(junior?.['child_id'])}`, {
            class_id: await seniorClass(),
          })
        ).status,
      ).toBe(400);
    });

    it('limit who can be put in charge: only of classes and grades in scope', async () => {
      expect((await leader().put(`/v1/portal/roles/classes/${await seniorClass()}/users`, { user_ids: [] })).code).toBe(
        'PSY_OUT_OF_REACH',
      );
      expect((await leader().put('/v1/portal/roles/grades/4-10/users', { user_ids: [] })).code).toBe(
        'PSY_OUT_OF_REACH',
      );
      const heads = dataOf<{ items: { user_id: string }[] }>(
        await leader().get('/v1/portal/roles/grades/3-7/users'),
      ).items.map(({ user_id }) => user_id);
      expect((await leader().put('/v1/portal/roles/grades/3-7/users', { user_ids: heads })).status).toBe(200);
    });

    it('exclude data of the whole school: its years, and the roll-over', async () => {
      expect(await counted(leader(), YEARS_LIST)).toBe(0);
      expect(await counted(admin(), YEARS_LIST)).toBeGreaterThan(0);
      const {
        items: [year],
      } = dataOf<Listed>(await admin().get(YEARS));
      expect((await leader().get(`${YEARS}/${String(year?.['year_id'])}/roll_over`)).status).toBe(403);
      expect((await leader().post(`${YEARS}/${String(year?.['year_id'])}/roll_over`, { version: 'x' })).status).toBe(
        403,
      );
    });

    it('give the role the whole school when they are removed', async () => {
      server().clock.advance(1000);
      expect((await limit(admin(), 'o2001r12', 12, {})).status).toBe(200);
      expect((await listed(leader(), CLASSES, 'period')).sort()).toEqual([JUNIOR, SENIOR]);
    });

    it('are written to the log as text', async () => {
      const entry = dataOf<Listed>(await admin().get('/v1/portal/audits/logs/list?resource=teacher&size=1')).items[0];
      const { items } = dataOf<{ items: { field: string; before?: string; after?: string }[] }>(
        await admin().get(`/v1/portal/audits/logs/${String(entry?.['log_id'])}/changes`),
      );
      expect(items).toEqual([{ field: 'role_names', title: '角色', before: '校领导（初中）', after: '校领导' }]);
    });
  });

  describe('grades', () => {
    const head = useClient(server, 2001, 9);
    const [OWN, FAR] = ['c2001-2026-8-01', 'c2001-2026-12-06'];
    const inGrades = 'c.period = 3 and c.grade = 8 or c.period = 4 and c.grade = 10';
    beforeAll(async () => {
      // A grade that does not exist in its period puts nothing in scope, even if another period has the same number.
      expect((await limit(admin(), 'o2001r9', 9, { grade_combos: [{ period: 4, grade: 8 }] })).fields).toEqual([
        '/items/0/role_extend/grade_combos',
      ]);
      server().clock.advance(1000);
      expect(
        (
          await limit(admin(), 'o2001r9', 9, {
            grade_combos: [
              { period: 3, grade: 8 },
              { period: 4, grade: 10 },
            ],
          })
        ).status,
      ).toBe(200);
    });

    it('of several periods are in scope together, in lists, pickers, exports and dependent data', async () => {
      const [students] = await rowsOf(
        server(),
        `select count(*)::int as n from students s join classes c using (org_id, class_id) where org_id = '2001' and s.study_status = 1 and (${inGrades})`,
      );
      expect(await counted(head(), STUDENTS)).toBe(students?.['n']);
      const tree = dataOf<ClassNode[]>(await head().get('/v1/portal/schools/classes/tree'));
      const leaves = (nodes: readonly ClassNode[]): string[] =>
        nodes.flatMap(({ node_id, level, next_level }) => (level === 4 ? [node_id] : leaves(next_level)));
      const [classes] = await rowsOf(
        server(),
        `select array_agg(class_id order by class_id) as ids from classes c join years y using (org_id, year_id) where org_id = '2001' and y.is_current and (${inGrades})`,
      );
      expect(leaves(tree).sort()).toEqual(classes?.['ids']);
      const csv = (await head().get(query(`${STUDENTS}/export`, { format: 'csv' }))).text.trim().split('\n');
      expect(csv).toHaveLength(Number(students?.['n']) + 1);
      const [guardians] = await rowsOf(
        server(),
        `select count(distinct l.guardian_id)::int as n from guardian_children l join students s using (org_id, child_id) join classes c using (org_id, class_id) where org_id = '2001' and (${inGrades})`,
      );
      expect(await counted(head(), '/v1/portal/guardians')).toBe(guardians?.['n']);
    });

    it('contain the only classes into which students can be put by form, move and file', async () => {
      const student = (class_id: string) => ({ child_name: '年级内', student_no: `G-${class_id}`, sex: 1, class_id });
      expect((await head().post(STUDENTS, student(FAR))).status).toBeGreaterThanOrEqual(400);
      const made = await head().post(STUDENTS, student(OWN));
      expect(made.status).toBe(201);
      expect(
        (await head().post(`/v1/portal/children/switch_classes/${String(dataOf(made)['child_id'])}`, { class_id: FAR }))
          .status,
      ).toBe(400);
      expect((await head().get(query(STUDENTS, { class_id: FAR }))).data).toMatchObject({ total: 0 });
      const lists = [...unzip((await head().get(`${STUDENTS}/import/template`)).body).values()].join('');
      expect([
        lists.includes('初二（1）班'),
        lists.includes('高一（1）班'),
        lists.includes('高三（6）班'),
        lists.includes('初一（1）班'),
      ]).toEqual([true, true, false, false]);
    });
  });

  describe('colleges and majors', () => {
    const college = useClient(server, 2003, 4);
    const dean = useClient(server, 2003, 12);
    const faculty = async () =>
      dataOf<{ colleges: { college_id: string; majors: { major_id: string }[] }[] }>(
        await college().get('/v1/portal/schools/edus/structures'),
      ).colleges;
    const classesWhere = async (where: string) =>
      (
        await rowsOf(
          server(),
          `select class_id from classes join years using (org_id, year_id) where org_id = '2003' and is_current and (${where}) order by class_id`,
        )
      ).map(({ class_id }) => class_id);
    const reached = async () => (await listed(dean(), CLASSES, 'class_id')).sort();

    it('are the only ones in scope, together', async () => {
      const [first, second] = await faculty();
      const major = second?.majors[0]?.major_id ?? '';
      expect((await limit(college(), 'o2003r12', 12, { college_ids: [first?.college_id] })).status).toBe(200);
      expect(await reached()).toEqual(await classesWhere(`college_id = '${first?.college_id}'`));
      expect(
        (await limit(college(), 'o2003r12', 12, { college_ids: [first?.college_id], major_ids: [major] })).status,
      ).toBe(200);
      expect(await reached()).toEqual(
        await classesWhere(`college_id = '${first?.college_id}' or major_id = '${major}'`),
      );
      const [students] = await rowsOf(
        server(),
        `select count(*)::int as n from students s join classes c using (org_id, class_id) where org_id = '2003' and (college_id = '${first?.college_id}' or major_id = '${major}') and s.study_status = 1`,
      );
      expect(await counted(dean(), STUDENTS)).toBe(students?.['n']);
      expect((await limit(college(), 'o2003r12', 12, { major_ids: [major] })).status).toBe(200);
      expect(await reached()).toEqual(await classesWhere(`major_id = '${major}'`));
      expect((await reached()).length).toBeGreaterThan(0);
    });

    it('must belong to the school, and are offered if it has some', async () => {
      const [one] = await faculty();
      expect((await limit(admin(), 'o2001r12', 12, { college_ids: [one?.college_id] })).fields).toEqual([
        '/items/0/role_extend/college_ids',
      ]);
      expect((await limit(college(), 'o2003r12', 12, { major_ids: ['nobodys'] })).fields).toEqual([
        '/items/0/role_extend/major_ids',
      ]);
      const scopes = async (who: Client) =>
        dataOf<{ items: { role_id: number; scopes: string[] }[] }>(await who.get('/v1/portal/rbac/roles')).items.find(
          ({ role_id }) => role_id === 12,
        )?.scopes;
      expect([await scopes(admin()), await scopes(college())]).toEqual([
        ['periods'],
        ['periods', 'college_ids', 'major_ids'],
      ]);
    });
  });

  describe('schools', () => {
    it("of an institution's administrator limit the list and visits, not the institution's own staff", async () => {
      const clerk = (await server().client.signIn('o1001r2')).withRole(1001, 2);
      expect((await limit(bureau(), 'o1001r2', 2, { school_ids: ['2002', '2005'] })).status).toBe(200);
      expect(await listed(clerk, '/v1/portal/institutions/schools', 'school_id')).toEqual(['2002', '2005']);
      expect((await clerk.post('/v1/portal/institutions/schools/2001/enter')).code).toBe('PSY_OUT_OF_REACH');
      expect((await clerk.post('/v1/portal/institutions/schools/2002/enter')).status).toBe(200);
      expect(await counted(clerk, TEACHERS)).toBe(await counted(bureau(), TEACHERS));
      expect((await limit(bureau(), 'o1001r2', 2, { school_ids: ['9999'] })).status).toBe(400);
    });

    it('let visitors manage their staff like local administrators, without roles of the institution', async () => {
      expect((await bureau().post('/v1/portal/institutions/schools/2003/enter')).status).toBe(200);
      const inside = bureau().withRole(2003, 1);
      const head = await idOf(inside, 'o2003r4');
      expect(
        (
          await inside.put(`${TEACHERS}/${head}/roles`, {
            items: [
              { role_id: 4, role_extend: {} },
              { role_id: 1, role_extend: {} },
            ],
          })
        ).status,
      ).toBe(400);
      expect(
        (await inside.post(TEACHERS, { teacher_name: '新管理员', login_name: 'second.head', role_id: 4 })).status,
      ).toBe(201);
      expect((await inside.put(`${TEACHERS}/${head}/roles`, { items: [{ role_id: 5, role_extend: {} }] })).status).toBe(
        200,
      );
      expect(
        dataOf<{ items: { role_id: number }[] }>(await inside.get('/v1/portal/rbac/roles')).items.map(
          ({ role_id }) => role_id,
        ),
      ).toEqual([4, 5, 7, 8, 12, 14, 9, 10]);
    });
  });
});
