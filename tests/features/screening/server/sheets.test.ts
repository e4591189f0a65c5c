import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { changeRows, insertExam, type ExamRows } from '../support/rows.ts';

const HOUR = 3_600_000;
const SHEETS = '/v1/portal/child_exams';

describeApi('sheets', (kind) => {
  // The clock moves past the end of windows; no one signs in again.
  const server = useServer(kind, { session: { accessMs: 90 * 24 * HOUR } });
  let first: Client;
  let second: Client;
  let parent: Client;
  let staff: Client;
  const as = async (login: string, role = '') => {
    const client = await server().client.signIn(login);
    return client.as({ org: { orgId: '2001', orgType: '2', roleId: role } });
  };
  beforeAll(async () => {
    [first, second, parent] = [await as('o2001s1'), await as('o2001s2'), await as('o2001p1')];
    staff = await (await as('o2001r8', '8')).verified();
  });
  const idOf = ({ session }: Client) => session.user_id;
  let n = 0;
  const examWith = async (options: Partial<ExamRows> = {}) => {
    const examId = `e${(n += 1)}`;
    const [one = '', other = ''] = await insertExam(server(), {
      examId,
      users: [idOf(first), idOf(second)],
      ...options,
    });
    return { examId, one, other };
  };
  const now = (ms = 0) => new Date(server().clock.now() + ms).toISOString();
  const answer = (item: string | number, value: unknown, seq = 1, at = now()) => ({
    scale_id: 'phq-9',
    item_id: String(item),
    value,
    answered_at: at,
    seq,
  });
  const put = (client: Client, id: string, answers: unknown[], device?: string) =>
    client.put(`${SHEETS}/${id}/answers${device ? `?device_id=${device}` : ''}`, { answers });
  const all = (value: number, seq = 1) => Array.from({ length: 9 }, (_, i) => answer(i + 1, i === 8 ? 0 : value, seq));
  const held = (sheet: Answer) =>
    Object.fromEntries(sheet.data.answers.map(({ item_id, value }: Json) => [item_id, value]));
  const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

  describe('opening', () => {
    it('lists a student’s own sheets, a guardian’s children’s, and nothing to staff', async () => {
      const { one, other } = await examWith();
      const mine = (await first.get('/v1/portal/my/exams')).data;
      expect(mine.items.find((each: Json) => each.child_exam_id === one)).toMatchObject({
        status: 'open',
        answered: 0,
        total: 9,
      });
      expect(JSON.stringify(mine)).not.toContain(other);
      const theirs = await parent.get('/v1/portal/my/exams');
      expect(theirs.status).toBe(200);
      expect(theirs.text).not.toContain('"answers"');
      expect(outcome(await staff.get('/v1/portal/my/exams'))).toBe('403 AC_FORBIDDEN');
    });

    it('shows items in order without points of bands and critical marks, and a key for drafts', async () => {
      const { one } = await examWith();
      const sheet = await first.get(`${SHEETS}/${one}`);
      expect(sheet.status).toBe(200);
      expect(sheet.data.scales[0].items.map((item: Json) => item.item_id)).toEqual('123456789'.split(''));
      for (const word of ['critical', 'topic', 'band', 'cutoff']) expect(sheet.text).not.toContain(word);
      expect(Buffer.from(sheet.data.draft_key, 'base64url')).toHaveLength(32);
      expect((await first.get(`${SHEETS}/${one}`)).data.draft_key).toBe(sheet.data.draft_key);
    });

    it('is refused for others: another student, a guardian, staff, another school', async () => {
      const { one } = await examWith();
      for (const client of [parent, staff])
        for (const call of [
          client.get(`${SHEETS}/${one}`),
          put(client, one, [answer(1, 1)]),
          client.post(`${SHEETS}/${one}/submit`, {}),
        ])
          expect(outcome(await call)).toBe('403 AC_FORBIDDEN');
      expect(outcome(await second.get(`${SHEETS}/${one}`))).toBe('403 PSY_OUT_OF_REACH');
      expect(outcome(await put(second, one, [answer(1, 1)]))).toBe('403 PSY_OUT_OF_REACH');
      expect(outcome(await second.post(`${SHEETS}/${one}/submit`, {}))).toBe('403 PSY_OUT_OF_REACH');
      expect(outcome(await first.get(`${SHEETS}/nobodys`))).toBe('403 PSY_OUT_OF_REACH');
      expect((await first.get(`${SHEETS}/${one}`)).data.answers).toEqual([]);
    });

    it('shows nothing before the window, without a consent, and after its withdrawal', async () => {
      const planned = await examWith({ opens: HOUR });
      const waiting = await examWith({ needsConsent: true });
      const seen = async (id: string) => {
        const { data } = await first.get(`${SHEETS}/${id}`);
        return [data.status, data.scales, data.draft_key];
      };
      expect(await seen(planned.one)).toEqual(['planned', [], undefined]);
      expect(outcome(await put(first, planned.one, [answer(1, 1)]))).toBe('409 PSY_EXAM_NOT_OPEN');
      expect(await seen(waiting.one)).toEqual(['waiting_consent', [], undefined]);
      expect(outcome(await put(first, waiting.one, [answer(9, 3)]))).toBe('403 PSY_SHEET_NEEDS_CONSENT');
      expect(outcome(await first.post(`${SHEETS}/${waiting.one}/submit`, {}))).toBe('403 PSY_SHEET_NEEDS_CONSENT');
      await changeRows(server(), 'update exam_sheets set consented_at = now() where child_exam_id = $1', [waiting.one]);
      expect((await put(first, waiting.one, [answer(1, 1)])).data).toEqual({ answered: 1, total: 9 });
      await changeRows(server(), 'update exam_sheets set withdrawn_at = now() where child_exam_id = $1', [waiting.one]);
      expect(await seen(waiting.one)).toEqual(['closed', [], undefined]);
      expect(outcome(await put(first, waiting.one, [answer(2, 1)]))).toBe('409 PSY_SHEET_SEALED');
      expect(outcome(await first.post(`${SHEETS}/${waiting.one}/submit`, {}))).toBe('409 PSY_SHEET_SEALED');
    });
  });

  describe('assent', () => {
    const AGREE = '/v1/portal/my/consents';
    it('is asked by the page; an answer that arrives without it is kept, and a critical one alerts', async () => {
      const { examId, one } = await examWith({ assented: false });
      expect((await put(first, one, [answer(9, 3)])).data).toMatchObject({ answered: 1, total: 9 });
      expect((await changeRows(server(), 'select 1 from warns where source_ref like $1', [`${examId}:%`])).length).toBe(
        1,
      );
      const consents = (await first.get(AGREE)).data.items;
      expect(consents.find((each: Json) => each.exam_id === examId)).toMatchObject({ state: 'open', history: [] });
      expect((await first.post(AGREE, { exam_id: examId, agree: true })).status).toBe(200);
      expect((await put(first, one, [answer(1, 1, 2)])).data).toEqual({ answered: 2, total: 9 });
    });

    it('that is withdrawn stops and seals: no answer, no submission, no retake, no result', async () => {
      const { examId, one } = await examWith({ assented: false, retakes: 1, visibility: { student: 'bands' } });
      const { consent_id: id } = (await first.post(AGREE, { exam_id: examId, agree: true })).data;
      expect((await put(first, one, all(1))).status).toBe(200);
      await first.post(`${SHEETS}/${one}/submit`, {});
      await server().services.jobs.runDue();
      expect((await first.get(`${SHEETS}/${one}/result`)).data.scales).toHaveLength(1);
      expect((await first.post(`${AGREE}/${id}/withdraw`)).status).toBe(200);
      expect(outcome(await put(first, one, [answer(1, 2, 9)]))).toBe('409 PSY_SHEET_SEALED');
      expect(outcome(await first.post(`${SHEETS}/${one}/submit`, {}))).toBe('409 PSY_SHEET_SEALED');
      expect(outcome(await first.post(`/v1/portal/my/exams/${examId}/retake`))).toBe('409 PSY_NO_RETAKE');
      expect((await first.get(`${SHEETS}/${one}`)).data).toMatchObject({ status: 'closed', scales: [], answers: [] });
      expect(
        (await first.get('/v1/portal/my/exams')).data.items.find((each: Json) => each.child_exam_id === one),
      ).toMatchObject({ status: 'closed', result: false, may_retake: false });
      for (const client of [first, staff]) {
        const { text } = await client.get(`${SHEETS}/${one}/result`);
        expect(text).not.toContain('"raw"');
      }
    });
  });

  describe('answers', () => {
    it('are stored, merged and shown again; repeated and older ones have no effect', async () => {
      const { one } = await examWith();
      expect((await put(first, one, [answer(1, 1, 3), answer(2, 2, 4)])).data).toEqual({ answered: 2, total: 9 });
      expect((await put(first, one, [answer(1, 1, 3)])).data).toEqual({ answered: 2, total: 9 });
      expect((await put(first, one, [answer(1, 3, 2)])).status).toBe(200);
      expect((await put(first, one, [answer(3, 1, 1)])).data.answered).toBe(3);
      expect(held(await first.get(`${SHEETS}/${one}`))).toEqual({ 1: 1, 2: 2, 3: 1 });
      expect((await put(first, one, [answer(1, 0, 9)])).status).toBe(200);
      expect(held(await first.get(`${SHEETS}/${one}`))).toMatchObject({ 1: 0 });
      const calls = await changeRows(server(), 'select answers from exam_answers where child_exam_id = $1', [one]);
      expect(calls).toHaveLength(3);
      expect(String(calls[0]?.['answers'])).not.toContain('phq');
    });

    it('are refused together where one is bad, at its place', async () => {
      const { one } = await examWith();
      const good = [answer(1, 1), answer(2, 1), answer(3, 1)];
      for (const [bad, field] of [
        [answer(4, 7), 'value'],
        [answer(4, null), 'value'],
        [answer(4, '1'), 'value'],
        [answer(4, [1]), 'value'],
        [answer(99, 1), 'item_id'],
        [{ ...answer(4, 1), scale_id: 'gad-7' }, 'scale_id'],
        [{ ...answer(4, 1), answered_at: 'yesterday' }, 'answered_at'],
        [{ ...answer(4, 1), seq: -1 }, 'seq'],
        [{ ...answer(4, 1), note: 'x' }, 'note'],
      ] as const) {
        const refused = await put(first, one, [...good, bad]);
        expect([outcome(refused), refused.fields]).toEqual(['400 PSY_INVALID_INPUT', [`/answers/3/${field}`]]);
      }
      expect((await first.get(`${SHEETS}/${one}`)).data.answers).toEqual([]);
      expect((await put(first, one, [])).status).toBe(400);
      expect(
        (
          await put(
            first,
            one,
            Array.from({ length: 10_000 }, (_, i) => answer(1, 1, i)),
          )
        ).status,
      ).toBe(400);
    });

    it('come in any number at once, and none is lost', async () => {
      const { one } = await examWith();
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, i) => put(first, one, [answer((i % 9) + 1, i % 3, i + 1)])),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const last = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [i + 1, (291 + i) % 3]));
      const sheet = await first.get(`${SHEETS}/${one}`);
      expect(Object.keys(held(sheet))).toHaveLength(9);
      expect(held(sheet)).toEqual(Object.fromEntries(Object.keys(last).map((key) => [key, expect.any(Number)])));
      expect((await put(first, one, all(2, 1000))).data).toEqual({ answered: 9, total: 9 });
    });

    it('given in the window are accepted for a day, others are not', async () => {
      const { one } = await examWith({ closes: HOUR });
      await first.get(`${SHEETS}/${one}`);
      const inside = now();
      server().clock.advance(2 * HOUR);
      expect((await put(first, one, [answer(1, 1, 1, inside)])).status).toBe(200);
      const late = await put(first, one, [answer(2, 1, 1, inside), answer(3, 1)]);
      expect([outcome(late), late.fields]).toEqual(['409 PSY_EXAM_NOT_OPEN', ['/answers/1/answered_at']]);
      // A clock that runs ahead or that lost its date decides nothing.
      expect(outcome(await put(first, one, [answer(2, 1, 1, now(9 * HOUR))]))).toBe('409 PSY_EXAM_NOT_OPEN');
      expect((await put(first, one, [answer(2, 1, 1, '1970-01-01T00:00:00Z')])).status).toBe(200);
      server().clock.advance(24 * HOUR);
      expect(outcome(await put(first, one, [answer(3, 1, 1, inside)]))).toBe('409 PSY_EXAM_NOT_OPEN');
      expect(outcome(await first.post(`${SHEETS}/${one}/submit`, { incomplete: true }))).toBe('409 PSY_EXAM_NOT_OPEN');
      expect((await first.get(`${SHEETS}/${one}`)).data.status).toBe('closed');
      server().clock.advance(-26 * HOUR);
    });
  });

  describe('two devices', () => {
    it('write one at a time; late answers of the former one never replace those of the holder', async () => {
      const { one } = await examWith();
      expect((await first.get(`${SHEETS}/${one}?device_id=pad`)).status).toBe(200);
      await put(first, one, [answer(1, 1, 1)], 'pad');
      expect((await first.get(`${SHEETS}/${one}?device_id=phone`)).status).toBe(200);
      await put(first, one, [answer(2, 2, 1)], 'phone');
      expect(outcome(await first.get(`${SHEETS}/${one}?device_id=pad`))).toBe('409 PSY_SHEET_ELSEWHERE');
      expect((await put(first, one, [answer(2, 3, 2), answer(3, 3, 3)], 'pad')).data.answered).toBe(3);
      expect(held(await first.get(`${SHEETS}/${one}?device_id=phone`))).toEqual({ 1: 1, 2: 2, 3: 3 });
      expect(
        await changeRows(
          server(),
          'select device, superseded from exam_answers where child_exam_id = $1 order by device, superseded',
          [one],
        ),
      ).toEqual([
        { device: 'pad', superseded: false },
        { device: 'pad', superseded: true },
        { device: 'phone', superseded: false },
      ]);
      expect((await first.get(`${SHEETS}/${one}?device_id=pad&take=true`)).status).toBe(200);
      expect(outcome(await first.get(`${SHEETS}/${one}?device_id=phone`))).toBe('409 PSY_SHEET_ELSEWHERE');
    });

    it('are told apart by their sessions where they name themselves only when they open', async () => {
      const { one } = await examWith();
      const mobile = await server().client.as({ appId: 'portal-mobile' }).signIn('o2001s1');
      const phone = mobile.as({ org: { orgId: '2001', orgType: '2', roleId: '' } });
      await first.get(`${SHEETS}/${one}?device_id=a`);
      await phone.get(`${SHEETS}/${one}?device_id=b`);
      await put(phone, one, [answer(1, 2, 1)]);
      await put(first, one, [answer(1, 1, 5)]);
      expect(held(await phone.get(`${SHEETS}/${one}?device_id=b`))).toEqual({ 1: 2 });
      await put(phone, one, all(1, 9));
      expect((await phone.post(`${SHEETS}/${one}/submit`, {})).status).toBe(200);
      expect(outcome(await put(first, one, [answer(1, 3, 9)]))).toBe('409 PSY_SHEET_SUBMITTED');
    });
  });

  describe('submission', () => {
    it('wants every item, or the word that it is incomplete; again it is the same', async () => {
      const { one, other } = await examWith();
      await put(first, one, all(1).slice(0, 7));
      const refused = await first.post(`${SHEETS}/${one}/submit`, {});
      expect([outcome(refused), refused.fields]).toEqual(['400 PSY_INVALID_INPUT', ['/phq-9/8', '/phq-9/9']]);
      expect((await first.post(`${SHEETS}/${one}/submit`, { incomplete: true })).status).toBe(200);
      expect((await first.post(`${SHEETS}/${one}/submit`, {})).status).toBe(200);
      expect(['submitted', 'scored']).toContain((await first.get(`${SHEETS}/${one}`)).data.status);
      await put(second, other, all(0));
      expect((await second.post(`${SHEETS}/${other}/submit`, {})).status).toBe(200);
      expect(outcome(await put(second, other, [answer(1, 1, 9)]))).toBe('409 PSY_SHEET_SUBMITTED');
    });

    it('may be followed by another sheet as often as the plan allows', async () => {
      const { examId, one } = await examWith({ retakes: 1 });
      const retake = (client: Client, id = examId) => client.post(`/v1/portal/my/exams/${id}/retake`);
      expect(outcome(await retake(first))).toBe('409 PSY_NO_RETAKE');
      await first.post(`${SHEETS}/${one}/submit`, { incomplete: true });
      const again = await retake(first);
      expect(again.status).toBe(201);
      expect((await first.get(`${SHEETS}/${again.data.child_exam_id}`)).data.answers).toEqual([]);
      await first.post(`${SHEETS}/${again.data.child_exam_id}/submit`, { incomplete: true });
      expect(outcome(await retake(first))).toBe('409 PSY_NO_RETAKE');
      expect(outcome(await retake(first, 'nobodys'))).toBe('403 PSY_OUT_OF_REACH');
      expect(outcome(await retake(parent))).toBe('403 AC_FORBIDDEN');
    });
  });

  describe('results', () => {
    // The clock has moved since the last proof.
    beforeAll(async () => {
      staff = await staff.verified();
    });
    const result = (client: Client, id: string) => client.get(`${SHEETS}/${id}/result`);
    const scored = async (id: string, client = first) => {
      expect((await client.post(`${SHEETS}/${id}/submit`, { incomplete: true })).status).toBe(200);
      await server().services.jobs.runDue();
    };

    it('are scored right after the submission, as the pack says', async () => {
      const { one } = await examWith();
      expect(outcome(await result(staff, one))).toBe('404 PSY_NOT_FOUND');
      await put(first, one, all(2));
      await scored(one);
      const { data } = await result(staff, one);
      expect(data.scales).toMatchObject([
        {
          scale_id: 'phq-9',
          wording: 'unofficial',
          norm_set: 'published',
          valid: true,
          dimensions: [{ dimension_id: 'total', raw: 16, score: 16, band_id: 'moderately-severe', missing: 0 }],
        },
      ]);
      expect(data.critical).toEqual([]);
      expect((await first.get(`${SHEETS}/${one}`)).data.status).toBe('scored');
    });

    it('have no score where answers are missing', async () => {
      const { one } = await examWith();
      await put(first, one, all(2).slice(0, 8));
      await scored(one);
      expect((await result(staff, one)).data.scales[0].dimensions[0]).toMatchObject({ score: null, missing: 1 });
    });

    it('are shown to students and guardians as the plan opens them', async () => {
      const closed = await examWith();
      const open = await examWith({ visibility: { student: 'words', guardian: 'bands' } });
      for (const { one } of [closed, open]) {
        await put(first, one, all(1));
        await scored(one);
      }
      expect(outcome(await result(first, closed.one))).toBe('403 PSY_RESULT_NOT_SHOWN');
      const words = await result(first, open.one);
      expect(Object.keys(words.data.scales[0].dimensions[0]).sort()).toEqual(['dimension_id', 'title', 'words']);
      expect(words.data.critical).toEqual([]);
      expect(outcome(await result(second, open.one))).toBe('403 PSY_OUT_OF_REACH');
    });

    it('are shown to class teachers where the school’s flag and the plan open them, and to guardians by the plan alone', async () => {
      const [{ child_id }] = (await parent.get('/v1/users/info')).data.students;
      const [account] = await changeRows(
        server(),
        'select a.login_name, a.user_id from accounts a join students s using (user_id) where s.org_id = $1 and s.child_id = $2',
        ['2001', child_id],
      );
      // Another sign-in would end the session of a student who is signed in.
      const signedIn = [first, second].find((client) => idOf(client) === account?.['user_id']);
      const pupil = signedIn ?? (await as(String(account?.['login_name'])));
      const admin = await (await as('o2001r4', '4')).verified();
      const teacher = await (await as('o2001r10', '10')).verified();
      const VIEWS = ['none', 'words', 'bands'] as const;
      const ids = new Map<string, { ofClass: string; ofChild: string }>();
      for (const view of VIEWS) {
        const visibility = { class_teacher: view, guardian: view };
        const { one } = await examWith({ visibility });
        const [child = ''] = await insertExam(server(), { examId: `g-${view}`, users: [idOf(pupil)], visibility });
        await put(first, one, all(1));
        await scored(one);
        await put(pupil, child, all(1));
        await scored(child, pupil);
        ids.set(view, { ofClass: one, ofChild: child });
      }
      const shown = async (client: Client, id: string | undefined) => {
        const answer = await result(client, id ?? '');
        return answer.status === 200 ? Object.keys(answer.data.scales[0].dimensions[0]).sort() : outcome(answer);
      };
      const FIELDS = {
        none: '403 PSY_RESULT_NOT_SHOWN',
        words: ['dimension_id', 'title', 'words'],
        bands: ['band_id', 'band_title', 'dimension_id', 'title', 'words'],
      };
      const flags = (student_report_view: boolean, student_risk_view: boolean) =>
        admin.put('/v1/portal/rbac/roles/10/auths', { student_report_view, student_risk_view });
      const shownToTeacher = async () => Promise.all(VIEWS.map((view) => shown(teacher, ids.get(view)?.ofClass)));
      expect((await flags(false, false)).status).toBe(200);
      expect(await shownToTeacher()).toEqual(VIEWS.map(() => '403 AC_FORBIDDEN'));
      await flags(true, false);
      expect(await shownToTeacher()).toEqual([FIELDS.none, FIELDS.words, FIELDS.words]);
      await flags(true, true);
      expect(await shownToTeacher()).toEqual(VIEWS.map((view) => FIELDS[view]));
      await flags(false, false);
      const { items } = (await parent.get('/v1/portal/my/exams')).data;
      for (const view of VIEWS) {
        const id = ids.get(view)?.ofChild;
        expect([view, await shown(parent, id)]).toEqual([view, FIELDS[view]]);
        expect(items.some(({ child_exam_id }: Json) => child_exam_id === id)).toBe(true);
      }
    });
  });
});

