import { describe, expect, it } from 'vitest';
import {
  dataOf,
  messageOf,
  query,
  refusalOf,
  rowsOf,
  useVerifiedClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import { md5, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const STUDENTS = '/v1/portal/students';
const CHILDREN = '/v1/portal/children';
const BATCH = `${STUDENTS}/study_status/batch`;
const MINE = 'c2001-2026-7-01';
const OTHER = 'c2001-2026-7-03';
const FAR = 'c2001-2026-12-06';
const LAST_YEAR = 'c2001-2025-7-01';

type Student = {
  child_id: string;
  student_id: string;
  class_id?: string;
  study_status: number;
  is_register: boolean;
  child_name: string;
  student_no: string;
};
type Entry = {
  change: string;
  class_id?: string;
  class_name?: string;
  study_status: number;
  year_name?: string;
  since: string;
  until?: string;
};

describeApi('the acts on students', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const counsellor = useVerifiedClient(server, 2001, 8);
  const gradeHead = useVerifiedClient(server, 2001, 9);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const stranger = useVerifiedClient(server, 2002, 4);

  let numbers = 0;
  /** A separate student for each test. */
  const enrol = async (more: Record<string, unknown> = {}, client: Client = admin()): Promise<Student> => {
    numbers += 1;
    const answer = await client.post(STUDENTS, {
      child_name: `新生${numbers}`,
      student_no: `T${numbers}`,
      class_id: MINE,
      ...more,
    });
    expect(answer.status, answer.text).toBe(201);
    return dataOf<Student>(answer);
  };
  const read = async (id: string) => dataOf<Student>(await admin().get(`${STUDENTS}/${id}`));
  const history = async (id: string) => dataOf<Listed<Entry>>(await admin().get(`${STUDENTS}/${id}/semesters/history`));
  const setStatus = (study_status: number, ...student_ids: string[]) =>
    admin().put(BATCH, { study_status, student_ids });
  const audits = (id: string) =>
    rowsOf(server(), 'select act, before, after from audit_logs where row_id = $1 order by act, log_id', id);

  it('add students with all fields, and filters find them', async () => {
    const student = await enrol({
      child_name: '欧阳知夏',
      sex: 2,
      born_on: '2014-03-05',
      enrolled_on: '2026-09-01',
      id_card: '99000020140305002X',
      mobile: '19900012345',
      address: '青禾市东城区东湖路 1 号',
    });
    expect(student).toMatchObject({
      child_name: '欧阳知夏',
      class_id: MINE,
      class_name: '初一（1）班',
      study_status: 1,
      is_register: false,
      student_id: expect.any(String),
      id_card: '******************',
    });
    const [stored] = await rowsOf(server(), 'select name_pinyin from students where child_id = $1', student.child_id);
    expect(stored).toEqual({ name_pinyin: 'ou yang zhi xia' });
    for (const child_name of ['欧阳', '阳知', '夏', '欧阳知夏']) {
      const { items } = dataOf<Listed<Student>>(await admin().get(query(STUDENTS, { child_name, class_id: MINE })));
      expect(items.map(({ child_id }) => child_id)).toContain(student.child_id);
    }
    await admin().put(`${CHILDREN}/${student.child_id}`, { child_name: '欧阳知秋' });
    expect(dataOf<Listed>(await admin().get(query(STUDENTS, { child_name: '知夏' }))).total).toBe(0);
    expect(dataOf<Listed>(await admin().get(query(STUDENTS, { child_name: '知秋' }))).total).toBe(1);
    expect(dataOf(await admin().get(`${CHILDREN}/${student.child_id}`))).toMatchObject({ child_name: '欧阳知秋' });
    expect(
      dataOf<Listed>(await admin().get(query('/v1/portal/users/orgs/students', { child_name: '知秋' }))).total,
    ).toBe(1);
  });

  it('refuse a used number, an unknown class or one of another year, and an invalid identity card', async () => {
    const { student_no } = await enrol();
    const post = (more: Record<string, unknown>) =>
      admin().post(STUDENTS, { child_name: '甲', student_no: `X${Math.random()}`, ...more });
    expect(messageOf(await post({ student_no }), '/student_no')).toBe('本校已有这个学号');
    expect(messageOf(await post({ class_id: 'c2002-2026-1-01' }), '/class_id')).toMatch(/没有这个班级/);
    expect(messageOf(await post({ class_id: LAST_YEAR }), '/class_id')).toBe('只能选择当前学年的班级');
    expect(messageOf(await post({ id_card: '123' }), '/id_card')).toBe('请填写 15 或 18 位身份证号');
    expect(messageOf(await post({ born_on: '2014-01-01', enrolled_on: '2013-01-01' }), '/enrolled_on')).toBe(
      '入学日期应晚于出生日期',
    );
    expect((await post({ study_status: 4 })).status).toBe(400);
    expect((await post({ child_name: '' })).status).toBe(400);
  });

  it('create one of two students with the same number concurrently', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => admin().post(STUDENTS, { child_name: '同号', student_no: 'TWIN' })),
    );
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  });

  it('mask cards, phones and addresses, and treat returned masks as no change', async () => {
    const { child_id } = await enrol({
      id_card: '99000020140305002X',
      mobile: '19900012345',
      address: '青禾市东城区东湖路 1 号',
    });
    const seen = dataOf(await counsellor().get(`${STUDENTS}/${child_id}`));
    expect(seen).toMatchObject({ id_card: '******************', mobile: '199****2345', address: '青禾市东城区****' });
    expect(
      (
        await counsellor().put(`${STUDENTS}/${child_id}`, {
          id_card: seen['id_card'],
          mobile: seen['mobile'],
          address: seen['address'],
          remark: '见过',
        })
      ).status,
    ).toBe(200);
    expect(await read(child_id)).toMatchObject({
      id_card: seen['id_card'],
      mobile: seen['mobile'],
      address: seen['address'],
      remark: '见过',
    });
    expect(await rowsOf(server(), 'select mobile from students where child_id = $1', child_id)).toEqual([
      { mobile: '19900012345' },
    ]);
    expect((await audits(child_id)).at(-1)).toMatchObject({ act: 'update', after: { ':sealed': expect.any(String) } });
    const entry = dataOf<Listed<{ log_id: string; row_id: string }>>(
      await admin().get('/v1/portal/audits/logs/list?resource=student&act=update&size=50'),
    ).items.find(({ row_id }) => row_id === child_id);
    expect(
      dataOf<{ items: { field: string }[] }>(
        await admin().get(`/v1/portal/audits/logs/${entry?.log_id}/changes`),
      ).items.map(({ field }) => field),
    ).toEqual(['remark']);
    for (const mobile of ['199****2346', '*'])
      expect(messageOf(await counsellor().put(`${STUDENTS}/${child_id}`, { mobile }), '/mobile')).toBe(
        '请填写以 1 开头的 11 位手机号码',
      );
    for (const field of ['id_card', 'address', 'mobile']) {
      expect((await admin().get(query(STUDENTS, { [field]: '9' }))).fields).toEqual([`/${field}`]);
      expect((await admin().get(query(STUDENTS, { sort: field }))).fields).toEqual(['/sort']);
    }
  });

  it('move a student to another class by the id of child or enrolment, once, and keep the history', async () => {
    const { child_id, student_id } = await enrol();
    const moved = await admin().post(`${CHILDREN}/switch_classes/${student_id}`, { class_id: OTHER });
    expect(dataOf(moved)).toEqual({ child_id, student_id, class_id: OTHER, study_status: 1 });
    expect((await admin().post(`${CHILDREN}/switch_classes/${child_id}`, { class_id: OTHER })).status).toBe(200);
    const { total, items } = await history(child_id);
    expect([total, items.map(({ change, class_name }) => `${change} ${class_name}`)]).toEqual([
      2,
      ['switch 初一（3）班', 'enrol 初一（1）班'],
    ]);
    expect(items[1]?.until).toBe(items[0]?.since);
    expect(await audits(child_id)).toMatchObject([
      { act: 'create' },
      { act: 'update', before: { class_id: MINE }, after: { class_id: OTHER } },
    ]);
    expect(
      messageOf(await admin().post(`${CHILDREN}/switch_classes/${child_id}`, { class_id: LAST_YEAR }), '/class_id'),
    ).toBe('只能选择当前学年的班级');
    expect((await admin().post(`${CHILDREN}/switch_classes/${child_id}`, {})).fields).toEqual(['/class_id']);
  });

  describe('of two students', () => {
    let one: Awaited<ReturnType<typeof enrol>>;
    let two: Awaited<ReturnType<typeof enrol>>;

    it('suspend each once, and refuse changes that are not allowed', async () => {
      [one, two] = [await enrol(), await enrol()];
      expect(dataOf(await setStatus(2, one.child_id, two.student_id))).toEqual({ total: 2 });
      expect(dataOf(await setStatus(2, one.child_id, two.child_id))).toEqual({ total: 0 });
      const refused = await setStatus(4, one.child_id, two.child_id);
      expect([refused.status, refused.code, refused.fields]).toEqual([
        409,
        'PSY_STUDY_STATUS',
        ['/student_ids/0', '/student_ids/1'],
      ]);
    });

    it('take one back into another class', async () => {
      const back = await admin().put(`${STUDENTS}/${one.child_id}/resume_study`, { class_id: OTHER });
      expect(dataOf(back)).toMatchObject({ class_id: OTHER, study_status: 1 });
      expect((await admin().put(`${STUDENTS}/${one.child_id}/resume_study`, { class_id: OTHER })).status).toBe(200);
      expect((await admin().put(`${STUDENTS}/${one.child_id}/resume_study`, { class_id: MINE })).status).toBe(409);
    });

    it('dismiss and graduate, and are in the history of each', async () => {
      expect(dataOf(await setStatus(1, two.child_id))).toEqual({ total: 1 });
      expect(dataOf(await setStatus(4, two.child_id))).toEqual({ total: 1 });
      expect((await admin().post(`${CHILDREN}/switch_classes/${two.child_id}`, { class_id: OTHER })).status).toBe(409);
      expect(dataOf(await setStatus(3, one.child_id))).toEqual({ total: 1 });
      expect((await history(one.child_id)).items.map(({ change }) => change)).toEqual([
        'leave',
        'resume',
        'suspend',
        'enrol',
      ]);
      expect((await history(two.child_id)).items.map(({ change }) => change)).toEqual([
        'graduate',
        'resume',
        'suspend',
        'enrol',
      ]);
      expect(dataOf<Listed>(await admin().get(query(STUDENTS, { study_status: 4, class_id: MINE }))).total).toBe(1);
    });
  });

  it('change all students of a batch or none', async () => {
    const [one, two] = [await enrol(), await enrol()];
    await setStatus(3, two.child_id);
    expect((await setStatus(2, one.child_id, two.child_id)).status).toBe(409);
    expect((await setStatus(2, one.child_id, 'nobody')).fields).toEqual(['/student_ids/1']);
    expect((await read(one.child_id)).study_status).toBe(1);
    for (const [study_status, student_ids] of [
      [5, [one.child_id]],
      [2, []],
      [2, [one.child_id, one.child_id]],
    ])
      expect((await admin().put(BATCH, { study_status, student_ids })).status).toBe(400);
  });

  it('do not resume studies in a class of a former year', async () => {
    const { child_id } = await enrol();
    await setStatus(3, child_id);
    await rowsOf(server(), 'update students set class_id = $2 where child_id = $1', child_id, LAST_YEAR);
    expect(refusalOf(await setStatus(1, child_id)).message).toMatch(/不在当前学年/);
    expect((await admin().put(`${STUDENTS}/${child_id}/resume_study`, { class_id: MINE })).status).toBe(200);
  });

  it('open an account with a password that is shown once, as long as there are places', async () => {
    const { child_id, student_no } = await enrol();
    const places = async () =>
      Number((await rowsOf(server(), "select available_quota as n from orgs where org_id = '2001'"))[0]?.['n']);
    const before = await places();
    const unproven = admin().as({ secondaryToken: undefined });
    expect(await unproven.post(`${STUDENTS}/${child_id}/register`)).toMatchObject({
      status: 403,
      code: 'PSY_INVALID_SECONDARY_TOKEN',
    });
    const answers = await Promise.all([1, 2].map(() => admin().post(`${STUDENTS}/${child_id}/register`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { login_name, initial_password } = dataOf<{ login_name: string; initial_password: string }>(
      answers.find(({ status }) => status === 200) ?? answers[0]!,
    );
    expect(login_name).toBe(`2001-${student_no}`);
    expect((await read(child_id)).is_register).toBe(true);
    expect(await places()).toBe(before - 1);
    expect(JSON.stringify(await audits(child_id))).not.toContain(initial_password);

    const signedIn = await server().client.publicly(
      'POST',
      '/v2/oauth2/tokens/actions/sign_in',
      JSON.stringify({ account: login_name, password: md5(initial_password) }),
      { 'content-type': 'application/json' },
    );
    expect(signedIn.status).toBe(200);

    await rowsOf(server(), "update orgs set available_quota = 0 where org_id = '2001'");
    const late = await enrol();
    expect((await admin().post(`${STUDENTS}/${late.child_id}/register`)).code).toBe('PSY_NO_PLACES_LEFT');
    await rowsOf(server(), "update orgs set available_quota = $1 where org_id = '2001'", before);
    await setStatus(3, late.child_id);
    expect((await admin().post(`${STUDENTS}/${late.child_id}/register`)).code).toBe('PSY_STUDY_STATUS');
  });

  it.runIf(kind === 'server')('open an account during a roll-over without a deadlock', async () => {
    const { child_id } = await enrol();
    let holds = () => {};
    const held = new Promise<void>((resolve) => {
      holds = resolve;
    });
    // Holds the lock of the organisation like a roll-over, and locks the student next.
    const other = server().db.admin(async (run) => {
      await run('begin');
      await run("select from orgs where org_id = '2001' for no key update");
      holds();
      const waiting = async () =>
        Number((await run('select count(*)::int as n from pg_locks where not granted'))[0]?.['n']);
      while ((await waiting()) === 0);
      await run('select from students where child_id = $1 for update nowait', [child_id]);
      await run('commit');
    });
    await held;
    expect((await admin().post(`${STUDENTS}/${child_id}/register`)).status).toBe(200);
    await other;
  });

  it('delete only students without dependent data', async () => {
    const [fresh, moved, registered] = [await enrol(), await enrol(), await enrol()];
    await admin().post(`${CHILDREN}/switch_classes/${moved.child_id}`, { class_id: OTHER });
    await admin().post(`${STUDENTS}/${registered.child_id}/register`);
    expect(dataOf(await admin().delete(`${STUDENTS}/${fresh.child_id}`))).toEqual({ ok: true, total: 1 });
    expect(refusalOf(await admin().delete(`${STUDENTS}/${moved.child_id}`)).message).toMatch(/学籍变动/);
    const refused = await admin().delete(`${STUDENTS}/${registered.child_id}`);
    expect([refused.status, refused.code]).toEqual([409, 'PSY_STUDENT_HAS_RECORDS']);
    const [guarded] = await rowsOf(server(), "select child_id from guardian_children where org_id = '2001' limit 1");
    expect(refusalOf(await admin().delete(`${STUDENTS}/${String(guarded?.['child_id'])}`)).message).toMatch(/监护人/);
    const [left] = await rowsOf(server(), 'select count(*)::int as n from grams where row_id = $1', fresh.child_id);
    expect(left).toEqual({ n: 0 });
  });

  it('list the guardians of a child, with masked phones for everyone', async () => {
    const [link] = await rowsOf(
      server(),
      "select child_id, count(*)::int as n from guardian_children where org_id = '2001' group by 1 order by 2 desc, 1 limit 1",
    );
    const relation = async (client: Client) =>
      dataOf<Listed<{ guardian_name: string; relation: number; mobile: string }>>(
        await client.get(`${CHILDREN}/${String(link?.['child_id'])}/relation?page=1&size=20`),
      );
    const { total, items } = await relation(counsellor());
    expect(total).toBe(link?.['n']);
    expect(items[0]).toMatchObject({
      guardian_id: expect.any(String),
      guardian_name: expect.any(String),
      relation: expect.any(Number),
      mobile: expect.stringMatching(/^199\*{4}\d{4}$/),
    });
    expect((await relation(admin())).items).toEqual(items);
  });

  it('show the class of the previous year too', async () => {
    const [older] = dataOf<Listed<Student>>(
      await admin().get(query(STUDENTS, { class_id: 'c2001-2026-8-01', size: 1 })),
    ).items;
    expect(
      (await history(older?.child_id ?? '')).items.map(
        ({ change, class_name, year_name }) => `${change} ${class_name} ${year_name}`,
      ),
    ).toEqual(['promote 初二（1）班 2026—2027学年', 'enrol 初一（1）班 2025—2026学年']);
  });

  it('are refused out of scope: another class, another grade, another school', async () => {
    const acts = (client: Client, { child_id, student_id }: Student) =>
      Promise.all([
        client.get(`${STUDENTS}/${child_id}`),
        client.get(`${CHILDREN}/${child_id}`),
        client.get(`${CHILDREN}/${child_id}/relation`),
        client.get(`${STUDENTS}/${student_id}/semesters/history`),
        client.put(`${STUDENTS}/${child_id}`, { remark: '改' }),
        client.put(`${CHILDREN}/${child_id}`, { remark: '改' }),
        client.delete(`${STUDENTS}/${child_id}`),
        client.post(`${STUDENTS}/batch_delete`, { ids: [child_id] }),
        client.post(`${CHILDREN}/switch_classes/${child_id}`, { class_id: MINE }),
        client.put(`${STUDENTS}/${child_id}/resume_study`, { class_id: MINE }),
        client.put(BATCH, { study_status: 2, student_ids: [child_id] }),
        client.post(`${STUDENTS}/${child_id}/register`),
      ]);
    const far = await enrol({ class_id: FAR, child_name: '远处的人' });
    for (const [client, code] of [
      [classTeacher(), 'PSY_OUT_OF_REACH'],
      [gradeHead(), 'PSY_OUT_OF_REACH'],
      [stranger(), 'PSY_NOT_FOUND'],
    ] as const) {
      for (const answer of await acts(client, far)) {
        expect(answer.code).toBe(code);
        expect(answer.text).not.toContain('远处的人');
      }
      expect(dataOf<Listed>(await client.get(query(STUDENTS, { child_name: '远处' }))).total).toBe(0);
      expect((await client.get(`${STUDENTS}/export?ids=${far.child_id}`)).status).toBe(200);
    }
    expect(await read(far.child_id)).toMatchObject({ study_status: 1, class_id: FAR, is_register: false });
    // A class teacher cannot move anyone into or out of her class.
    expect((await classTeacher().post(STUDENTS, { child_name: '越界', student_no: 'OUT', class_id: FAR })).status).toBe(
      403,
    );
    const mine = await enrol({}, classTeacher());
    expect(
      (await classTeacher().post(`${CHILDREN}/switch_classes/${mine.child_id}`, { class_id: FAR })).fields,
    ).toEqual(['/class_id']);
    expect((await classTeacher().put(BATCH, { study_status: 2, student_ids: [mine.child_id] })).status).toBe(200);
  });

  it('give limited roles the same bytes and queries for students out of scope, deleted and unknown', async () => {
    const [far, gone, mine] = [await enrol({ class_id: FAR }), await enrol(), await enrol()];
    expect((await admin().delete(`${STUDENTS}/${gone.child_id}`)).status).toBe(200);
    const {
      items: [guardian],
    } = dataOf<Listed<{ guardian_id: string }>>(await classTeacher().get('/v1/portal/guardians?size=1'));
    const children = `/v1/portal/guardians/${guardian?.guardian_id}/children`;
    const teacher = await classTeacher().verified();
    const acts = (id: string): readonly (readonly [string, string, object?])[] => [
      ['GET', `${STUDENTS}/${id}`],
      ['GET', `${CHILDREN}/${id}`],
      ['GET', `${CHILDREN}/${id}/relation`],
      ['GET', `${CHILDREN}/${id}/overview`],
      ['GET', `${STUDENTS}/${id}/semesters/history`],
      ['GET', `${CHILDREN}/${id}/consents`],
      ['GET', `${STUDENTS}/consents?student_ids=${mine.child_id},${id}`],
      ['GET', `/v1/portal/archives/students/${id}`],
      ['GET', `${CHILDREN}/${id}/comments/y2026`],
      ['GET', `/v3/portal/students/file/batch2pdf?student_ids=${mine.child_id},${id}`],
      ['PUT', `${STUDENTS}/${id}`, { remark: '改' }],
      ['PUT', `${CHILDREN}/${id}`, { remark: '改' }],
      ['PUT', `${CHILDREN}/${id}/comments/y2026`, { content: '好', file_ids: [] }],
      ['PUT', `${STUDENTS}/${id}/resume_study`, { class_id: MINE }],
      ['PUT', BATCH, { study_status: 2, student_ids: [mine.child_id, id] }],
      ['POST', `${CHILDREN}/switch_classes/${id}`, { class_id: MINE }],
      ['POST', `${STUDENTS}/${id}/register`],
      ['POST', `${CHILDREN}/${id}/consents/withdraw`],
      ['POST', `${STUDENTS}/batch_delete`, { ids: [mine.child_id, id] }],
      ['DELETE', `${STUDENTS}/${id}`],
      ['POST', children, { child_id: id, relation: 1 }],
      ['PUT', `${children}/${id}`, { relation: 1 }],
      ['DELETE', `${children}/${id}`],
    ];
    const told = async ([method, path, body]: readonly [string, string, object?]) => {
      const asked: string[] = [];
      const stop = server().db.onStatement(({ sql, via }) => asked.push(`${via} ${sql}`));
      const { status, code, text } = await teacher.send(method, path, body && { body });
      stop();
      return { status, code, text: text.replace(/"request_id":"[^"]+"/, ''), asked };
    };
    const others = [far.student_id, gone.child_id, 'k2002-0001', 'k2001-9999'].map(acts);
    for (const [i, act] of acts(far.child_id).entries()) {
      const first = await told(act);
      expect([act, first.status, first.code]).toEqual([act, 403, 'PSY_OUT_OF_REACH']);
      for (const other of others) expect(await told(other[i] ?? act)).toEqual(first);
    }
    expect(dataOf<Listed>(await teacher.get(query(STUDENTS, { class_id: FAR }))).items).toEqual([]);
    expect(
      dataOf<Listed>(await teacher.get(query(STUDENTS, { class_id: MINE, child_name: mine.child_name }))).total,
    ).toBe(1);
    // A caller with the whole school in scope gets 404.
    for (const id of [gone.child_id, 'k2002-0001', 'k2001-9999'])
      expect(await admin().get(`${STUDENTS}/${id}`)).toMatchObject({ status: 404, code: 'PSY_NOT_FOUND' });
  });
});
