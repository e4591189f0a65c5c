import { beforeAll, expect, it } from 'vitest';
import { currentConsentText } from '../../../../src/features/guardians/rules.ts';
import type { MyConsent, MyTalk, Talk } from '../../../../src/features/screening/contract/own.ts';
import { ASSENT_TEXT, GUARDIAN_TEXT } from '../../../../src/features/screening/rules/consent-text.ts';
import { dataOf, rowsOf, useClient, type Listed } from '../../../platform/resources/server/support.ts';
import { newNonce, type Answer, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer, type TestServer } from '../../../support/server.ts';

const CONSENTS = '/v1/portal/my/consents';
const TALKS = '/v1/portal/my/talk_requests';
const HOUR = 3_600_000;
const outcomeOf = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

/** A student or guardian of the demo, without a role. */
function useOwn(server: () => TestServer, login: string, orgId = '2001'): () => Client {
  let client: Client | undefined;
  beforeAll(async () => {
    client = (await server().client.signIn(login)).as({ org: { orgId, orgType: '2', roleId: '' } });
  });
  return () => {
    if (!client) throw new Error('the client is there only in tests and hooks');
    return client;
  };
}

describeApi('what students and guardians have of their own', (kind) => {
  const server = useServer(kind);
  const student = useOwn(server, 'o2001s1');
  const guardian = useOwn(server, 'o2001p1');
  const elsewhere = useOwn(server, 'o2002s1', '2002');
  const admin = useClient(server, 2001, 4);
  const psychologist = useClient(server, 2001, 8);
  const teacher = useClient(server, 2001, 10);
  let [own, strange]: string[] = [];
  let children: string[] = [];

  const at = (hours: number) => new Date(server().clock.now() + hours * HOUR).toISOString();
  /** A published screening with a sheet for each of the children. */
  async function anExam(ids: readonly string[], more: { text?: string; ends?: number; needsConsent?: boolean } = {}) {
    const exam = newNonce();
    await rowsOf(
      server(),
      "insert into exams (org_id, exam_id, exam_name, starts_at, ends_at, consent_text, status, created_by) values ('2001', $1, $2, $3, $4, $5, 'published', 'x')",
      exam,
      `问卷 ${exam}`,
      at(-2),
      at(more.ends ?? 48),
      more.text ?? null,
    );
    for (const id of ids)
      await rowsOf(
        server(),
        "insert into exam_sheets (org_id, child_exam_id, exam_id, child_id, needs_consent, total) values ('2001', $1, $2, $3, $4, 5)",
        newNonce(),
        exam,
        id,
        more.needsConsent ?? true,
      );
    return exam;
  }
  const sheet = async (exam: string, child = own) =>
    (await rowsOf(server(), 'select * from exam_sheets where exam_id = $1 and child_id = $2', exam, child))[0] ?? {};
  const consentsOf = async (client: Client, exam: string) =>
    dataOf<Listed<MyConsent>>(await client.get(CONSENTS)).items.filter(({ exam_id }) => exam_id === exam);
  const noticesOf = (id: string) => rowsOf(server(), 'select user_id, read_at from notices where subject_id = $1', id);

  beforeAll(async () => {
    const of = async (login: string) =>
      (
        await rowsOf(
          server(),
          "select s.child_id from students s where s.org_id = '2001' and (s.user_id = (select user_id from accounts where login_name = $1) or exists (select from guardian_children l join guardians g using (org_id, guardian_id) where l.org_id = s.org_id and l.child_id = s.child_id and g.user_id = (select user_id from accounts where login_name = $1))) order by 1",
          login,
        )
      ).map(({ child_id }) => String(child_id));
    [own] = await of('o2001s1');
    children = await of('o2001p1');
    expect(children).toHaveLength(2);
    [strange] = (
      await rowsOf(
        server(),
        "select child_id from students where org_id = '2001' and not (child_id = any($1)) limit 1",
        [own, ...children],
      )
    ).map(({ child_id }) => String(child_id));
  });

  it('a student assents in own words, once, and withdraws: the sheet is sealed and its results end', async () => {
    const exam = await anExam([own ?? ''], { text: '本次问卷包含关于自伤的题目。' });
    const [asked] = await consentsOf(student(), exam);
    expect(asked).toMatchObject({ child_id: own, state: 'open', may_agree: true, history: [] });
    expect(asked?.text).toBe(`${ASSENT_TEXT}\n\n本次问卷包含关于自伤的题目。`);
    const first = await student().post(CONSENTS, { exam_id: exam, agree: true });
    expect(first.status).toBe(200);
    expect(dataOf(await student().post(CONSENTS, { exam_id: exam, agree: true }))).toEqual(first.data);
    expect((await sheet(exam))['assented_at']).toBe(at(0));
    expect((await sheet(exam))['consented_at']).toBeNull();

    await rowsOf(
      server(),
      "insert into exam_results (org_id, result_id, child_exam_id, exam_id, child_id, scale_id, version, wording, norm_set, valid, dimensions, scored_at) values ('2001', $1, $2, $3, $4, 'who-5', '1', 'unofficial', 'x', true, '[]', now())",
      newNonce(),
      (await sheet(exam))['child_exam_id'],
      exam,
      own,
    );
    const path = `${CONSENTS}/${first.data.consent_id}/withdraw`;
    for (let i = 0; i < 2; i++) expect(dataOf(await student().post(path))).toEqual({ ok: true });
    expect(await sheet(exam)).toMatchObject({
      assented_at: null,
      withdrawn_at: at(0),
      answers: null,
    });
    expect(
      await rowsOf(
        server(),
        'select count(*)::int as n from exam_results where exam_id = $1 and ended_at is null',
        exam,
      ),
    ).toEqual([{ n: 0 }]);
    expect(await consentsOf(student(), exam)).toMatchObject([
      { state: 'withdrawn', may_agree: true, history: [{ own: true, identity: 1, text: asked?.text }] },
    ]);
    expect(
      await rowsOf(server(), 'select 1 from audit_logs where row_id = any($1)', [exam, own, first.data.consent_id]),
    ).toEqual([]);
    // Another change of mind opens the sheet again, as long as nothing was submitted.
    expect((await student().post(CONSENTS, { exam_id: exam, agree: true })).status).toBe(200);
    expect((await sheet(exam))['withdrawn_at']).toBeNull();
    const [again] = await consentsOf(student(), exam);
    expect(again).toMatchObject({ state: 'given', may_agree: false });
    expect(again?.history).toHaveLength(2);
    await rowsOf(server(), 'update exam_sheets set submitted_at = now() where exam_id = $1', exam);
    const inForce = again?.history.find(({ withdrawn_at }) => withdrawn_at === undefined);
    await student().post(`${CONSENTS}/${inForce?.consent_id}/withdraw`);
    expect((await student().post(CONSENTS, { exam_id: exam, agree: true })).code).toBe('PSY_CONFLICT');
  });

  it('a guardian consents for each child, and for these children only', async () => {
    const exam = await anExam([...children, strange ?? '']);
    const asked = await consentsOf(guardian(), exam);
    expect(asked.map(({ child_id }) => child_id).sort()).toEqual(children);
    expect(asked[0]).toMatchObject({ state: 'open', text: GUARDIAN_TEXT });
    expect((await guardian().post(CONSENTS, { exam_id: exam, agree: true })).fields).toEqual(['/child_id']);
    const [one = '', other = ''] = children;
    expect((await guardian().post(CONSENTS, { exam_id: exam, child_id: one, agree: true })).status).toBe(200);
    expect((await sheet(exam, one))['consented_at']).not.toBeNull();
    expect((await sheet(exam, one))['assented_at']).toBeNull();
    expect((await sheet(exam, other))['consented_at']).toBeNull();
    for (const client of [guardian, student])
      expect((await client().post(CONSENTS, { exam_id: exam, child_id: strange, agree: true })).code).toBe(
        'PSY_OUT_OF_REACH',
      );
    expect((await elsewhere().post(CONSENTS, { exam_id: exam, agree: true })).code).toBe('PSY_OUT_OF_REACH');
    for (const agree of [false, null, 'yes'])
      expect((await guardian().post(CONSENTS, { exam_id: exam, child_id: other, agree })).status).toBe(400);
    const id = (await consentsOf(guardian(), exam)).flatMap(({ history }) => history)[0]?.consent_id;
    for (const client of [student, elsewhere])
      expect((await client().post(`${CONSENTS}/${id}/withdraw`)).code).toBe('PSY_NOT_FOUND');
    expect((await sheet(exam, one))['withdrawn_at']).toBeNull();
  });

  it('a paper consent that staff record opens the sheets that wait for it, and its withdrawal closes them again', async () => {
    const [child = ''] = children;
    const [waiting, particular, done] = [await anExam([child]), await anExam([child]), await anExam([child])];
    await rowsOf(server(), 'update exams set consent_required = true where exam_id = $1', particular);
    await rowsOf(
      server(),
      'update exam_sheets set submitted_at = consented_at, withdrawn_at = $2 where exam_id = $1',
      done,
      at(-1),
    );
    await rowsOf(
      server(),
      'update guardian_consents set withdrawn_at = $2 where child_id = $1 and withdrawn_at is null',
      child,
      at(-1),
    );
    const consented = async () =>
      Promise.all([waiting, particular, done].map(async (exam) => (await sheet(exam, child))['consented_at'] !== null));
    expect(await consented()).toEqual([false, false, false]);
    const PATH = '/v1/portal/students/consents';
    const [{ guardians }] = (await admin().get(`${PATH}?student_ids=${child}`)).data.items;
    const recorded = await admin().post(PATH, {
      items: [{ child_id: child, guardian_id: guardians[0].guardian_id }],
      how: 2,
      text_version: currentConsentText().version,
      consented_on: '2026-11-20',
    });
    expect(recorded.data).toEqual({ total: 1 });
    expect(await consented()).toEqual([true, false, false]);
    expect(
      await rowsOf(
        server(),
        `select n.kind, n.subject_id, s.child_id from notices n join students s on s.org_id = n.org_id and s.user_id = n.user_id
         where n.subject_id = any($1)`,
        [waiting, particular, done],
      ),
    ).toEqual([{ kind: 'exam_open', subject_id: waiting, child_id: child }]);
    await rowsOf(server(), "delete from notices where kind = 'exam_open'");
    expect((await admin().post(`/v1/portal/children/${child}/consents/withdraw`)).status).toBe(200);
    expect(await consented()).toEqual([false, false, false]);
  });

  it('no consent is taken where none is needed, for a draft, or after the window', async () => {
    const [one = ''] = children;
    const free = await anExam([one], { needsConsent: false });
    expect(await consentsOf(guardian(), free)).toMatchObject([{ state: 'not_needed', may_agree: false }]);
    expect((await guardian().post(CONSENTS, { exam_id: free, child_id: one, agree: true })).code).toBe('PSY_CONFLICT');
    const past = await anExam(children, { ends: -1 });
    expect(await consentsOf(guardian(), past)).toMatchObject(children.map(() => ({ state: 'over', may_agree: false })));
    expect(children).toContain(own);
    expect((await student().post(CONSENTS, { exam_id: past, agree: true })).code).toBe('PSY_CONFLICT');
    const draft = await anExam([own ?? '']);
    await rowsOf(server(), "update exams set status = 'draft' where exam_id = $1", draft);
    expect(await consentsOf(student(), draft)).toEqual([]);
    expect((await student().post(CONSENTS, { exam_id: draft, agree: true })).code).toBe('PSY_OUT_OF_REACH');
  });

  it('a request for a talk reaches the people in charge, is stored encrypted, and is answered', async () => {
    const { people } = dataOf<{ people: { user_id: string; real_name: string }[] }>(await student().get(TALKS));
    expect(people.map(({ user_id }) => user_id)).toContain(psychologist().session.user_id);
    const wanted = { note: '最近睡不好，想聊聊', wanted_with: psychologist().session.user_id };
    const asked = await student().post(TALKS, wanted);
    expect(asked.status).toBe(201);
    const { request_id: id } = asked.data;
    expect(dataOf(await student().post(TALKS, wanted))).toEqual({ request_id: id });
    const [stored] = await rowsOf(server(), 'select * from talk_requests where request_id = $1', id);
    expect(stored).toMatchObject({ child_id: own, status: 1 });
    expect(String(stored?.['note'])).not.toContain('睡不好');
    const told = (await noticesOf(id)).map(({ user_id }) => user_id);
    expect(told).toContain(psychologist().session.user_id);
    expect(told).not.toContain(teacher().session.user_id);

    const list = dataOf<Listed<Talk> & { waiting: number }>(await psychologist().get('/v1/portal/talk_requests'));
    expect(list.waiting).toBeGreaterThan(0);
    expect(list.items.find(({ request_id }) => request_id === id)).toMatchObject({
      child_id: own,
      asked_by: 'student',
      note: wanted.note,
    });
    const path = `/v1/portal/talk_requests/${id}`;
    expect((await psychologist().put(path, { status: 1 })).status).toBe(400);
    expect((await psychologist().put(path, { status: 2, answer: '周三中午来咨询室' })).status).toBe(200);
    expect((await noticesOf(id)).every(({ read_at }) => read_at !== null)).toBe(true);
    const mine = async () => dataOf<Listed<MyTalk>>(await student().get(TALKS)).items[0];
    expect(await mine()).toMatchObject({ request_id: id, status: 2, answer: '周三中午来咨询室', note: wanted.note });
    await psychologist().put(path, { status: 3 });
    expect(await mine()).toMatchObject({ status: 3, answer: '周三中午来咨询室' });
    expect((await psychologist().put(path, { status: 2 })).code).toBe('PSY_CONFLICT');
    expect(dataOf<Listed<MyTalk>>(await guardian().get(TALKS)).items).toEqual([]);
    const logged = await rowsOf(server(), "select after from audit_logs where resource = 'talk_request'");
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain('周三');
  });

  it('a guardian names the child, and other wishes are refused without a trace', async () => {
    const count = async () => (await rowsOf(server(), 'select count(*)::int as n from talk_requests'))[0]?.['n'];
    const before = await count();
    expect((await guardian().post(TALKS, {})).fields).toEqual(['/child_id']);
    expect((await guardian().post(TALKS, { child_id: strange })).code).toBe('PSY_OUT_OF_REACH');
    expect((await student().post(TALKS, { wanted_with: teacher().session.user_id })).fields).toEqual(['/wanted_with']);
    expect((await student().post(TALKS, { child_exam_id: 'nothing' })).fields).toEqual(['/child_exam_id']);
    expect((await student().post(TALKS, { note: '长'.repeat(501) })).status).toBe(400);
    expect(await count()).toBe(before);
    const asked = await guardian().post(TALKS, { child_id: children[0] });
    expect(asked.status).toBe(201);
    const { items } = dataOf<Listed<Talk>>(await admin().get('/v1/portal/talk_requests?status=1'));
    expect(items.find(({ request_id }) => request_id === asked.data.request_id)).toMatchObject({
      asked_by: 'guardian',
      child_id: children[0],
    });
    for (let i = 0; i < 12; i++) await guardian().post(TALKS, { child_id: children[1], note: `第 ${i} 次` });
    expect(
      (await rowsOf(server(), 'select 1 from talk_requests where user_id = $1', guardian().session.user_id)).length,
    ).toBe(10);
  });

  it('staff have no own side, students no side of the staff, and another school sees nothing', async () => {
    for (const client of [admin, psychologist, teacher]) {
      expect((await client().get(CONSENTS)).status).toBe(403);
      expect((await client().post(TALKS, {})).status).toBe(403);
    }
    for (const client of [student, guardian]) {
      expect((await client().get('/v1/portal/talk_requests')).status).toBe(403);
      expect((await client().get('/v1/portal/students')).status).toBe(403);
    }
    expect((await teacher().get('/v1/portal/talk_requests')).status).toBe(403);
    const other = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    expect(dataOf<Listed>(await other.get('/v1/portal/talk_requests')).items).toEqual([]);
    const [one] = await rowsOf(server(), 'select request_id from talk_requests limit 1');
    expect((await other.put(`/v1/portal/talk_requests/${String(one?.['request_id'])}`, { status: 3 })).code).toBe(
      'PSY_NOT_FOUND',
    );
  });

  it('students and guardians read and mark the notices that were written for them, and no others', async () => {
    const MINE = '/v1/portal/my/notices';
    const exam = newNonce();
    const [mine, theirs] = [student().session.user_id, guardian().session.user_id];
    const [n1, n2, n3, n4] = [newNonce(), newNonce(), newNonce(), newNonce()];
    // The guardian's account is one of a teacher as well, whose notices are about students.
    for (const [id, user, kind, type] of [
      [n1, mine, 'exam_open', 'exam'],
      [n2, theirs, 'exam_consent', 'exam'],
      [n3, theirs, 'warning', 'warn'],
      [n4, theirs, 'exam_missing', 'exam'],
    ])
      await rowsOf(
        server(),
        "insert into notices (org_id, notice_id, user_id, kind, subject_type, subject_id, created_at) values ('2001', $1, $2, $3, $4, $5, $6)",
        id,
        user,
        kind,
        type,
        exam,
        at(0),
      );
    expect((await student().get(MINE)).data).toMatchObject({
      unread: 1,
      items: [{ notice_id: n1, kind: 'exam_open' }],
    });
    const seen = await guardian().get(`${MINE}?unread=true`);
    expect(seen.data).toMatchObject({ total: 1, unread: 1, items: [{ notice_id: n2 }] });
    for (const id of [n1, n3, n4]) {
      expect(seen.text).not.toContain(id);
      expect(outcomeOf(await guardian().post(`${MINE}/${id}/read`))).toBe('404 PSY_NOT_FOUND');
    }
    expect((await guardian().post(`${MINE}/read_all`)).status).toBe(200);
    const unread = await rowsOf(
      server(),
      'select notice_id from notices where subject_id = $1 and read_at is null',
      exam,
    );
    expect(unread.map(({ notice_id }) => notice_id).sort()).toEqual([n1, n3, n4].sort());
    for (let i = 0; i < 2; i++) expect((await student().post(`${MINE}/${n1}/read`)).status).toBe(200);
    expect((await student().get(MINE)).data).toMatchObject({ unread: 0, items: [{ read_at: at(0) }] });
    for (const client of [psychologist(), teacher()])
      expect(outcomeOf(await client.get(MINE))).toBe('403 AC_FORBIDDEN');
    for (const client of [student(), guardian()])
      expect(outcomeOf(await client.get('/v1/portal/notices'))).toBe('403 AC_FORBIDDEN');
    expect((await elsewhere().get(MINE)).text).not.toContain(n1);
  });
});