describeApi('answers of one sheet', (kind) => {
  const server = useServer(kind);

  it('are merged one call after the other, and a failed call leaves nothing', async () => {
    const signedIn = await server().client.signIn('o2001s1');
    const student = signedIn.as({ org: { orgId: '2001', orgType: '2', roleId: '' } });
    const [id = ''] = await insertExam(server(), { examId: 'e1', users: [student.session.user_id] });
    const send = (item: number, value: number, device: string) =>
      student.put(`${SHEETS}/${id}/answers?device_id=${device}`, {
        answers: [{ scale_id: 'phq-9', item_id: String(item), value, seq: item }],
      });
    const sent = await Promise.all(
      Array.from({ length: 36 }, (_, i) => send((i % 9) + 1, i % 4, `device-${Math.floor(i / 9)}`)),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array(36).fill(200));
    const counts = 'select (select count(*)::int from exam_answers) as calls, answered from exam_sheets';
    expect(await changeRows(server(), `${counts} where child_exam_id = $1`, [id])).toEqual([
      { calls: 36, answered: 9 },
    ]);
    await changeRows(server(), 'alter table exam_answers add constraint broken check (false) not valid');
    expect((await student.put(`${SHEETS}/${id}/answers`, { answers: [answerTo(1, 3)] })).status).toBe(500);
    await changeRows(server(), 'alter table exam_answers drop constraint broken');
    const [{ calls } = { calls: 0 }] = await changeRows(server(), `${counts} where child_exam_id = $1`, [id]);
    expect(calls).toBe(36);
  });
  const answerTo = (item: number, value: number) => ({ scale_id: 'phq-9', item_id: String(item), value, seq: 999 });
});

