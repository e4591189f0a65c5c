import { beforeAll, expect, it } from 'vitest';
import { lockExam } from '../../../../src/features/screening/server/queries/alert-rules.ts';
import { BATCH, lockUnscored } from '../../../../src/features/screening/server/sheets/lock-unscored.ts';
import { scoreSheets, scoringJob } from '../../../../src/features/screening/server/sheets/score-sheets.ts';
import { Worker } from '../../../../src/platform/jobs/server/worker.ts';
import type { Answer, Client, Json } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { waitForLock } from '../../../support/locks.ts';
import { useServer } from '../../../support/server.ts';
import { whileHeld } from '../../../support/while-held.ts';
import { changeRows, insertExam } from '../support/rows.ts';
import { submitPhq9 } from '../support/submit.ts';

const RULES = '/v1/portal/screening/rules';
const SHEETS = '/v1/portal/child_exams';
const RED = 'default-phq-9-red';

describeApi('alert rules', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let psychologist: Client;
  let student: Client;
  beforeAll(async () => {
    admin = await (await server().client.signIn('o2001r4')).withRole(2001, 4).verified();
    psychologist = await (await server().client.signIn('o2001r8')).withRole(2001, 8).verified();
    student = (await server().client.signIn('o2001s1')).withoutRole(2001);
  });
  const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();
  const rule = async (id: string): Promise<Json> =>
    (await admin.get(RULES)).data.items.find((each: Json) => each.rule_id === id);
  const condition = (band: string) => ({ scale_id: 'phq-9', dimension_id: 'total', band_ids: [band] });
  let n = 0;
  const submitted = async (value: number) => {
    const examId = `a${(n += 1)}`;
    return { examId, id: await submitPhq9(server(), student, value, { examId }) };
  };
  const warnsOf = (examId: string) =>
    changeRows(server(), 'select rule, suggested_level from warns where source_ref like $1', [`${examId}:%`]);

  it('are suggested by the packs, inactive, and name what cannot be switched off', async () => {
    const { items, critical } = (await admin.get(RULES)).data;
    expect(items.find((each: Json) => each.rule_id === RED)).toMatchObject({
      level: 2,
      active: false,
      needs_confirmation: true,
      version: 0,
      conditions: [{ scale_id: 'phq-9', dimension_id: 'total', band_ids: ['moderately-severe', 'severe'] }],
    });
    expect(items.some(({ active }: Json) => active)).toBe(false);
    expect(critical[0]).toMatchObject({ scale_id: 'phq-9', item_id: '9' });
    const { examId } = await submitted(3);
    expect(await warnsOf(examId)).toEqual([{ rule: '筛查结果阳性', suggested_level: 3 }]);
  });

  it('want a psychology teacher’s confirmation for unofficial wording before they are switched on', async () => {
    const activate = () => admin.post(`${RULES}/${RED}/activate`, { active: true });
    expect((await activate()).fields).toEqual(['/active']);
    expect(outcome(await admin.post(`${RULES}/${RED}/confirm`))).toBe('403 AC_FORBIDDEN');
    expect((await psychologist.post(`${RULES}/${RED}/confirm`)).status).toBe(200);
    expect((await activate()).status).toBe(200);
    expect(await rule(RED)).toMatchObject({ active: true, confirmed_by_name: expect.any(String) });
    const { version, title, level, conditions } = await rule(RED);
    const change = (at: number) => admin.put(`${RULES}/${RED}`, { title, level, conditions, version: at });
    expect(outcome(await change(version - 1))).toBe('409 PSY_CONFLICT');
    expect((await change(version)).status).toBe(200);
    expect((await activate()).fields).toEqual(['/active']);
    await psychologist.post(`${RULES}/${RED}/confirm`);
    expect((await activate()).status).toBe(200);
  });

  it('raise a warning when a sheet is scored, once, and none for other results', async () => {
    expect(await warnsOf((await submitted(1)).examId)).toEqual([]);
    const { examId } = await submitted(2);
    expect(await warnsOf(examId)).toEqual([{ rule: expect.stringContaining('中重度'), suggested_level: 2 }]);
    const before = await changeRows(server(), 'select warn_content from warns where source_ref like $1', [
      `${examId}:%`,
    ]);
    const again = await admin.post(`/v1/portal/exams/${examId}/recalculate`, {
      norm_sets: { 'phq-9': 'adolescent-13-17' },
    });
    expect(again.status).toBe(200);
    await server().services.jobs.runDue();
    const after = await changeRows(server(), 'select warn_content from warns where source_ref like $1', [
      `${examId}:%`,
    ]);
    expect(after).toEqual(before);
  });

  it('keep the old results where a screening is scored by another norm set', async () => {
    const { examId, id } = await submitted(1);
    const recalculate = (norm_sets: Json, client = admin) =>
      client.post(`/v1/portal/exams/${examId}/recalculate`, { norm_sets });
    expect((await recalculate({ 'phq-9': 'nobodys' })).fields).toEqual(['/norm_sets/phq-9']);
    expect((await recalculate({ 'gad-7': 'published' })).fields).toEqual(['/norm_sets/gad-7']);
    expect((await recalculate({ 'phq-9': 'adolescent-13-17' })).status).toBe(200);
    await server().services.jobs.runDue();
    const result = (await psychologist.get(`${SHEETS}/${id}/result`)).data;
    expect(result.scales[0]).toMatchObject({ norm_set: 'adolescent-13-17', source: 'answered' });
    const ended = { ended_at: expect.any(String) as string, ended_by_name: expect.any(String) as string };
    expect(result.replaced).toMatchObject([{ scale_id: 'phq-9', norm_set: 'published', ...ended }]);
    const report = (await psychologist.get(`${SHEETS}/${id}/report`)).data;
    expect(report.replaced).toMatchObject([{ scores: [{ dimension_id: 'total', score: 8 }], ...ended }]);
    expect(report.scales[0].imported).toBeUndefined();
    expect(
      await changeRows(
        server(),
        'select norm_set, ended_at is null as current from exam_results where child_exam_id = $1 order by 2',
        [id],
      ),
    ).toEqual([
      { norm_set: 'published', current: false },
      { norm_set: 'adolescent-13-17', current: true },
    ]);
  });

  it('raise a warning for several conditions only where all hold, by the most urgent rule that holds', async () => {
    const both = [
      { scale_id: 'phq-9', dimension_id: 'total', band_ids: ['moderate'] },
      { scale_id: 'gad-7', dimension_id: 'total', band_ids: ['moderate', 'severe'] },
    ];
    const rules = [
      { title: '情绪与焦虑都高', level: 1, conditions: both },
      { title: '情绪偏高', level: 3, conditions: both.slice(0, 1) },
    ];
    for (const body of rules) {
      const { data, status } = await admin.post(RULES, body);
      expect(status).toBe(201);
      expect((await psychologist.post(`${RULES}/${data.rule_id}/confirm`)).status).toBe(200);
      expect((await admin.post(`${RULES}/${data.rule_id}/activate`, { active: true })).status).toBe(200);
    }
    const scaleIds = ['phq-9', 'gad-7'];
    const given = async (examId: string, anxiety: number) => {
      const [id = ''] = await insertExam(server(), { examId, scaleIds, users: [student.session.user_id] });
      const answersTo = (scale_id: string, values: readonly number[]) =>
        values.map((value, i) => ({ scale_id, item_id: String(i + 1), value, seq: 1 }));
      // 10 points of the PHQ-9, none of them for its critical item.
      const answers = [
        ...answersTo('phq-9', [2, 2, 1, 1, 1, 1, 1, 1, 0]),
        ...answersTo(
          'gad-7',
          Array.from({ length: 7 }, () => anxiety),
        ),
      ];
      expect((await student.put(`${SHEETS}/${id}/answers`, { answers })).status).toBe(200);
      expect((await student.post(`${SHEETS}/${id}/submit`, {})).status).toBe(200);
      await server().services.jobs.runDue();
      const hits = await changeRows(server(), 'select rule_id from screening_hits where exam_id = $1', [examId]);
      return { warns: await warnsOf(examId), hits: hits.length };
    };
    expect(await given('both-low', 0)).toEqual({ warns: [{ rule: '情绪偏高', suggested_level: 3 }], hits: 1 });
    expect(await given('both-high', 2)).toEqual({ warns: [{ rule: '情绪与焦虑都高', suggested_level: 1 }], hits: 2 });
  });

  it('say before how a screening would change by another norm set, and change nothing', async () => {
    const users = [student.session.user_id];
    const examId = 'apre';
    const [id = ''] = await insertExam(server(), { examId, users });
    const answers = Array.from({ length: 9 }, (_, i) => ({
      scale_id: 'phq-9',
      item_id: String(i + 1),
      value: i < 2 ? 3 : i < 6 ? 1 : 0,
      seq: 1,
    }));
    await student.put(`${SHEETS}/${id}/answers`, { answers });
    await student.post(`${SHEETS}/${id}/submit`, {});
    await server().services.jobs.runDue();
    const path = `/v1/portal/exams/${examId}/recalculate/preview`;
    const preview = (norm_sets: Json, client = admin) => client.post(path, { norm_sets });
    const { data } = await preview({ 'phq-9': 'adolescent-13-17' });
    // 10 points: at the published cutoff, below the one of adolescents; the bands are the same.
    expect(data).toMatchObject({ sheets: 1, scales: [{ positive_before: 1, positive_after: 0 }] });
    expect(data.scales[0].dimensions).toEqual([
      { dimension_id: 'total', title: expect.any(String), bands: [{ from: '中度', to: '中度', count: 1 }] },
    ]);
    expect((await preview({ 'phq-9': 'nobodys' })).fields).toEqual(['/norm_sets/phq-9']);
    expect((await preview({})).status).toBe(400);
    expect(outcome(await preview({ 'phq-9': 'published' }, student))).toBe('403 AC_FORBIDDEN');
    const stranger = await (await server().client.signIn('o2002r4')).withRole(2002, 4).verified();
    expect(outcome(await preview({ 'phq-9': 'published' }, stranger))).toBe('404 PSY_NOT_FOUND');
    expect((await psychologist.get(`${SHEETS}/${id}/result`)).data.scales[0].norm_set).toBe('published');
  });

  it('refuse what does not exist, and callers without the right', async () => {
    const create = (body: Json, client = admin) => client.post(RULES, { title: '自定', level: 1, ...body });
    expect((await create({ conditions: [{ ...condition('severe'), scale_id: 'x' }] })).fields).toEqual([
      '/conditions/0/scale_id',
    ]);
    expect((await create({ conditions: [{ ...condition('severe'), dimension_id: 'x' }] })).fields).toEqual([
      '/conditions/0/dimension_id',
    ]);
    expect((await create({ conditions: [condition('mild'), condition('x')] })).fields).toEqual([
      '/conditions/1/band_ids/0',
    ]);
    expect((await create({ conditions: [] })).status).toBe(400);
    const made = await create({ conditions: [condition('mild')] });
    expect(made.status).toBe(201);
    expect(await rule(made.data.rule_id)).toMatchObject({ active: false, level: 1 });
    const leader = (await server().client.signIn('o2001r12')).withRole(2001, 12);
    for (const client of [leader, student]) expect(outcome(await client.get(RULES))).toBe('403 AC_FORBIDDEN');
    expect(outcome(await admin.post(`${RULES}/nobodys/activate`, { active: true }))).toBe('404 PSY_NOT_FOUND');
    const stranger = (await server().client.signIn('o2002r4')).withRole(2002, 4);
    expect(outcome(await stranger.post(`${RULES}/${made.data.rule_id}/activate`, { active: true }))).toBe(
      '404 PSY_NOT_FOUND',
    );
  });

  it('score by the new norm set what is scored while another norm set is chosen', async () => {
    const { jobs } = server().services;
    jobs.pause();
    const { examId, id } = await submitted(1);
    const orgId = '2001';
    let stored = (): void => undefined;
    const isStored = new Promise<void>((resolve) => (stored = resolve));
    let go = (): void => undefined;
    const mayCommit = new Promise<void>((resolve) => (go = resolve));
    const { db, services } = server();
    const scoring = db.transaction({ orgId, userId: null }, async (tx) => {
      const { sheets } = await lockUnscored(tx, orgId, BATCH.embedded);
      expect(await scoreSheets(services, tx, orgId, sheets)).toBeGreaterThan(0);
      stored();
      if (db.kind === 'server') await mayCommit;
    });
    await isStored;
    const chosen = admin.post(`/v1/portal/exams/${examId}/recalculate`, { norm_sets: { 'phq-9': 'adolescent-13-17' } });
    await waitForLock(db);
    go();
    await scoring;
    expect((await chosen).status).toBe(200);
    await new Worker([scoringJob], services).runDue();
    expect(
      await changeRows(server(), 'select norm_set from exam_results where child_exam_id = $1 and ended_at is null', [
        id,
      ]),
    ).toEqual([{ norm_set: 'adolescent-13-17' }]);
  });

  it('concern all students: a psychology teacher of some grades reads them and changes none', async () => {
    const found = await admin.get('/v1/portal/teachers?login_name=o2001r8');
    const roles = `/v1/portal/teachers/${found.data.items[0].user_id}/roles`;
    const limit = (role_extend: object) => admin.put(roles, { items: [{ role_id: 8, role_extend }] });
    expect((await limit({ periods: [3] })).status).toBe(200);
    const before = await rule(RED);
    const body = { title: '改名', level: 3, conditions: [condition('severe')] };
    const refused = await Promise.all([
      psychologist.post(RULES, body),
      psychologist.put(`${RULES}/${RED}`, { ...body, version: before.version }),
      psychologist.post(`${RULES}/${RED}/activate`, { active: false }),
    ]);
    expect(refused.map(outcome)).toEqual(refused.map(() => '403 PSY_OUT_OF_REACH'));
    expect((await psychologist.get(RULES)).status).toBe(200);
    expect(await rule(RED)).toEqual(before);
    expect((await limit({})).status).toBe(200);
  });

  it('score every screening in one run, also those that others are changing, which delay nothing else', async () => {
    const { db, services } = server();
    services.jobs.pause();
    const [first, second, other, third] = [
      await submitted(1),
      await submitted(1),
      await submitted(1),
      await submitted(1),
    ];
    const changed = [first.examId, second.examId, third.examId];
    const isScored = async ({ id }: { id: string }) => {
      const [row] = await changeRows(server(), 'select scored_at from exam_sheets where child_exam_id = $1', [id]);
      return row?.['scored_at'] !== null;
    };
    const run = await whileHeld(
      db,
      '2001',
      changed.map((id) => lockExam('2001', id)),
      async () => {
        const scoring = new Worker([scoringJob], services).runDue();
        await expect.poll(() => isScored(other), { timeout: 20_000 }).toBe(true);
        if (db.kind === 'server')
          expect(await Promise.all([first, second, third].map(isScored))).toEqual([false, false, false]);
        return { scoring };
      },
    );
    await run.scoring;
    expect(await Promise.all([first, second, third, other].map(isScored))).toEqual([true, true, true, true]);
  });
});
