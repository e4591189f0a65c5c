import { beforeAll, expect, it } from 'vitest';
import { dataOf, query, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const STUDENTS = '/v1/portal/students';

describeApi('students', (kind) => {
  const server = useServer(kind);
  const admin = useClient(server, 2001, 4);
  const counsellor = useClient(server, 2001, 8);
  const gradeHead = useClient(server, 2001, 9);
  const classTeacher = useClient(server, 2001, 10);
  beforeAll(async () => {
    await server().db.admin(async (run) => {
      await run("update students set mobile = '13812345678' where child_id = 'k2001-0001'");
      await run("update students set study_status = 4 where child_id in ('k2001-0002', 'k2001-0003')");
      await run("update students set study_status = 2 where child_id = 'k2001-0004'");
    });
  });
  type Student = { child_id: string; class_id: string; study_status: number; student_no: string; mobile?: string };
  const list = async (client: typeof admin, parameters: Record<string, string | number> = {}) =>
    dataOf<Listed<Student>>(await client().get(query(STUDENTS, parameters)));

  it('are listed by the wire names, only enrolled ones without a status filter', async () => {
    const { total, items } = await list(admin, { size: 200 });
    expect(total).toBe(1617);
    expect(new Set(items.map(({ study_status }) => study_status))).toEqual(new Set([1]));
    expect(items[0]).toMatchObject({
      child_id: expect.any(String),
      child_name: expect.any(String),
      class_name: expect.stringMatching(/班$/),
      is_register: expect.any(Boolean),
    });
    expect((await list(admin, { study_status: 2 })).items.map(({ child_id }) => child_id)).toEqual(['k2001-0004']);
  });

  it('who have graduated are listed by status or as graduates', async () => {
    expect((await list(admin, { study_status: 4 })).total).toBe(2);
    expect((await list(admin, { graduated: 'true' })).total).toBe(2);
    expect((await list(admin, { graduated: 'false' })).total).toBe(1617);
    expect((await admin().get(query(STUDENTS, { graduated: 'perhaps' }))).fields).toEqual(['/graduated']);
  });

  it('are filtered by class, part of the name, number, and whether they have an account', async () => {
    const [some] = (await list(admin, { class_id: 'c2001-2026-8-03', size: 200 })).items;
    expect(some?.class_id).toBe('c2001-2026-8-03');
    const [named] = await rowsOf(
      server(),
      "select count(*)::int as n from students where org_id = '2001' and study_status = 1 and child_name like '%子%'",
    );
    expect((await list(admin, { child_name: '子' })).total).toBe(named?.['n']);
    const [no, yes] = [
      (await list(admin, { is_register: 'false' })).total,
      (await list(admin, { is_register: 'true' })).total,
    ];
    expect(no + yes).toBe(1617);
    expect((await list(admin, { org_id: '2001' })).total).toBe(1617);
  });

  it('are sorted by the pinyin of their names', async () => {
    const { items } = await list(admin, { sort: 'child_name', size: 50 });
    const expected = await rowsOf(
      server(),
      "select child_id from students where org_id = '2001' and study_status = 1 order by name_pinyin, child_id limit 50",
    );
    expect(items.map(({ child_id }) => child_id)).toEqual(expected.map(({ child_id }) => child_id));
  });

  it("are limited to a grade head's grade and a class teacher's class, in lists and single reads", async () => {
    const graded = await list(gradeHead, { size: 200 });
    const taught = await list(classTeacher, { size: 200 });
    expect(graded.total).toBeGreaterThan(taught.total);
    expect(new Set(taught.items.map(({ class_id }) => class_id)).size).toBe(1);
    expect(taught.total).toBe(taught.items.length);
    const [mine] = taught.items;
    const [stranger] = (await list(admin, { class_id: 'c2001-2026-12-06' })).items;
    expect((await classTeacher().get(`${STUDENTS}/${mine?.child_id}`)).status).toBe(200);
    expect((await classTeacher().get(`${STUDENTS}/${stranger?.child_id}`)).code).toBe('PSY_OUT_OF_REACH');
    expect((await list(classTeacher, { class_id: 'c2001-2026-12-06' })).total).toBe(0);
  });

  it('can be addressed by the id of the enrolment, and are logged by that of the child', async () => {
    const {
      data: { student_id },
    } = (await admin().get(`${STUDENTS}/k2001-0005`)) as { data: { student_id: string } };
    const before = await rowsOf(
      server(),
      "select log_id from audit_logs where resource = 'student' and act = 'read' and row_id = 'k2001-0005'",
    );
    for (const path of [`${STUDENTS}/${student_id}`, `/v1/portal/children/${student_id}`])
      expect(dataOf<Student>(await admin().get(path)).child_id).toBe('k2001-0005');
    expect((await admin().get(`/v1/portal/children/${student_id}/relation`)).status).toBe(200);
    expect(
      await rowsOf(
        server(),
        "select log_id from audit_logs where resource = 'student' and act = 'read' and row_id = 'k2001-0005'",
      ),
    ).toHaveLength(before.length + 3);
    expect(dataOf<{ remark: string }>(await admin().put(`${STUDENTS}/${student_id}`, { remark: '走读' })).remark).toBe(
      '走读',
    );
    const [stranger] = (await list(admin, { class_id: 'c2001-2026-12-06' })).items as (Student & {
      student_id: string;
    })[];
    expect((await classTeacher().get(`${STUDENTS}/${stranger?.student_id}`)).code).toBe('PSY_OUT_OF_REACH');
    expect((await admin().delete(`${STUDENTS}/${student_id}`)).code).toBe('PSY_STUDENT_HAS_RECORDS');
  });

  it('show masked phone numbers, also to roles that may reveal them', async () => {
    const mobile = async (client: typeof admin) => dataOf<Student>(await client().get(`${STUDENTS}/k2001-0001`)).mobile;
    expect(await mobile(counsellor)).toBe('138****5678');
    expect(await mobile(admin)).toBe('138****5678');
    expect((await admin().get(query(STUDENTS, { mobile: '138' }))).fields).toEqual(['/mobile']);
    expect((await admin().get(query(STUDENTS, { sort: 'mobile' }))).fields).toEqual(['/sort']);
  });

  it('of other schools do not exist', async () => {
    expect((await admin().get(`${STUDENTS}/k2002-0001`)).status).toBe(404);
    expect((await list(admin, { class_id: 'c2002-2026-1-01' })).total).toBe(0);
    expect((await admin().get(query(STUDENTS, { org_id: '2002' }))).status).toBe(403);
  });
});
