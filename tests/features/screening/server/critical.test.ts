import { beforeAll, expect, it } from 'vitest';
import type { Answer, Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { changeRows, insertExam, type ExamRows } from '../support/rows.ts';

const HOUR = 3_600_000;
const SHEETS = '/v1/portal/child_exams';
const WARNS = '/v1/portal/psychology_warns';

describeApi('critical answers', (kind) => {
  const server = useServer(kind, { session: { accessMs: 90 * 24 * HOUR } });
  let student: Client;
  let psychologist: Client;
  beforeAll(async () => {
    // A Friday morning in working time.
    server().clock.time = Date.parse('2026-11-20T10:00:00+08:00');
    student = (await server().client.signIn('o2001s1')).withoutRole(2001);
    psychologist = await (await server().client.signIn('o2001r8')).withRole(2001, 8).verified();
  });
  let n = 0;
  const examWith = async (options: Partial<ExamRows> = {}) => {
    const examId = `c${(n += 1)}`;
    const [id = ''] = await insertExam(server(), { examId, users: [student.session.user_id], ...options });
    return { examId, id };
  };
  const put = (id: string, value: number, seq = 1, more: Json = {}, device = 'pad') =>
    student.put(`${SHEETS}/${id}/answers?device_id=${device}`, {
      answers: [{ scale_id: 'phq-9', item_id: '9', value, seq, ...more }],
    });
  const warnsOf = (examId: string) =>
    changeRows(server(), 'select warn_id, suggested_level, reporter_id from warns where source_ref like $1', [
      `${examId}:%`,
    ]);
  const warnOf = async (examId: string): Promise<Json> => {
    const [row, ...others] = await warnsOf(examId);
    expect(others).toEqual([]);
    // The clock may have moved since the last proof.
    psychologist = await psychologist.verified();
    return (await psychologist.get(`${WARNS}/${String(row?.['warn_id'])}`)).data;
  };
  const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

  it('raise one warning when they are given, before anything is submitted, and others raise none', async () => {
    const { examId, id } = await examWith();
    expect((await put(id, 0)).status).toBe(200);
    expect(await warnsOf(examId)).toEqual([]);
    await put(id, 1, 2);
    await put(id, 1, 2);
    await put(id, 1, 3);
    const warn = await warnOf(examId);
    expect(warn).toMatchObject({ source: 2, suggested_level: 2, reporter_name: '系统' });
    expect(warn.warn_content).toContain('第 9 题（主题：自杀或轻生）回答“有几天”');
    expect(warn.warn_content.split('\n')).toHaveLength(2);
  });

  it('that change later are both in the warning, and the people who were notified get another notice', async () => {
    const { examId, id } = await examWith();
    await put(id, 1);
    const { warn_id } = await warnOf(examId);
    const noticesOf = async () =>
      (await changeRows(server(), 'select count(*)::int as n from notices where subject_id = $1', [warn_id]))[0]?.['n'];
    const before = Number(await noticesOf());
    await put(id, 3, 2);
    await put(id, 0, 3);
    const changed = await warnOf(examId);
    expect(changed.suggested_level).toBe(1);
    const text = changed.warn_content as string;
    for (const part of ['回答“有几天”', '后来改答为“差不多天天”', '后来改答为“一天也没有”'])
      expect(text).toContain(part);
    expect(Number(await noticesOf())).toBe(before * 3);
  });

  it('are a step of the case where the warning has one already', async () => {
    const { examId, id } = await examWith();
    await put(id, 1);
    const { warn_id } = await warnOf(examId);
    const verdict = { valid_status: 1, crisis_level: 2, reason: '已面谈', file_ids: [] };
    expect((await psychologist.put(`${WARNS}/${warn_id}/verify`, verdict)).status).toBe(200);
    await put(id, 2, 2);
    const { case_id } = await warnOf(examId);
    const steps = (await psychologist.get(`/v1/portal/psychology_crisis/cases/${case_id}`)).text;
    expect(steps).toContain('后来改答为“超过一半的日子”');
  });

  it('go first to the people on duty, then along the escalation of the school', async () => {
    const { examId, id } = await examWith({ duty: ['u-o2001r14'] });
    await put(id, 3);
    const told = async () =>
      (
        await changeRows(
          server(),
          `select distinct t.step, t.user_id from escalation_tellings t join warns w using (org_id, warn_id)
           where w.source_ref like $1 order by 1, 2`,
          [`${examId}:%`],
        )
      ).map(({ step, user_id }) => `${String(step)} ${String(user_id)}`);
    expect(await told()).toEqual(['1 u-o2001r14']);
    server().clock.advance(HOUR);
    await server().services.jobs.runDue();
    expect((await told()).length).toBeGreaterThan(1);
    server().clock.advance(-HOUR);
  });

  it('raise their warning also where they come too late, from a former device, or after the submission', async () => {
    const late = await examWith({ opens: -50 * HOUR, closes: -25 * HOUR });
    expect(outcome(await put(late.id, 2))).toBe('409 PSY_EXAM_NOT_OPEN');
    expect(outcome(await put(late.id, 2))).toBe('409 PSY_EXAM_NOT_OPEN');
    expect((await warnOf(late.examId)).warn_content).toContain('未计入结果');
    const submitted = await examWith();
    await student.post(`${SHEETS}/${submitted.id}/submit`, { incomplete: true });
    expect(outcome(await put(submitted.id, 2))).toBe('409 PSY_SHEET_SUBMITTED');
    expect((await warnOf(submitted.examId)).suggested_level).toBe(2);
    const former = await examWith();
    await student.get(`${SHEETS}/${former.id}?device_id=pad`);
    await student.get(`${SHEETS}/${former.id}?device_id=phone`);
    await put(former.id, 0, 1, {}, 'phone');
    expect((await put(former.id, 3, 1, {}, 'pad')).status).toBe(200);
    expect((await warnOf(former.examId)).warn_content).toContain('先前使用的设备');
    const without = await examWith({ needsConsent: true });
    expect(outcome(await put(without.id, 3))).toBe('403 PSY_SHEET_NEEDS_CONSENT');
    expect(await warnsOf(without.examId)).toEqual([]);
  });

  it('are answered in a computer room with the same bytes and not sooner or later than others', async () => {
    const [plain, grave] = [await examWith({ place: 2 }), await examWith({ place: 2 })];
    const timed = async (id: string, value: number) => {
      const from = performance.now();
      const answer = await put(id, value);
      return {
        ms: performance.now() - from,
        status: answer.status,
        body: answer.text,
        length: answer.headers['content-length'],
      };
    };
    const [one, other] = [await timed(plain.id, 0), await timed(grave.id, 3)];
    expect([other.status, other.body, other.length]).toEqual([one.status, one.body, one.length]);
    expect(Math.min(one.ms, other.ms)).toBeGreaterThan(55);
  });

  it('are answered on an own device with an offer of help, again where the reply got lost, and others without', async () => {
    const { id } = await examWith();
    expect((await put(id, 0)).data).toEqual({ answered: 1, total: 9 });
    expect((await put(id, 1, 2)).data).toEqual({ answered: 1, total: 9, offer: true });
    expect((await put(id, 1, 2)).data).toEqual({ answered: 1, total: 9, offer: true });
    expect((await put(id, 0, 3)).data).toEqual({ answered: 1, total: 9 });
    // Nobody knows whether an account that signs in for a plan for both places does so in a computer room.
    const either = await examWith({ place: 3 });
    expect((await put(either.id, 2)).data).toEqual({ answered: 1, total: 9 });
    const { items } = (await psychologist.post(`/v1/portal/exams/${either.examId}/codes`, {})).data;
    const pair = await server().client.publicly('POST', '/v2/oauth2/tokens/actions/exam_sign_in', {
      code: items[0].code,
      device_id: 'pc-1',
    });
    const seated = server().client.as({ session: pair.data }).withoutRole(2001);
    const answers = [{ scale_id: 'phq-9', item_id: '9', value: 3, seq: 1 }];
    expect((await seated.put(`${SHEETS}/${either.id}/answers`, { answers })).data).toEqual({ answered: 1, total: 9 });
  });

  it('hide the result from everyone but those who plan until the warning has its verdict', async () => {
    const { examId, id } = await examWith({ visibility: { student: 'bands' } });
    await put(id, 1);
    await student.post(`${SHEETS}/${id}/submit`, { incomplete: true });
    await server().services.jobs.runDue();
    const result = () => student.get(`${SHEETS}/${id}/result`);
    expect((await result()).data).toMatchObject({ scales: [], critical: [] });
    const { warn_id } = await warnOf(examId);
    const staff = (await psychologist.get(`${SHEETS}/${id}/result`)).data;
    expect(staff.critical).toEqual([{ scale_id: 'phq-9', item_id: '9', value: 1 }]);
    const verdict = { valid_status: 2, reason: '误触', file_ids: [] };
    expect((await psychologist.put(`${WARNS}/${warn_id}/verify`, verdict)).status).toBe(200);
    expect((await result()).data.scales).toHaveLength(1);
  });
});