describeApi('answers while no connection to the database is free', (kind) => {
  const server = useServer(kind, { waitLimitMs: 1000 });

  it('are refused whole, and repeated without loss and without a second warning', async () => {
    const signedIn = await server().client.signIn('o2001s1');
    const student = signedIn.as({ org: { orgId: '2001', orgType: '2', roleId: '' } });
    const [id = ''] = await insertExam(server(), { examId: 'e1', users: [student.session.user_id] });
    const answers = [8, 9].map((item) => ({ scale_id: 'phq-9', item_id: String(item), value: 2, seq: item }));
    const send = () => student.put(`${SHEETS}/${id}/answers?device_id=d1`, { answers });
    const stored = () =>
      changeRows(
        server(),
        `select (select count(*)::int from exam_answers) as calls, answered, (select count(*)::int from warns where child_id = h.child_id) as warnings from exam_sheets h where child_exam_id = $1`,
        [id],
      );
    const [before] = await stored();
    expect((await student.get('/v1/portal/my/exams')).status).toBe(200);
    const { db } = server();
    let free = () => {};
    const freed = new Promise<void>((resolve) => (free = resolve));
    let held = 0;
    const holders = Array.from({ length: kind === 'server' ? 10 : 1 }, () =>
      db.transaction({ orgId: null, userId: null }, async () => {
        held += 1;
        await freed;
      }),
    );
    await expect.poll(() => held).toBe(holders.length);
    expect(outcomeOf(await send())).toBe('503 PSY_UNAVAILABLE');
    free();
    await Promise.all(holders);
    expect(await stored()).toEqual([before]);
    // The reply to the first of these is lost on its way.
    for (let i = 0; i < 2; i++) expect((await send()).data).toMatchObject({ answered: 2 });
    expect(await stored()).toEqual([{ calls: 1, answered: 2, warnings: Number(before?.['warnings']) + 1 }]);
  });
  const outcomeOf = ({ status, code }: Answer) => `${status} ${code ?? ''}`;
});
