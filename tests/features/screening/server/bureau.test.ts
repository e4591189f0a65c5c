import { describe, expect, it } from 'vitest';
import type { PlanProgress, ReceivedPlan } from '../../../../src/features/screening/contract/bureau.ts';
import { changeSheet } from '../../../../src/features/screening/server/queries/sheets.ts';
import {
  dataOf,
  messageOf,
  query,
  refusalOf as bodyOf,
  rowsOf,
  useClient,
  useVerifiedClient,
  type Listed,
  type Row,
} from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { whileHeld } from '../../../support/while-held.ts';
import { EXAMS, inHours, sheetsOf } from './exam-support.ts';

const PLANS = '/v1/portal/bureau_plans';
const RECEIVED = '/v1/portal/received_plans';
const CLASS = 'c2001-2026-8-01';

const refusalOf = ({ status, code }: Answer) => (code === undefined ? String(status) : `${status} ${code}`);
const wordsOf = (answer: Answer) => bodyOf(answer).message;

describeApi('plans of an institution', (kind) => {
  const server = useServer(kind);
  const bureau = useClient(server, 1001, 1);
  const deputy = useClient(server, 1001, 2);
  const limited = useClient(server, 1001, 13);
  const office = useClient(server, 1001, 3);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const admin = useVerifiedClient(server, 2001, 4);
  const unverified = useClient(server, 2001, 5);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const primary = useVerifiedClient(server, 2002, 4);
  const plan = (change: Row = {}): Row => ({
    plan_name: '全市秋季测评',
    scale_ids: ['who-5'],
    starts_at: inHours(server(), -24),
    ends_at: inHours(server(), 240),
    school_ids: ['2001', '2002'],
    ...change,
  });
  const window = (change: Row = {}): Row => ({
    starts_at: inHours(server(), -1),
    ends_at: inHours(server(), 48),
    scope: { class_ids: [CLASS] },
    ...change,
  });
  const made = async (change: Row = {}, client: Client = bureau()): Promise<string> => {
    const answer = await client.post(PLANS, plan(change));
    if (answer.status !== 201) throw new Error(answer.text);
    return String(dataOf(answer)['plan_id']);
  };
  const act = (id: string, what: string, client = bureau()) => client.post(`${PLANS}/${id}/${what}`);
  const sent = async (change: Row = {}): Promise<string> => {
    const id = await made(change);
    const answer = await act(id, 'send');
    if (answer.status !== 200) throw new Error(answer.text);
    await server().services.jobs.idle();
    return id;
  };
  const accept = (id: string, change: Row = {}, client = psychologist()) =>
    client.post(`${RECEIVED}/${id}/accept`, window(change));
  const accepted = async (id: string): Promise<string> => {
    const answer = await accept(id);
    if (answer.status !== 201) throw new Error(answer.text);
    return String(dataOf(answer)['exam_id']);
  };
  const decline = (id: string, body: Row = { reason: '本学期已经做过普测' }, client = psychologist()) =>
    client.post(`${RECEIVED}/${id}/decline`, body);
  const progress = async (id: string, client = bureau()) =>
    dataOf<PlanProgress>(await client.get(`${PLANS}/${id}/progress`));
  const schoolIn = async (id: string, school = '2001', client = bureau()) =>
    (await progress(id, client)).schools.find(({ school_id }) => school_id === school);
  const received = async (id: string, client = psychologist()) =>
    dataOf<Listed<ReceivedPlan>>(await client.get(RECEIVED)).items.find(({ plan_id }) => plan_id === id);
  const notices = (id: string) =>
    rowsOf(server(), 'select org_id, user_id, kind, read_at from notices where subject_id = $1 order by 1, 3, 2', id);

  describe('as drafts', () => {
    it('are made, listed, changed, exported and deleted by the roles of the institution, and no school sees them', async () => {
      const id = await made({ plan_name: '草稿计划', grades: ['3', '4-10'], norm_sets: { 'who-5': 'published' } });
      const found = dataOf<Listed>(await deputy().get(query(PLANS, { plan_name: '草稿计划', status: 'draft' })));
      expect(found.items).toMatchObject([
        { plan_id: id, status: 'draft', school_ids: ['2001', '2002'], schools: 2, accepted: 0, grades: ['3', '4-10'] },
      ]);
      const changed = await deputy().put(`${PLANS}/${id}`, { school_ids: ['2003', '2001'], plan_name: '草稿计划二' });
      expect(dataOf(changed)).toMatchObject({ school_ids: ['2003', '2001'], plan_name: '草稿计划二', schools: 2 });
      const file = await bureau().get(`${PLANS}/export?format=csv&plan_name=${encodeURIComponent('草稿计划二')}`);
      expect(file.body.toString('utf8')).toContain('草稿计划二');
      expect(await received(id)).toBeUndefined();
      expect(refusalOf(await accept(id))).toBe('404 PSY_NOT_FOUND');
      expect((await bureau().delete(`${PLANS}/${id}`)).status).toBe(200);
      expect(refusalOf(await bureau().get(`${PLANS}/${id}`))).toBe('404 PSY_NOT_FOUND');
    });

    it('refuse packs, norm sets, grades, schools, windows and texts that cannot be, each at its field', async () => {
      const answer = await bureau().post(
        PLANS,
        plan({
          scale_ids: ['phq-9', 'mht', 'nobody'],
          norm_sets: { 'gad-7': 'published', 'phq-9': 'nobody' },
          grades: ['3', '9', '3-99'],
          school_ids: ['2001', '3001', '1001'],
          ends_at: inHours(server(), -30),
          consent_text: '请家长同意。',
        }),
      );
      expect(answer.fields.sort()).toEqual([
        '/consent_text',
        '/ends_at',
        '/grades/1',
        '/grades/2',
        '/norm_sets/gad-7',
        '/norm_sets/phq-9',
        '/scale_ids/1',
        '/scale_ids/2',
        '/school_ids/1',
        '/school_ids/2',
      ]);
      expect((await bureau().post(PLANS, {})).fields.sort()).toEqual([
        '/ends_at',
        '/plan_name',
        '/scale_ids',
        '/school_ids',
        '/starts_at',
      ]);
      expect((await bureau().post(PLANS, plan({ school_ids: [], grades: ['x'] }))).fields.sort()).toEqual([
        '/grades/0',
        '/school_ids',
      ]);
    });

    it('are not sent after their end, nor by a role without the right', async () => {
      const id = await made({ starts_at: inHours(server(), -48), ends_at: inHours(server(), -1) });
      expect((await act(id, 'send')).fields).toEqual(['/ends_at']);
      for (const [client, code] of [
        [office(), 'AC_FORBIDDEN'],
        [psychologist(), 'AC_FORBIDDEN'],
      ] as const) {
        expect((await act(id, 'send', client)).code).toBe(code);
        expect((await client.get(PLANS)).code).toBe(code);
      }
      for (const what of ['close', 'recall']) expect(refusalOf(await act(id, what))).toBe('409 PSY_CONFLICT');
    });
  });

  describe('when they are sent', () => {
    it('notify everyone who may plan at each school, once, and wait there', async () => {
      const id = await sent({ note: '请在两周内答复' });
      const told = await notices(id);
      expect(new Set(told.map(({ org_id, kind: what }) => `${String(org_id)} ${String(what)}`))).toEqual(
        new Set(['2001 bureau_plan', '2002 bureau_plan']),
      );
      expect(told.filter(({ org_id }) => org_id === '2001').map(({ user_id }) => user_id)).toEqual(
        expect.arrayContaining(['u-o2001r4', 'u-o2001r5', 'u-o2001r8']),
      );
      expect(told.map(({ user_id }) => user_id)).not.toContain('u-o2001r10');
      expect(await received(id)).toMatchObject({
        plan_name: '全市秋季测评',
        bureau_name: '青禾市教育局',
        answer: 'waiting',
        scales: [{ scale_id: 'who-5', title: expect.any(String) }],
        note: '请在两周内答复',
      });
      expect(await received(id, primary())).toMatchObject({ answer: 'waiting' });
      expect(refusalOf(await act(id, 'send'))).toBe('409 PSY_CONFLICT');
      expect(refusalOf(await bureau().delete(`${PLANS}/${id}`))).toBe('409 PSY_CONFLICT');
    });

    it('only move their end to a later time and gain schools, which are notified', async () => {
      const id = await sent({ school_ids: ['2001'] });
      for (const [field, value] of Object.entries({
        plan_name: '改名',
        scale_ids: ['gad-7'],
        norm_sets: { 'who-5': 'published' },
        starts_at: inHours(server(), -2),
        ends_at: inHours(server(), 3),
        school_ids: ['2002'],
        consent_text: '另一份',
        grades: ['3'],
        visibility: { student: 'words' },
      })) {
        const answer = await bureau().put(`${PLANS}/${id}`, { [field]: value });
        expect([field, refusalOf(answer), answer.fields]).toEqual([field, '409 PSY_CONFLICT', [`/${field}`]]);
      }
      const later = inHours(server(), 500);
      const answer = await bureau().put(`${PLANS}/${id}`, { ends_at: later, school_ids: ['2001', '2002'] });
      expect([answer.status, dataOf(answer)['school_ids']]).toEqual([200, ['2001', '2002']]);
      await server().services.jobs.idle();
      expect(new Set((await notices(id)).map(({ org_id }) => org_id))).toEqual(new Set(['2001', '2002']));
      expect(Date.parse((await received(id, primary()))?.ends_at ?? '')).toBe(Date.parse(later));
      expect(await received(id)).toBeDefined();
    });

    it('are withdrawn with a notice to every school, and can then not be accepted or declined', async () => {
      const id = await sent();
      expect((await act(id, 'recall')).status).toBe(200);
      await server().services.jobs.idle();
      const told = await notices(id);
      expect(told.filter(({ kind: what }) => what === 'bureau_plan').every(({ read_at }) => read_at !== null)).toBe(
        true,
      );
      expect(new Set(told.filter(({ kind: what }) => what === 'bureau_recalled').map(({ org_id }) => org_id))).toEqual(
        new Set(['2001', '2002']),
      );
      const answer = await accept(id);
      expect([refusalOf(answer), wordsOf(answer)]).toEqual(['409 PSY_CONFLICT', '上级单位已经撤回这份计划']);
      expect(refusalOf(await decline(id))).toBe('409 PSY_CONFLICT');
      expect(await received(id)).toBeUndefined();
      for (const what of ['recall', 'close', 'send']) expect(refusalOf(await act(id, what))).toBe('409 PSY_CONFLICT');
      expect(refusalOf(await bureau().put(`${PLANS}/${id}`, { ends_at: inHours(server(), 900) }))).toBe(
        '409 PSY_CONFLICT',
      );
    });

    it('can be closed, after which no school accepts them', async () => {
      const id = await sent();
      expect((await act(id, 'close')).status).toBe(200);
      expect(wordsOf(await accept(id))).toBe('这份计划已经结束');
      await server().services.jobs.idle();
      expect((await notices(id)).every(({ kind: what, read_at }) => what === 'bureau_plan' && read_at !== null)).toBe(
        true,
      );
    });

    it('are over when their end has passed', async () => {
      const id = await sent({
        plan_name: '很快结束',
        starts_at: inHours(server(), -5),
        ends_at: inHours(server(), 0.1),
      });
      await rowsOf(server(), "update bureau_plans set ends_at = starts_at + interval '1 hour' where plan_id = $1", id);
      expect(wordsOf(await accept(id))).toBe('这份计划已经结束');
      expect(await received(id)).toBeUndefined();
      const found = dataOf<Listed>(await bureau().get(query(PLANS, { plan_name: '很快结束', status: 'closed' })));
      expect(found.items.map(({ plan_id }) => plan_id)).toEqual([id]);
    });
  });

  describe('at a school', () => {
    it('are accepted by people who may plan, and become a draft of the school', async () => {
      const id = await sent({
        norm_sets: { 'who-5': 'published' },
        consent_text: '全市统一的同意书',
        visibility: { student: 'words' },
      });
      expect((await unverified().post(`${RECEIVED}/${id}/accept`, window())).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
      for (const client of [classTeacher(), bureau()])
        expect([(await accept(id, {}, client)).code, (await client.get(RECEIVED)).code]).toEqual([
          'AC_FORBIDDEN',
          'AC_FORBIDDEN',
        ]);
      const answer = await accept(id, { duty: ['u-o2001r8'], exam_name: '一中秋季测评' });
      expect(answer.status).toBe(201);
      expect(dataOf(answer)).toMatchObject({
        exam_name: '一中秋季测评',
        status: 'draft',
        scale_ids: ['who-5'],
        norm_sets: { 'who-5': 'published' },
        consent_text: '全市统一的同意书',
        visibility: { student: 'words' },
        scope: { class_ids: [CLASS] },
        duty: ['u-o2001r8'],
        bureau_plan_id: id,
      });
      expect(await received(id)).toMatchObject({ answer: 'accepted', exam_id: dataOf(answer)['exam_id'] });
      expect(
        (await notices(id)).filter(({ org_id }) => org_id === '2001').every(({ read_at }) => read_at !== null),
      ).toBe(true);
      expect(await schoolIn(id)).toMatchObject({ answer: 'accepted', exam_status: 'draft' });
      expect(await schoolIn(id, '2002')).toEqual({
        school_id: '2002',
        school_name: '青禾市实验小学',
        answer: 'waiting',
      });
      const again = await accept(id, {}, admin());
      expect([refusalOf(again), wordsOf(again)]).toEqual(['409 PSY_CONFLICT', '本校已经接受了这份计划，请刷新后查看']);
      expect(refusalOf(await decline(id))).toBe('409 PSY_CONFLICT');
    });

    it('become one screening when two people accept at once', async () => {
      const id = await sent();
      const answers = await Promise.all([accept(id), accept(id, {}, admin())]);
      expect(answers.map(refusalOf).sort()).toEqual(['201', '409 PSY_CONFLICT']);
      expect(await rowsOf(server(), 'select org_id from exams where bureau_plan_id = $1', id)).toEqual([
        { org_id: '2001' },
      ]);
      expect((await progress(id)).accepted).toBe(1);
    });

    it('are not accepted with a window beyond theirs, or with what the school does not have; nothing is stored', async () => {
      const id = await sent();
      const beyond = await accept(id, { starts_at: inHours(server(), -25), ends_at: inHours(server(), 200) });
      expect([beyond.status, beyond.fields, messageOf(beyond, '/starts_at')]).toEqual([
        400,
        ['/starts_at'],
        '开始时间早于上级单位规定的时间',
      ]);
      expect((await accept(id, { ends_at: inHours(server(), 241) })).fields).toEqual(['/ends_at']);
      expect((await accept(id, { ends_at: inHours(server(), -2) })).fields).toEqual(['/ends_at']);
      expect(
        (await accept(id, { scope: { class_ids: ['c2002-2026-1-01'] }, duty: ['stranger'] })).fields.sort(),
      ).toEqual(['/duty/0', '/scope/class_ids/0']);
      expect((await accept(id, { scale_ids: ['gad-7'] })).status).toBe(400);
      expect((await received(id))?.answer).toBe('waiting');
      expect(await rowsOf(server(), 'select 1 from exams where bureau_plan_id = $1', id)).toEqual([]);
    });

    it('are declined with a reason only, which the institution reads; a change of mind is an acceptance', async () => {
      const id = await sent();
      for (const body of [{}, { reason: '' }, { reason: '     ' }, { reason: '不' }])
        expect((await decline(id, body)).fields).toEqual(['/reason']);
      expect((await decline(id)).status).toBe(200);
      expect(await schoolIn(id)).toMatchObject({ answer: 'declined', reason: '本学期已经做过普测' });
      expect(refusalOf(await decline(id))).toBe('409 PSY_CONFLICT');
      expect((await accept(id)).status).toBe(201);
      const school = await schoolIn(id);
      expect([school?.answer, school?.reason]).toEqual(['accepted', undefined]);
    });

    it('wait again when the school deletes its draft', async () => {
      const id = await sent();
      const exam = await accepted(id);
      expect((await admin().delete(`${EXAMS}/${exam}`)).status).toBe(200);
      expect([(await received(id))?.answer, (await schoolIn(id))?.answer]).toEqual(['waiting', 'waiting']);
      expect((await accept(id)).status).toBe(201);
    });

    it('of another institution, or for another school, are not there', async () => {
      const id = await sent({ school_ids: ['2002'] });
      expect(await received(id)).toBeUndefined();
      expect(refusalOf(await accept(id))).toBe('404 PSY_NOT_FOUND');
      expect(refusalOf(await decline(id))).toBe('404 PSY_NOT_FOUND');
      expect((await accept(id, { scope: { grade_ids: ['2-4'] } }, primary())).status).toBe(201);
    });

    it('keep packs, norm sets, consent text and outer window fixed, and leave the rest to the school', async () => {
      const id = await sent({ consent_text: '统一的同意书' });
      const exam = await accepted(id);
      for (const [field, value] of Object.entries({
        scale_ids: ['who-5', 'gad-7'],
        norm_sets: { 'who-5': 'published' },
        consent_text: '自己的同意书',
        starts_at: inHours(server(), -30),
        ends_at: inHours(server(), 300),
        bureau_plan_id: null,
      })) {
        const answer = await admin().put(`${EXAMS}/${exam}`, { [field]: value });
        expect([field, answer.status, answer.fields]).toEqual([field, 400, [`/${field}`]]);
      }
      const own = {
        exam_name: '自己的名称',
        visibility: { guardian: 'words' },
        ends_at: inHours(server(), 100),
        retakes: 1,
      };
      expect((await admin().put(`${EXAMS}/${exam}`, own)).status).toBe(200);
      expect(
        (await admin().post(EXAMS, { ...window(), exam_name: 'x', scale_ids: ['who-5'], bureau_plan_id: id })).fields,
      ).toEqual(['/bureau_plan_id']);
      expect((await admin().post(`${EXAMS}/${exam}/publish`)).status).toBe(200);
      const late = await admin().post(`${EXAMS}/${exam}/extend`, { ends_at: inHours(server(), 300) });
      expect([refusalOf(late), late.fields]).toEqual(['409 PSY_CONFLICT', ['/ends_at']]);
      await bureau().put(`${PLANS}/${id}`, { ends_at: inHours(server(), 400) });
      expect((await admin().post(`${EXAMS}/${exam}/extend`, { ends_at: inHours(server(), 300) })).status).toBe(200);
      expect(Date.parse((await schoolIn(id))?.ends_at ?? '')).toBe(Date.parse(inHours(server(), 300)));
      const copy = await admin().post(`${EXAMS}/${exam}/copy`, {});
      expect([copy.status, dataOf(copy)['bureau_plan_id']]).toEqual([201, undefined]);
    });

    it('bind nothing any more once they are withdrawn', async () => {
      const id = await sent();
      const exam = await accepted(id);
      await act(id, 'recall');
      const own = { ends_at: inHours(server(), 900), scale_ids: ['gad-7'] };
      expect((await admin().put(`${EXAMS}/${exam}`, own)).status).toBe(200);
    });
  });

  it('notify the one who sent them of each answer of a school, with one unread notice', async () => {
    const id = await sent();
    const told = async () => {
      await server().services.jobs.idle();
      const all = (await notices(id)).filter(({ kind: what }) => what === 'bureau_answered');
      expect(all.every(({ org_id, user_id }) => org_id === '1001' && user_id === 'u-o1001r1')).toBe(true);
      return [all.length, all.filter(({ read_at }) => read_at === null).length];
    };
    expect(await told()).toEqual([0, 0]);
    await decline(id);
    expect(await told()).toEqual([1, 1]);
    await accepted(id);
    expect(await told()).toEqual([2, 1]);
    expect(refusalOf(await decline(id, undefined, primary()))).toBe('200');
    expect(await told()).toEqual([3, 1]);
  });

  describe('in progress', () => {
    const submit = (examId: string, count: number) =>
      rowsOf(
        server(),
        `update exam_sheets set submitted_at = started_at_or_now.at from (select '2026-11-20T01:00:00Z'::timestamptz as at) started_at_or_now
         where exam_id = $1 and child_exam_id in (select child_exam_id from exam_sheets where exam_id = $1 and submitted_at is null order by child_id limit $2)`,
        examId,
        count,
      );
    const counted = (examId: string) =>
      rowsOf(
        server(),
        `select n.planned - count(h.child_exam_id)::int as planned, n.submitted - count(h.submitted_at)::int as submitted
         from bureau_answers b
         cross join lateral (select sum(c.planned)::int as planned, sum(c.submitted)::int as submitted from bureau_counts c where c.org_id = b.org_id and c.plan_id = b.plan_id) n
         left join exam_sheets h on h.org_id = b.org_id and h.exam_id = b.exam_id and h.attempt = 1 and h.withdrawn_at is null
         where b.exam_id = $1 group by n.planned, n.submitted`,
        examId,
      );
    const RIGHT = [{ planned: 0, submitted: 0 }];

    it('show numbers of students suppressed and rounded, of each school and in total', async () => {
      const id = await sent();
      const exam = await accepted(id);
      expect([(await schoolIn(id))?.planned, (await progress(id)).planned]).toEqual([undefined, undefined]);
      await admin().post(`${EXAMS}/${exam}/publish`);
      const sheets = (await sheetsOf(server(), exam)).length;
      expect(sheets).toBe(45);
      expect(await schoolIn(id)).toMatchObject({ exam_status: 'running', planned: 45 });
      await submit(exam, 4);
      expect((await schoolIn(id))?.submitted).toBeUndefined();
      await submit(exam, 8);
      expect([(await schoolIn(id))?.submitted, (await progress(id)).submitted]).toEqual([10, 10]);
      expect(await counted(exam)).toEqual(RIGHT);
      await rowsOf(
        server(),
        "update exam_sheets set withdrawn_at = '2026-11-20T02:00:00Z' where exam_id = $1 and submitted_at is not null",
        exam,
      );
      expect([(await schoolIn(id))?.submitted, (await schoolIn(id))?.planned]).toEqual([undefined, 35]);
      expect(await counted(exam)).toEqual(RIGHT);
      await rowsOf(
        server(),
        'delete from exam_sheets where child_exam_id in (select child_exam_id from exam_sheets where exam_id = $1 order by child_id limit 13)',
        exam,
      );
      expect(await counted(exam)).toEqual(RIGHT);
      expect(JSON.stringify(await progress(id))).not.toMatch(/child|exam_id|band/);
    });

    it('count a student who submits while the submission of another one is being stored', async () => {
      const exam = await accepted(await sent());
      await admin().post(`${EXAMS}/${exam}/publish`);
      const [one, other] = (await sheetsOf(server(), exam)).map(({ child_exam_id }) => String(child_exam_id));
      const { db } = server().services;
      const submitted = (id = '') => changeSheet('2001', id, { submitted_at: inHours(server(), 0) });
      await whileHeld(db, '2001', [submitted(one)], () =>
        db.write({ orgId: '2001', userId: null }, [submitted(other)]),
      );
      expect(await counted(exam)).toEqual(RIGHT);
    });

    it('reach the schools of a limited role, which changes only plans for these', async () => {
      const [all, own] = [await sent({ school_ids: ['2001', '2003'] }), await made({}, limited())];
      expect((await progress(all, limited())).schools.map(({ school_id }) => school_id)).toEqual(['2001']);
      const seen = dataOf(await limited().get(`${PLANS}/${all}`));
      expect([seen['school_ids'], seen['schools']]).toEqual([['2001'], 1]);
      for (const refused of [
        await act(all, 'recall', limited()),
        await act(all, 'close', limited()),
        await limited().put(`${PLANS}/${all}`, { ends_at: inHours(server(), 700) }),
      ])
        expect(refusalOf(refused)).toBe('403 PSY_OUT_OF_REACH');
      expect((await limited().post(PLANS, plan({ school_ids: ['2001', '2003'] }))).fields).toEqual(['/school_ids/1']);
      expect((await act(own, 'send', limited())).status).toBe(200);
      const elsewhere = await sent({ school_ids: ['2003'] });
      expect(refusalOf(await limited().get(`${PLANS}/${elsewhere}`))).toBe('403 PSY_OUT_OF_REACH');
      expect(refusalOf(await limited().get(`${PLANS}/${elsewhere}/progress`))).toBe('403 PSY_OUT_OF_REACH');
      expect(dataOf<Listed>(await limited().get(`${PLANS}/schools`)).items.map(({ school_id }) => school_id)).toEqual([
        '2001',
        '2002',
      ]);
    });

    it('lose sight of a school that leaves, which keeps its screening and is bound no more', async () => {
      const id = await sent();
      const exam = await accepted(id);
      await admin().post(`${EXAMS}/${exam}/publish`);
      const parent = (org: string | null) =>
        rowsOf(server(), "update orgs set parent_org_id = $1 where org_id = '2001'", org);
      await parent(null);
      try {
        expect((await progress(id)).schools.map(({ school_id }) => school_id)).toEqual(['2002']);
        expect([(await progress(id)).accepted, (await progress(id)).planned]).toEqual([0, undefined]);
        expect(dataOf(await bureau().get(`${PLANS}/${id}`))).toMatchObject({ school_ids: ['2002'], accepted: 0 });
        expect(await received(id)).toBeUndefined();
        expect((await admin().get(`${EXAMS}/${exam}`)).status).toBe(200);
        expect((await admin().post(`${EXAMS}/${exam}/extend`, { ends_at: inHours(server(), 900) })).status).toBe(200);
        // A change of the plan meanwhile does not forget the school.
        await bureau().put(`${PLANS}/${id}`, { ends_at: inHours(server(), 950), school_ids: ['2002', '2003'] });
      } finally {
        await parent('1001');
      }
      expect((await progress(id)).schools.map(({ school_id }) => school_id)).toEqual(['2001', '2002', '2003']);
      expect((await schoolIn(id))?.answer).toBe('accepted');
    });

    it('open nothing about a child to the institution in the database, and nothing of it to other schools', async () => {
      const id = await sent({ school_ids: ['2001'] });
      await accepted(id);
      const as = (org: string, sql: string) =>
        server().db.admin(async (run) => {
          await run(`begin; set local role xinyu_app; select set_config('app.org_id', '${org}', true)`);
          const rows = await run(sql);
          await run('rollback');
          return rows;
        });
      const CHILDREN =
        'select child_id from exam_sheets union all select child_id from exam_results union all select exam_id from exams';
      expect(await as('1001', CHILDREN)).toEqual([]);
      const ANSWERS = `select org_id from bureau_answers where plan_id = '${id}'`;
      const PLAN = `select org_id from bureau_plans where plan_id = '${id}'`;
      expect([await as('1001', ANSWERS), await as('2002', ANSWERS), await as('2002', PLAN)]).toEqual([
        [{ org_id: '2001' }],
        [],
        [],
      ]);
      expect(await as('2001', PLAN)).toEqual([{ org_id: '1001' }]);
      for (const statement of [
        `update bureau_plans set plan_name = 'x' where plan_id = '${id}' returning org_id`,
        `delete from bureau_plans where plan_id = '${id}' returning org_id`,
      ])
        expect(await as('2001', statement)).toEqual([]);
      expect(
        await as('1001', `update bureau_answers set reason = 'x' where plan_id = '${id}' returning org_id`),
      ).toEqual([]);
      const COUNTS = `select org_id from bureau_counts where plan_id = '${id}'`;
      expect([await as('1001', COUNTS), await as('2002', COUNTS)]).toEqual([[{ org_id: '2001' }], []]);
      expect(await as('1001', `delete from bureau_counts where plan_id = '${id}' returning org_id`)).toEqual([]);
    });

    it('are written into both operation logs', async () => {
      const id = await sent();
      await accept(id);
      await act(id, 'recall');
      const logged = await rowsOf(
        server(),
        "select org_id, act from audit_logs where resource = 'bureau-plan' and row_id = $1",
        id,
      );
      expect(logged.map(({ org_id, act: what }) => `${String(org_id)} ${String(what)}`).sort()).toEqual([
        '1001 create',
        '1001 recall',
        '1001 send',
        '2001 accept',
      ]);
    });
  });
});
