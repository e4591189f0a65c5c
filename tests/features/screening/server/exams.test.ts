import { beforeAll, describe, expect, it } from 'vitest';
import { lockUnscored } from '../../../../src/features/screening/server/sheets/lock-unscored.ts';
import { scoreSheets } from '../../../../src/features/screening/server/sheets/score-sheets.ts';
import { encryptTenantRows } from '../../../../src/platform/resources/server/encryption-job.ts';
import {
  dataOf,
  messageOf,
  query,
  refusalOf,
  rowsOf,
  useClient,
  useVerifiedClient,
  type Listed,
} from '../../../platform/resources/server/support.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { aPlan, createPlan, EXAMS, inHours, publishPlan, SCALES, sheetsOf, withoutReleases } from './exam-support.ts';

const CLASS = 'c2001-2026-8-01';
const OTHER = 'c2001-2026-8-02';

describeApi('plans of screenings', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const deputy = useVerifiedClient(server, 2001, 5);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const unverified = useClient(server, 2001, 12);
  const lead = useVerifiedClient(server, 2001, 14);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const gradeHead = useVerifiedClient(server, 2001, 9);
  const elsewhere = useVerifiedClient(server, 2002, 4);
  const plan = (change = {}) => aPlan(server(), change);
  const put = (id: string, change: object) => admin().put(`${EXAMS}/${id}`, change);
  const act = (id: string, what: string, client = admin()) => client.post(`${EXAMS}/${id}/${what}`);
  beforeAll(() => withoutReleases(server()));

  describe('as drafts', () => {
    it('are created with their packs, window and scope, and listed with status and counts', async () => {
      const id = await createPlan(admin(), plan({ exam_name: '草稿一', norm_sets: { 'who-5': 'published' } }));
      const { data } = await admin().get(`${EXAMS}/${id}`);
      expect(data).toMatchObject({
        status: 'draft',
        scale_ids: ['who-5'],
        norm_sets: { 'who-5': 'published' },
        scope: { class_ids: [CLASS] },
        visibility: {},
        duty: [],
        consent_required: false,
        students: 0,
        submitted: 0,
      });
      const found = dataOf<Listed>(await admin().get(query(EXAMS, { exam_name: '草稿一', status: 'draft' })));
      expect(found.items.map(({ exam_id }) => exam_id)).toEqual([id]);
      expect(
        dataOf<Listed>(await admin().get(query(EXAMS, { status: 'running,closed', exam_name: '草稿一' }))).total,
      ).toBe(0);
      const file = await admin().get(`${EXAMS}/export?format=csv&exam_name=${encodeURIComponent('草稿一')}`);
      expect(file.body.toString('utf8')).toContain('草稿一');
      expect((await admin().delete(`${EXAMS}/${id}`)).status).toBe(200);
      expect((await admin().get(`${EXAMS}/${id}`)).status).toBe(404);
    });

    it('refuse what they name and the school does not have, each at its field', async () => {
      const answer = await admin().post(
        EXAMS,
        plan({
          scale_ids: ['who-5', 'mht-unknown'],
          norm_sets: { 'gad-7': 'published', 'who-5': 'nobody' },
          ends_at: inHours(server(), -2),
          scope: { grade_ids: ['3-99'], class_ids: [CLASS, 'c2002-2026-1-01'], group_ids: ['x'], child_ids: ['y'] },
          duty: ['stranger'],
          reasons: { below_age: '只是试一试' },
        }),
      );
      expect(answer.status).toBe(400);
      expect(answer.fields.sort()).toEqual([
        '/duty/0',
        '/ends_at',
        '/norm_sets/gad-7',
        '/norm_sets/who-5',
        '/reasons/below_age',
        '/scale_ids/1',
        '/scope/child_ids/0',
        '/scope/class_ids/1',
        '/scope/grade_ids/0',
        '/scope/group_ids/0',
      ]);
      expect(dataOf<Listed>(await admin().get(query(EXAMS, { exam_name: '初二 1 班心理测评' }))).total).toBe(0);
    });

    it('refuse values of the wrong shape, inside lists and structures too', async () => {
      const answer = await admin().post(
        EXAMS,
        plan({
          scale_ids: ['who-5', 'who-5'],
          norm_sets: { 'who-5': 3 },
          scope: { class_ids: [CLASS, ''], everyone: true },
          visibility: { student: 'everything' },
          duty: 'me',
        }),
      );
      expect(answer.fields.sort()).toEqual([
        '/duty',
        '/norm_sets/who-5',
        '/scale_ids',
        '/scope/class_ids/1',
        '/scope/everyone',
        '/visibility/student',
      ]);
      expect(messageOf(answer, '/visibility/student')).toBe('请从列出的选项中选择');
      expect((await admin().post(EXAMS, {})).fields.sort()).toEqual([
        '/ends_at',
        '/exam_name',
        '/scale_ids',
        '/scope',
        '/starts_at',
      ]);
    });

    it('have what a tenant adds in an overlay', async () => {
      const college = await elsewhere().post(EXAMS, {});
      expect(college.status).toBe(400);
      expect((await unverified().get(EXAMS)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      expect((await classTeacher().post(EXAMS, plan())).code).toBe('AC_FORBIDDEN');
    });
  });

  describe('when they are published', () => {
    it('make a sheet for each student, with class and grade of that moment, and fix the versions', async () => {
      const id = await createPlan(admin(), plan());
      const answer = await act(id, 'publish');
      const students = await rowsOf(
        server(),
        'select child_id, born_on from students where class_id = $1 and study_status = 1',
        CLASS,
      );
      expect(answer.data).toMatchObject({ status: 'running', added: students.length });
      const sheets = await sheetsOf(server(), id);
      expect(sheets).toHaveLength(students.length);
      expect(sheets[0]).toMatchObject({ class_id: CLASS, period: 3, grade: 8, attempt: 1, total: 5, answered: 0 });
      expect(String(sheets[0]?.['class_name'])).not.toBe('');
      const young = students.filter(({ born_on }) => String(born_on) > '2012-11-20');
      expect(sheets.filter(({ needs_consent }) => needs_consent)).toHaveLength(young.length);
      expect((await admin().get(`${EXAMS}/${id}`)).data).toMatchObject({
        status: 'running',
        scale_versions: { 'who-5': expect.any(String) as string },
        students: students.length,
      });
    });

    it('are published once, also by two people at the same time', async () => {
      const id = await createPlan(admin(), plan());
      const answers = await Promise.all([act(id, 'publish'), act(id, 'publish', deputy()), act(id, 'publish')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      expect(new Set(answers.flatMap(({ code }) => code ?? []))).toEqual(new Set(['PSY_CONFLICT']));
      const sheets = await sheetsOf(server(), id);
      expect(new Set(sheets.map(({ child_id }) => child_id)).size).toBe(sheets.length);
      expect((await act(id, 'publish')).status).toBe(409);
    });

    it('report everything that is missing at once and change nothing', async () => {
      const id = await createPlan(
        admin(),
        plan({
          scale_ids: ['phq-9'],
          starts_at: inHours(server(), -5),
          ends_at: inHours(server(), -4),
          scope: {},
          consent_text: '我们将了解学生的心情。',
        }),
      );
      const answer = await act(id, 'publish');
      expect(answer.status).toBe(400);
      expect(answer.fields.sort()).toEqual(['/consent_text', '/ends_at', '/scale_ids/0', '/scope']);
      expect(await sheetsOf(server(), id)).toEqual([]);
      expect((await admin().get(`${EXAMS}/${id}`)).data.status).toBe('draft');
    });

    it('want two releases of a pack with items about suicide, and name them to students and guardians', async () => {
      const id = await createPlan(admin(), plan({ scale_ids: ['phq-9', 'gad-7'] }));
      expect((await act(id, 'publish')).fields).toEqual(['/scale_ids/0']);
      await admin().post(`${SCALES}/phq-9/releases`);
      await psychologist().post(`${SCALES}/phq-9/releases`);
      expect((await act(id, 'publish')).status).toBe(200);
      expect((await admin().get(`${EXAMS}/${id}`)).data.consent_text).toContain('自杀');
      expect((await sheetsOf(server(), id))[0]?.['total']).toBe(16);
    });

    it("want a psychology teacher's reason for students below a pack's age", async () => {
      const [young] = await rowsOf(
        server(),
        "update students set born_on = '2015-05-05' where child_id = (select child_id from students where class_id = $1 and study_status = 1 limit 1) returning child_id",
        OTHER,
      );
      const id = await createPlan(admin(), plan({ scale_ids: ['gad-7'], scope: { child_ids: [young?.['child_id']] } }));
      expect((await act(id, 'publish')).fields).toEqual(['/reasons/below_age']);
      const reason = { reasons: { below_age: '家长要求，已面谈过，题目能读懂' } };
      expect((await put(id, reason)).fields).toEqual(['/reasons/below_age']);
      expect((await psychologist().put(`${EXAMS}/${id}`, reason)).status).toBe(200);
      expect((await act(id, 'publish')).status).toBe(200);
      const log = await rowsOf(server(), "select after::text from audit_logs where row_id = $1 and act = 'update'", id);
      expect(JSON.stringify(log)).toContain('家长要求');
    });

    it('want people on duty: those of the plan, else those whom the escalation notifies first', async () => {
      const preview = await admin().get(`${EXAMS}/${await createPlan(admin(), plan())}/preview`);
      expect(preview.data.duty.length).toBeGreaterThan(0);
      const rules = await admin().get('/v1/portal/escalation');
      const [step] = rules.data.rules.steps;
      const [{ user_id: nobody }] = rules.data.people;
      const bare = { ...rules.data.rules, steps: [{ ...step, roles: [], user_ids: [nobody], stand_in_ids: [] }] };
      const saved = await admin().put('/v1/portal/escalation', { rules: bare, version: rules.data.version });
      expect(saved.status).toBe(200);
      await rowsOf(server(), "update teachers set enabled = false where org_id = '2001' and user_id = $1", nobody);
      const id = await createPlan(admin(), plan());
      expect((await act(id, 'publish')).fields).toEqual(['/duty']);
      await put(id, { duty: [preview.data.duty[0].user_id] });
      expect((await act(id, 'publish')).status).toBe(200);
      await rowsOf(server(), "update teachers set enabled = true where org_id = '2001' and user_id = $1", nobody);
      await rowsOf(server(), "delete from escalation_rules where org_id = '2001'");
    });

    it("take a recorded guardian's consent for the young ones, but not where the plan asks for its own", async () => {
      const [young] = await rowsOf(
        server(),
        "update students set born_on = '2013-05-05' where child_id = (select child_id from students where class_id = $1 and study_status = 1 order by child_id limit 1) returning child_id",
        CLASS,
      );
      const child = String(young?.['child_id']);
      await rowsOf(server(), 'delete from guardian_consents where child_id = $1', child);
      const first = await publishPlan(admin(), plan({ scope: { child_ids: [child] } }));
      expect((await sheetsOf(server(), first))[0]).toMatchObject({ needs_consent: true, consented_at: null });
      await rowsOf(
        server(),
        `insert into guardian_consents (org_id, consent_id, child_id, guardian_id, guardian_name, relation, text_version, how, consented_on, recorded_by, recorded_at)
         values ('2001', 'gc-test', $1, 'g', 'x', 1, '2026-11', 1, '2026-11-01', 'u', now())`,
        child,
      );
      const second = await publishPlan(admin(), plan({ scope: { child_ids: [child] } }));
      expect((await sheetsOf(server(), second))[0]).toMatchObject({ needs_consent: true });
      expect((await sheetsOf(server(), second))[0]?.['consented_at']).not.toBeNull();
      const own = await publishPlan(admin(), plan({ scope: { child_ids: [child] }, consent_required: true }));
      expect((await sheetsOf(server(), own))[0]).toMatchObject({ needs_consent: true, consented_at: null });
      await rowsOf(server(), "delete from guardian_consents where consent_id = 'gc-test'");
    });

    it('stay within the scope of a limited role: it publishes its own, and changes nothing that concerns others', async () => {
      const { items } = dataOf<Listed>(await admin().get(query('/v1/portal/teachers', { login_name: 'o2001r14' })));
      const roles = `/v1/portal/teachers/${String(items[0]?.['user_id'])}/roles`;
      const limit = (role_extend: object) => admin().put(roles, { items: [{ role_id: 14, role_extend }] });
      const whole = await publishPlan(admin(), plan({ scope: { grade_ids: ['3-8', '4-10'] } }));
      const draft = await createPlan(admin(), plan({ scope: { grade_ids: ['3-8', '4-10'] } }));
      expect((await limit({ periods: [3] })).status).toBe(200);
      const refused = await Promise.all([
        act(whole, 'close', lead()),
        act(whole, 'make_up', lead()),
        lead().post(`${EXAMS}/${whole}/extend`, { ends_at: inHours(server(), 72) }),
        lead().put(`${EXAMS}/${whole}`, { exam_name: '改名' }),
        lead().put(`${EXAMS}/${draft}`, { exam_name: '改名' }),
        lead().delete(`${EXAMS}/${draft}`),
      ]);
      expect(refused.map(({ status, code }) => [status, code])).toEqual(
        Array.from(refused, () => [403, 'PSY_OUT_OF_REACH']),
      );
      expect((await admin().get(`${EXAMS}/${whole}`)).data).toMatchObject({
        status: 'running',
        exam_name: plan().exam_name,
      });
      expect((await lead().post(EXAMS, plan({ scope: { grade_ids: ['4-10'] } }))).fields).toEqual([
        '/scope/grade_ids/0',
      ]);
      const own = await publishPlan(lead(), plan({ scope: { grade_ids: ['3-8'] } }));
      expect((await act(own, 'close', lead())).status).toBe(200);
      expect((await limit({})).status).toBe(200);
      expect((await act(whole, 'close', lead())).status).toBe(200);
    });

    it('unite grades, classes, groups and students without a student twice', async () => {
      const [child] = await rowsOf(
        server(),
        'select child_id from students where class_id = $1 and study_status = 1 limit 1',
        CLASS,
      );
      const id = await publishPlan(
        admin(),
        plan({ scope: { grade_ids: ['3-8'], class_ids: [CLASS], child_ids: [child?.['child_id']] } }),
      );
      const [grade] = await rowsOf(
        server(),
        "select count(*)::int as n from students s join classes c using (org_id, class_id) join years y using (org_id, year_id) where s.org_id = '2001' and c.period = 3 and c.grade = 8 and y.is_current and s.study_status = 1",
      );
      expect(await sheetsOf(server(), id)).toHaveLength(Number(grade?.['n']));
    });

    it('are published for a whole school', async () => {
      const grades = ['3-7', '3-8', '3-9', '4-10', '4-11', '4-12'];
      const id = await createPlan(admin(), plan({ exam_name: '全校', scope: { grade_ids: grades } }));
      const from = performance.now();
      const answer = await act(id, 'publish');
      console.info(`publishing ${answer.data.added} sheets: ${Math.round(performance.now() - from)} ms`);
      expect(answer.data.added).toBeGreaterThan(1500);
    });
  });

  describe('once they are published', () => {
    it('keep packs and rules before the start, and let the scope only grow', async () => {
      const soon = plan({ starts_at: inHours(server(), 5) });
      const id = await publishPlan(admin(), soon);
      expect((await admin().get(`${EXAMS}/${id}`)).data.status).toBe('published');
      expect((await put(id, { scale_ids: ['gad-7'], retakes: 1 })).code).toBe('PSY_CONFLICT');
      expect((await put(id, { scale_ids: ['gad-7'], retakes: 1 })).fields.sort()).toEqual(['/retakes', '/scale_ids']);
      expect((await put(id, { scope: { class_ids: [OTHER] } })).fields).toEqual(['/scope']);
      const before = (await sheetsOf(server(), id)).length;
      const wider = { exam_name: '改名', starts_at: inHours(server(), 6), scope: { class_ids: [CLASS, OTHER] } };
      expect((await put(id, wider)).status).toBe(200);
      const after = await sheetsOf(server(), id);
      expect(after.length).toBeGreaterThan(before);
      expect(new Set(after.map(({ class_id }) => class_id))).toEqual(new Set([CLASS, OTHER]));
      expect((await put(id, { visibility: { student: 'bands' } })).status).toBe(200);
      expect((await admin().delete(`${EXAMS}/${id}`)).code).toBe('PSY_CONFLICT');
    });

    it('let only the end move and fewer people see results while they run', async () => {
      const id = await publishPlan(admin(), plan({ visibility: { student: 'words' } }));
      expect((await put(id, { exam_name: '新名字', starts_at: inHours(server(), 1) })).fields.sort()).toEqual([
        '/exam_name',
        '/starts_at',
      ]);
      expect((await put(id, { ends_at: inHours(server(), 2) })).fields).toEqual(['/ends_at']);
      expect((await put(id, { visibility: { student: 'bands' } })).fields).toEqual(['/visibility/student']);
      expect((await put(id, { ends_at: inHours(server(), 72), visibility: { student: 'none' } })).status).toBe(200);
    });

    it('end by the clock or by hand, are extended, put away, and then change no more', async () => {
      const id = await publishPlan(admin(), plan({ ends_at: inHours(server(), 0.05) }));
      expect((await act(id, 'archive')).code).toBe('PSY_CONFLICT');
      server().clock.advance(4 * 60_000);
      expect((await admin().get(`${EXAMS}/${id}`)).data.status).toBe('closed');
      expect((await put(id, { exam_name: '改' })).code).toBe('PSY_CONFLICT');
      expect((await act(id, 'close')).code).toBe('PSY_CONFLICT');
      const extend = (hours: number) => admin().post(`${EXAMS}/${id}/extend`, { ends_at: inHours(server(), hours) });
      expect((await extend(-1)).fields).toEqual(['/ends_at']);
      expect((await extend(10)).data.status).toBe('running');
      expect((await act(id, 'close')).data.status).toBe('closed');
      expect((await extend(20)).code).toBe('PSY_CONFLICT');
      expect((await act(id, 'archive')).data.status).toBe('archived');
      expect((await act(id, 'archive')).code).toBe('PSY_CONFLICT');
      expect((await put(id, { ends_at: inHours(server(), 99) })).code).toBe('PSY_CONFLICT');
    });

    it('get the sheets of students who joined a class of the scope', async () => {
      const id = await publishPlan(admin(), plan());
      expect((await act(id, 'make_up')).data.added).toBe(0);
      const [moved] = await rowsOf(
        server(),
        'update students set class_id = $1 where child_id = (select child_id from students where class_id = $2 and study_status = 1 order by child_id desc limit 1) returning child_id',
        CLASS,
        'c2001-2026-8-03',
      );
      expect((await act(id, 'make_up')).data.added).toBe(1);
      expect((await sheetsOf(server(), id)).map(({ child_id }) => child_id)).toContain(moved?.['child_id']);
    });

    it('are copied to a draft of the next year without what is gone', async () => {
      const id = await publishPlan(admin(), plan({ scope: { class_ids: [CLASS], grade_ids: ['3-8'] }, retakes: 2 }));
      const copied = await admin().post(`${EXAMS}/${id}/copy`, { exam_name: '明年的' });
      expect(copied.status).toBe(201);
      expect(copied.data).toMatchObject({ status: 'draft', exam_name: '明年的', retakes: 2, copied_from: id });
      expect(copied.data.scope).toEqual({ class_ids: [CLASS], grade_ids: ['3-8'] });
      expect(copied.data.starts_at.slice(0, 4)).toBe('2027');
    });
  });

  describe('in progress', () => {
    let id = '';
    beforeAll(async () => {
      id = await publishPlan(admin(), plan({ exam_name: '看进度', scope: { grade_ids: ['3-7', '3-8'] } }));
      await rowsOf(
        server(),
        "update exam_sheets set started_at = now(), submitted_at = now() where exam_id = $1 and child_id in (select child_id from exam_sheets where exam_id = $1 and class_id = 'c2001-2026-7-03' order by child_id limit 3)",
        id,
      );
    });

    it('are shown by class, and for one class with who is missing', async () => {
      const { data } = await admin().get(`${EXAMS}/${id}/progress?class_id=c2001-2026-7-03`);
      const mine = data.classes.find(({ class_id }: { class_id: string }) => class_id === 'c2001-2026-7-03');
      expect(data.submitted).toBe(3);
      expect(mine.submitted).toBe(3);
      expect(data.missing).toHaveLength(mine.total - 3);
      expect(data.missing[0]).toMatchObject({ answered: 0, total: 5 });
      expect(data.total).toBe(data.classes.reduce((sum: number, { total }: { total: number }) => sum + total, 0));
    });

    it('show class teachers and grade heads their own classes only', async () => {
      const classesOf = async (client: ReturnType<typeof admin>) =>
        (await client.get(`${EXAMS}/${id}/progress`)).data.classes.map(
          ({ class_id }: { class_id: string }) => class_id,
        );
      const all = await classesOf(admin());
      const [mine, grade] = [await classesOf(classTeacher()), await classesOf(gradeHead())];
      expect(mine.length).toBeGreaterThan(0);
      expect(mine.length).toBeLessThan(grade.length);
      expect(grade.length).toBeLessThan(all.length);
      const other = all.find((one: string) => !mine.includes(one));
      expect((await classTeacher().get(`${EXAMS}/${id}/progress?class_id=${other}`)).data.missing).toEqual([]);
      expect((await classTeacher().get(`${EXAMS}/${id}`)).status).toBe(403);
    });

    it('remind students and class teachers, and say who has no account', async () => {
      const answer = await admin().post(`${EXAMS}/${id}/remind`, { to: ['students', 'guardians', 'class_teachers'] });
      expect(answer.status).toBe(200);
      expect(answer.data.students.notified + answer.data.students.without_account).toBeGreaterThan(50);
      expect(answer.data.class_teachers.notified).toBeGreaterThan(0);
      const notices = await rowsOf(
        server(),
        "select kind from notices where subject_id = $1 and kind = 'exam_missing'",
        id,
      );
      expect(notices).toHaveLength(answer.data.class_teachers.notified);
      expect((await admin().post(`${EXAMS}/${id}/remind`, { to: [] })).status).toBe(400);
    });

    it('show their questions to staff', async () => {
      const { data } = await admin().get(`${EXAMS}/${id}/topic`);
      expect(data.scales).toHaveLength(1);
      expect(data.scales[0]).toMatchObject({ scale_id: 'who-5', wording: 'unofficial' });
      expect(data.scales[0].items).toHaveLength(5);
    });

    it('appear in the archive of a student', async () => {
      const [sheet] = await sheetsOf(server(), id);
      const child = String(sheet?.['child_id']);
      const { data } = await admin().get(`/v1/portal/children/${child}/exams`);
      expect(data.items.find((one: { exam_id: string }) => one.exam_id === id)).toMatchObject({
        child_exam_id: sheet?.['child_exam_id'],
        exam_name: '看进度',
        attempt: 1,
      });
      expect((await elsewhere().get(`/v1/portal/children/${child}/exams`)).status).toBe(404);
    });

    it('are out of reach for another school', async () => {
      for (const path of ['', '/progress', '/preview', '/topic'])
        expect((await elsewhere().get(`${EXAMS}/${id}${path}`)).status, path).toBe(404);
      for (const what of ['publish', 'close', 'archive', 'make_up'])
        expect((await act(id, what, elsewhere())).status, what).toBe(404);
      expect((await elsewhere().post(`${EXAMS}/${id}/copy`, {})).status).toBe(404);
      expect(refusalOf(await elsewhere().put(`${EXAMS}/${id}`, { exam_name: 'x' })).message).not.toBe('');
    });
  });

  describe('of the demo', () => {
    const own = async (login: string, orgId: number) =>
      (await server().client.signIn(login)).as({ org: { orgId: String(orgId), orgType: '2', roleId: '' } });
    const mine = async (login: string, orgId = 2001) =>
      dataOf<Listed>(await (await own(login, orgId)).get('/v1/portal/my/exams')).items;

    it('are one that is over, one that runs and one that is planned, with progress', async () => {
      const statusOf = async (id: string) => (await admin().get(`${EXAMS}/${id}`)).data.status;
      expect([await statusOf('ex2001-1'), await statusOf('ex2001-2'), await statusOf('ex2001-3')]).toEqual([
        'closed',
        'running',
        'draft',
      ]);
      const over = (await admin().get(`${EXAMS}/ex2001-1/progress`)).data;
      expect([over.submitted, over.classes.length]).toEqual([over.total, 6]);
      const running = (await admin().get(`${EXAMS}/ex2001-2/progress`)).data;
      expect(running.classes).toHaveLength(18);
      expect(running.submitted / running.total).toBeGreaterThan(0.5);
      expect(running.submitted / running.total).toBeLessThan(0.7);
      expect(running.started).toBeGreaterThan(running.submitted);
      const seen = dataOf<Listed>(await classTeacher().get('/v1/portal/screening/progress')).items;
      expect(seen.map(({ exam_id }) => exam_id)).toContain('ex2001-2');
      const young = (await elsewhere().get(`${EXAMS}/ex2002-1/progress`)).data;
      expect([young.submitted > 0, young.waiting_consent > 0]).toEqual([true, true]);
    });

    it('have results without critical answers, and one sheet with a mark', async () => {
      const sheets = await rowsOf(
        server(),
        "select child_exam_id, marks <> '[]' as marked from exam_sheets join exam_results r using (org_id, child_exam_id) where submitted_at is not null and scale_id = 'gad-7' and r.exam_id in ('ex2001-1', 'ex2001-2') order by 1",
      );
      const marked = sheets.filter((sheet) => sheet['marked']);
      expect(marked).toHaveLength(1);
      const read = async (sheet: object | undefined) =>
        (await psychologist().get(`/v1/portal/child_exams/${Object(sheet).child_exam_id}/result`)).data;
      const [past, hasty] = [await read(sheets[0]), await read(marked[0])];
      expect(past.scales.map(({ scale_id }: { scale_id: string }) => scale_id)).toEqual(['phq-9', 'gad-7']);
      expect(past.scales[0].dimensions[0]).toMatchObject({ dimension_id: 'total', missing: 0 });
      expect([past.critical, hasty.critical]).toEqual([[], []]);
      expect(hasty.scales[1].marks).toMatchObject([{ mark_id: 'too-fast', voids: false }]);
    });

    it('have a critical answer with its warning, interviews that wait and verdicts, so that the ledger shows shares', async () => {
      const [hit] = await rowsOf(
        server(),
        "select child_exam_id, warn_content, warns.rule, valid_status from screening_hits join warns using (org_id, warn_id) where rule_id = 'critical' and exam_id = 'ex2001-1'",
      );
      expect(hit).toMatchObject({ rule: '关键题', valid_status: 1 });
      const [waiting] = await rowsOf(
        server(),
        "select count(*)::int as n from warns where source_ref like 'ex2001-2:%' and valid_status = 0 and verdict_due is not null",
      );
      expect(waiting?.['n']).toBeGreaterThan(2);
      const result = (await psychologist().get(`/v1/portal/child_exams/${String(hit?.['child_exam_id'])}/result`)).data;
      expect(result.critical).toEqual([{ scale_id: 'phq-9', item_id: '9', value: 1 }]);
      const { rules, screening } = (await psychologist().get('/v1/portal/screening/quality?from=2020-01-01')).data;
      const cutoff = rules.find(({ rule_id }: { rule_id: string }) => rule_id === 'positive');
      expect(Math.min(cutoff.valid, cutoff.invalid, cutoff.pending)).toBeGreaterThan(0);
      expect(cutoff.precision.share).toBeGreaterThan(0);
      expect(screening.positive).toBeGreaterThan(0);
    });

    it('have a questionnaire of the school with answers', async () => {
      const [shown] = dataOf<Listed>(await admin().get('/v1/portal/questionnaires')).items;
      expect(shown).toMatchObject({ scale_id: 'own-school-life', state: 'published' });
      const answers = await admin().get(`${EXAMS}/ex2001-4/questionnaires`);
      expect([answers.status, JSON.stringify(answers.data).includes('社团')]).toEqual([200, true]);
    });

    it('are what scoring computes from their answers, which are stored encrypted', async () => {
      const { services } = server();
      await encryptTenantRows(services, '2001');
      const results = (ended: boolean) =>
        rowsOf(
          server(),
          `select child_exam_id, scale_id, version, wording, norm_set, valid, dimensions, marks, positive from exam_results
           where exam_id like 'ex2001-%' and (ended_at is null) = ${!ended} order by 1, 2`,
        );
      const [plain] = await rowsOf(
        server(),
        "select count(*)::int as n from exam_sheets where exam_id like 'ex2001-%' and starts_with(answers, '{')",
      );
      expect(plain?.['n']).toBe(0);
      const warnings = () => rowsOf(server(), 'select count(*)::int as n from warns');
      const [seeded, before] = [await results(false), await warnings()];
      // A sheet without a score has no results in force.
      await rowsOf(server(), "update exam_results set ended_at = now() where exam_id like 'ex2001-%'");
      await rowsOf(server(), "update exam_sheets set scored_at = null where exam_id like 'ex2001-%'");
      await rowsOf(server(), "update exam_results set ended_at = scored_at where exam_id like 'ex2001-%'");
      for (let count = 500; count === 500;)
        count = await services.db.transaction({ orgId: '2001', userId: null }, async (tx) => {
          const { sheets } = await lockUnscored(tx, '2001', 500);
          await scoreSheets(services, tx, '2001', sheets);
          return sheets.length;
        });
      expect(await results(true)).toEqual(seeded);
      expect(await results(false)).toEqual(seeded);
      expect(await warnings()).toEqual(before);
    });

    it('wait for the first student and for guardians, and take up what was answered', async () => {
      const [open] = (await mine('o2001s1')).filter(({ exam_id }) => exam_id === 'ex2001-2');
      expect(open).toMatchObject({ status: 'open', answered: 0, total: 12 });
      const children = (await mine('o2001p1')).filter(({ exam_id }) => exam_id === 'ex2001-2');
      expect(children).toHaveLength(2);
      const [begun] = await rowsOf(
        server(),
        "select user_id, child_exam_id, answered from exam_sheets join students using (org_id, child_id) where exam_id = 'ex2001-2' and started_at is not null and submitted_at is null order by 2 limit 1",
      );
      const client = await own(String(begun?.['user_id']).slice(2), 2001);
      const sheet = (await client.get(`/v1/portal/child_exams/${String(begun?.['child_exam_id'])}`)).data;
      expect(sheet.answers).toHaveLength(Number(begun?.['answered']));
    });
  });

  it('are previewed with students, consents, accounts, duty, minutes and what is missing', async () => {
    const id = await createPlan(admin(), plan({ scale_ids: ['phq-9'], ends_at: inHours(server(), 3) }));
    const { data } = await admin().get(`${EXAMS}/${id}/preview`);
    expect(data).toMatchObject({ item_count: 9, minutes: 2, classes: 1, problems: [] });
    expect(data.students).toBeGreaterThan(30);
    expect(data.expected_critical).toBe(Math.ceil(data.students / 10));
    expect(data.without_consent.items).toHaveLength(data.without_consent.total);
    expect(data.without_account.items.length).toBeLessThanOrEqual(200);
    expect(data.consent_text).toContain('自伤');
    expect(await sheetsOf(server(), id)).toEqual([]);
  });

  it('have the fields that a school added: in the form, in lists, filters and files, and stored', async () => {
    const STUDIO = '/v1/portal/schema_studio/resources/exam';
    const office = {
      type: 'string',
      title: '协办处室',
      maxLength: 20,
      'x-list': { order: 90, width: 120 },
      'x-filter': { match: 'contains', order: 90 },
      'x-form': { on: ['create', 'edit'], order: 90 },
      'x-sheet': { export: true },
    };
    const overlay = { properties: { office } };
    const { version } = (await admin().get(STUDIO)).data;
    const { seen } = (await admin().post(`${STUDIO}/impact`, { overlay })).data;
    const published = await admin().post(`${STUDIO}/publish`, { overlay, version, seen, note: '' });
    expect(published.status, published.text).toBe(200);
    const { resources } = (await admin().get('/v1/portal/schemas')).data;
    expect(resources.exam.properties.office['x-form']).toMatchObject({ on: ['create', 'edit'] });
    const id = await createPlan(admin(), plan({ exam_name: '带处室的测评', office: '德育处' }));
    expect((await put(id, { office: 'x'.repeat(21) })).fields).toEqual(['/office']);
    expect(await rowsOf(server(), 'select ext from exams where exam_id = $1', id)).toEqual([
      { ext: { office: '德育处' } },
    ]);
    const found = dataOf<Listed>(await admin().get(query(EXAMS, { office: '德育' })));
    expect(found.items.map((row) => [row['exam_id'], row['office']])).toEqual([[id, '德育处']]);
    const file = (await admin().get(`${EXAMS}/export?format=csv&office=${encodeURIComponent('德育')}`)).body.toString();
    expect(file).toContain('协办处室');
    expect(file).toContain('德育处');
    const copy = await admin().post(`${EXAMS}/${id}/copy`, {});
    expect([copy.status, copy.data.office], copy.text).toEqual([201, '德育处']);
    expect((await elsewhere().post(EXAMS, plan({ scope: {}, office: '德育处' }))).fields).toContain('/office');
    expect((await elsewhere().get('/v1/portal/schemas')).data.resources.exam.properties.office).toBeUndefined();
  });
});
