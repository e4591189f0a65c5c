import { beforeAll, expect, it } from 'vitest';
import type { Answer, Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { changeRows, insertExam, type ExamRows } from '../support/rows.ts';
import { submitPhq9 } from '../support/submit.ts';

const HOUR = 3_600_000;
const SHEETS = '/v1/portal/child_exams';
const WARNS = '/v1/portal/psychology_warns';

describeApi('the interview after a positive screening', (kind) => {
  const server = useServer(kind, { session: { accessMs: 90 * 24 * HOUR } });
  let student: Client;
  let psychologist: Client;
  let leader: Client;
  let admin: Client;
  beforeAll(async () => {
    // A Friday morning in working time.
    server().clock.time = Date.parse('2026-11-20T10:00:00+08:00');
    student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    psychologist = await (await server().client.signIn('o2001r8')).withRole(2001, 8).verified();
    leader = await (await server().client.signIn('o2001r12')).withRole(2001, 12).verified();
    admin = await (await server().client.signIn('o2001r4')).withRole(2001, 4).verified();
  });
  const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();
  const later = async (hours: number) => {
    server().clock.advance(hours * HOUR);
    await server().services.jobs.runDue();
    [psychologist, leader, admin] = await Promise.all([
      psychologist.verified(),
      leader.verified(),
      admin.verified(),
    ] as const);
  };
  let n = 0;
  /** A submitted and scored sheet; 2 is positive, 1 is not. */
  const submitted = async (value: number, options: Partial<ExamRows> = {}) => {
    const examId = `i${(n += 1)}`;
    return { examId, id: await submitPhq9(server(), student, value, { examId, duty: ['u-o2001r14'], ...options }) };
  };
  const warnsOf = (examId: string) =>
    changeRows(server(), 'select warn_id, rule, suggested_level from warns where source_ref like $1 order by 1', [
      `${examId}:%`,
    ]);
  const warnIdOf = async (examId: string) => String((await warnsOf(examId))[0]?.['warn_id']);
  const told = async (warnId: string) =>
    (
      await changeRows(
        server(),
        'select distinct step, user_id from escalation_tellings where warn_id = $1 order by 1, 2',
        [warnId],
      )
    ).map(({ step, user_id }) => `${String(step)} ${String(user_id)}`);
  const stepsTold = async (warnId: string) => Number((await told(warnId)).at(-1)?.split(' ')[0]);
  const verify = (warnId: string, status: 1 | 2) =>
    psychologist.put(`${WARNS}/${warnId}/verify`, {
      valid_status: status,
      ...(status === 1 && { crisis_level: 3 }),
      reason: '已访谈',
      file_ids: [],
    });

  it('is asked for where no rule raised a warning: those on duty have three working days', async () => {
    expect(await warnsOf((await submitted(1)).examId)).toEqual([]);
    const { examId } = await submitted(2);
    expect(await warnsOf(examId)).toMatchObject([{ rule: '筛查结果阳性', suggested_level: 3 }]);
    const warnId = await warnIdOf(examId);
    expect(await told(warnId)).toEqual(['1 u-o2001r14']);
    const { verdict_due } = (await psychologist.get(`${WARNS}/${warnId}`)).data;
    // Friday, and three working days later Wednesday.
    expect(new Date(verdict_due).toISOString()).toBe('2026-11-25T02:00:00.000Z');
    await later(100);
    expect(await stepsTold(warnId)).toBe(1);
    await later(21);
    expect(await stepsTold(warnId)).toBe(2);
    expect((await verify(warnId, 1)).status).toBe(200);
    const before = await told(warnId);
    await later(30);
    expect(await told(warnId)).toEqual(before);
  });

  it('escalates also where someone took it on and gave no verdict', async () => {
    server().clock.time = Date.parse('2026-11-30T10:00:00+08:00');
    psychologist = await psychologist.verified();
    const { examId } = await submitted(2);
    const warnId = await warnIdOf(examId);
    expect((await psychologist.post(`${WARNS}/${warnId}/acknowledge`)).status).toBe(200);
    await later(71);
    expect(await stepsTold(warnId)).toBe(1);
    await later(2);
    expect(await stepsTold(warnId)).toBe(2);
    for (let i = 0; i < 5; i++) await later(3);
    const state = () => changeRows(server(), 'select state, next_at from escalations where warn_id = $1', [warnId]);
    expect(await state()).toMatchObject([{ state: 'exhausted', next_at: null }]);
    expect((await verify(warnId, 2)).status).toBe(200);
    expect(await state()).toMatchObject([{ state: 'verified' }]);
  });

  it('is in the list of warnings as waiting, with how long, and as overdue after its deadline', async () => {
    server().clock.time = Date.parse('2026-12-07T10:00:00+08:00');
    psychologist = await psychologist.verified();
    const { examId } = await submitted(2);
    const warnId = await warnIdOf(examId);
    const row = async (query: string): Promise<Json> =>
      (await psychologist.get(`${WARNS}?source=2&size=100&${query}`)).data.items.find(
        (each: Json) => each.warn_id === warnId,
      );
    expect(await row('interview=due')).toMatchObject({ interview: 'due', waiting_days: 0, progress: 'waiting' });
    expect((await row('interview=due')).rule).toBeUndefined();
    expect(await row('interview=overdue')).toBeUndefined();
    await later(74);
    expect(await row('progress=overdue')).toMatchObject({ interview: 'overdue', waiting_days: 3 });
    await verify(warnId, 2);
    expect(await row('interview=due&interview=overdue')).toBeUndefined();
    expect((await row('')).interview).toBeUndefined();
  });

  it('holds the result back from everyone but those who verify, until its verdict', async () => {
    server().clock.time = Date.parse('2026-12-14T10:00:00+08:00');
    [psychologist, leader] = await Promise.all([psychologist.verified(), leader.verified()] as const);
    const { examId, id } = await submitted(2, { visibility: { student: 'bands', guardian: 'bands' } });
    const result = (client: Client) => client.get(`${SHEETS}/${id}/result`);
    expect((await result(psychologist)).data.scales[0].dimensions[0].band_id).toBe('moderately-severe');
    expect((await result(leader)).data).toMatchObject({ held: true, scales: [], critical: [] });
    const own = (await result(student)).data;
    expect([own.held, own.scales]).toEqual([undefined, []]);
    const warnId = await warnIdOf(examId);
    const seen = (await leader.get(`${WARNS}/${warnId}`)).data;
    expect([seen.warn_content.includes('中重度'), seen.rule, seen.suggested_level]).toEqual([
      false,
      undefined,
      undefined,
    ]);
    const { items } = (await leader.get(`${WARNS}?source=2&size=100`)).data;
    const listed = items.find((warn: Json) => warn.warn_id === warnId);
    expect([listed.child_id, listed.rule, listed.suggested_level]).toEqual([seen.child_id, undefined, undefined]);
    expect((await psychologist.get(`${WARNS}/${warnId}`)).data.warn_content).toContain('中重度');
    await verify(warnId, 2);
    for (const client of [leader, student]) expect((await result(client)).data.scales).toHaveLength(1);
    expect((await leader.get(`${WARNS}/${warnId}`)).data.warn_content).toContain('中重度');
  });

  it('has a warning of its own where a critical answer before it was found invalid', async () => {
    server().clock.time = Date.parse('2026-12-21T10:00:00+08:00');
    psychologist = await psychologist.verified();
    const examId = 'iown';
    const [id = ''] = await insertExam(server(), { examId, users: [student.session.user_id], duty: ['u-o2001r14'] });
    const put = (answers: Json) => student.put(`${SHEETS}/${id}/answers`, { answers });
    await put([{ scale_id: 'phq-9', item_id: '9', value: 1, seq: 1 }]);
    await verify(await warnIdOf(examId), 2);
    await put(
      Array.from({ length: 8 }, (_, i) => ({ scale_id: 'phq-9', item_id: String(i + 1), value: 2, seq: 2 + i })),
    );
    await student.post(`${SHEETS}/${id}/submit`, {});
    await server().services.jobs.runDue();
    expect(new Set((await warnsOf(examId)).map(({ rule }) => rule))).toEqual(new Set(['关键题', '筛查结果阳性']));
    expect((await student.get(`${SHEETS}/${id}/result`)).code).toBe('PSY_RESULT_NOT_SHOWN');
    expect((await psychologist.get(`${SHEETS}/${id}/result`)).data.held).toBeUndefined();
  });

  it('has the deadline that the school set, within bounds', async () => {
    server().clock.time = Date.parse('2026-12-28T10:00:00+08:00');
    [psychologist, admin] = await Promise.all([psychologist.verified(), admin.verified()] as const);
    const path = '/v1/portal/escalation';
    const { rules, version } = (await admin.get(path)).data;
    const put = (interview_days: number, client = admin) =>
      client.put(path, { rules: { ...rules, interview_days }, version });
    expect((await put(0)).fields).toEqual(['/rules/interview_days']);
    expect((await put(21)).fields).toEqual(['/rules/interview_days']);
    expect(outcome(await put(5, psychologist))).toBe('403 AC_FORBIDDEN');
    expect((await put(1)).data.rules.interview_days).toBe(1);
    const { examId } = await submitted(2);
    const { verdict_due } = (await psychologist.get(`${WARNS}/${await warnIdOf(examId)}`)).data;
    expect(new Date(verdict_due).toISOString()).toBe('2026-12-29T02:00:00.000Z');
  });

  it('ends in a case that says who was informed; closing it without that wants a reason', async () => {
    server().clock.time = Date.parse('2027-01-04T10:00:00+08:00');
    [psychologist, leader] = await Promise.all([psychologist.verified(), leader.verified()] as const);
    const warnId = await warnIdOf((await submitted(2)).examId);
    await verify(warnId, 1);
    const { case_id: id } = (await psychologist.get(`${WARNS}/${warnId}`)).data;
    const path = `/v1/portal/psychology_crisis/cases/${id}`;
    const detail = async (): Promise<Json> => (await psychologist.get(path)).data;
    expect(await detail()).toMatchObject({ inform: true, informed: [] });
    const at = new Date(server().clock.now() - HOUR).toISOString();
    const inform = (body: Json, client = psychologist) => client.post(`${path}/informed`, { at, how: 1, ...body });
    const guardian = { who: 'guardian', name: '母亲王芳' };
    expect(outcome(await inform({ people: [guardian] }, leader))).toBe('403 AC_FORBIDDEN');
    const stranger = await (await server().client.signIn('o2002r4')).withRole(2002, 4).verified();
    expect((await inform({ people: [guardian] }, stranger)).status).not.toBe(201);
    expect((await inform({ people: [] })).status).toBe(400);
    expect((await inform({ people: [guardian, guardian] })).fields).toEqual(['/people']);
    const later = new Date(server().clock.now() + HOUR).toISOString();
    expect((await inform({ people: [guardian], at: later })).fields).toEqual(['/at']);
    const added = await inform({ people: [guardian], note: '愿意配合' });
    expect(added.data).toMatchObject({ kind: 'informed', content: '监护人母亲王芳\n愿意配合', informed_how: 1 });
    const { informed, version } = await detail();
    expect(informed).toMatchObject([{ who: 'guardian', how: 1, by_name: expect.any(String) }]);
    const close = (more: Json = {}) => psychologist.post(`${path}/close`, { reason: '已好转', version, ...more });
    expect((await close()).fields).toEqual(['/uninformed_reason']);
    expect((await close({ uninformed_reason: ' ' })).fields).toEqual(['/uninformed_reason']);
    expect((await close({ uninformed_reason: '班主任休假' })).status).toBe(200);
    const [last] = (await detail()).steps.items;
    expect(last).toMatchObject({ kind: 'close', content: '已好转\n没有告知班主任的原因：班主任休假' });
    expect(outcome(await inform({ people: [{ who: 'class_teacher', name: '李老师' }] }))).toBe('409 PSY_CONFLICT');
  });
});
