import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { FollowUp, GroupReport } from '../../../../src/features/group-reports/contract.ts';
import { reportJob } from '../../../../src/features/group-reports/server/pack-report.ts';
import { printReport } from '../../../../src/features/group-reports/server/print-report.ts';
import { Worker } from '../../../../src/platform/jobs/server/worker.ts';
import { eraseRows } from '../../../../src/platform/resources/server/queries/child-records.ts';
import { publishedCount } from '../../../../src/platform/statistics/disclosure.ts';
import { dataOf, query, rowsOf, useClient, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer, useServer } from '../../../support/server.ts';

/** The demo's closed screening of a school, one that runs, a draft, and the institution's plan. */
const CLOSED = 'ex2001-1';
const RUNNING = 'ex2001-2';
const DRAFT = 'ex2001-3';
const FOLLOWS = 'ex2002-1';
const PLAN = '/v1/portal/bureau_plans/bp1001-1';
const pathOf = (examId: string) => `/v1/portal/exams/${examId}/report`;
const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

/** Counts of the tallies that differ from the results in force. */
const WRONG = `with real as (
    select h.org_id, h.exam_id, coalesce(h.period || '-' || h.grade, '') as part, coalesce(s.sex, 0) as sex, r.scale_id, d.dimension_id, coalesce(d.band_id, '') as band_id, count(*)::int as n
    from exam_sheets h join exams e using (org_id, exam_id) join students s on s.org_id = h.org_id and s.child_id = h.child_id
    join exam_results r on r.org_id = h.org_id and r.child_exam_id = h.child_exam_id and r.ended_at is null
    cross join lateral jsonb_to_recordset(r.dimensions) as d(dimension_id text, band_id text)
    where e.bureau_plan_id is not null and h.attempt = 1 and h.withdrawn_at is null group by 1, 2, 3, 4, 5, 6, 7),
  kept as (select org_id, exam_id, part, sex, scale_id, dimension_id, band_id, sum(n)::int as n from exam_counts group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0)
  select count(*)::int as wrong, (select sum(n)::int from kept) as counted from real full join kept using (org_id, exam_id, part, sex, scale_id, dimension_id, band_id)
  where real.n is distinct from kept.n`;

describeApi('group reports of a screening', (kind) => {
  const server = useServer(kind);
  const psychologist = useVerifiedClient(server, 2001, 8);
  const unverified = useClient(server, 2001, 14);
  const leader = useVerifiedClient(server, 2001, 12);
  const teacher = useVerifiedClient(server, 2001, 10);
  const stranger = useVerifiedClient(server, 2002, 8);
  const bureau = useVerifiedClient(server, 1001, 1);
  const ofTwo = useVerifiedClient(server, 1001, 13);
  const unverifiedBureau = useClient(server, 1001, 2);
  const sql = (text: string, ...parameters: unknown[]) => rowsOf(server(), text, ...parameters);
  const report = async (client: Client, path: string, parameters: Record<string, string> = {}) =>
    dataOf<GroupReport>(await client.get(query(path, parameters)));
  const all = ({ scales }: GroupReport, scale = 'gad-7') =>
    scales.find(({ scale_id }) => scale_id === scale)?.dimensions[0]?.groups.find(({ by }) => by === 'all');
  const flag = (on: boolean) =>
    server()
      .client.signIn('o2001r4')
      .then((client) => client.withRole(2001, 4).verified())
      .then((admin) => admin.put('/v1/portal/rbac/roles/10/auths', { student_report_view: on }));

  it('need a second proof, the role and its flag, and stay in the school and its classes', async () => {
    expect(outcome(await unverified().get(pathOf(CLOSED)))).toContain('PSY_INVALID_SECONDARY_TOKEN');
    expect(outcome(await unverifiedBureau().get(`${PLAN}/report`))).toContain('PSY_INVALID_SECONDARY_TOKEN');
    expect(outcome(await teacher().get(pathOf(CLOSED)))).toBe('403 AC_FORBIDDEN');
    expect(outcome(await stranger().get(pathOf(CLOSED)))).toBe('404 PSY_NOT_FOUND');
    expect(outcome(await bureau().get(pathOf(CLOSED)))).toBe('403 AC_FORBIDDEN');
    expect(outcome(await psychologist().get(`${PLAN}/report`))).toBe('403 AC_FORBIDDEN');
    expect(outcome(await psychologist().get(pathOf('nothing')))).toBe('404 PSY_NOT_FOUND');
    // A draft has no sheets, and so nothing in scope.
    expect(outcome(await psychologist().get(pathOf(DRAFT)))).toBe('404 PSY_NOT_FOUND');
    expect(outcome(await psychologist().get(query(pathOf(CLOSED), { grade: '4-12' })))).toBe('404 PSY_NOT_FOUND');
  });

  it('count sheets by band, sex, grade and class as the rows say', async () => {
    const school = await report(psychologist(), pathOf(CLOSED));
    const [row] = await sql(
      `select count(*)::int as asked, count(submitted_at)::int as submitted from exam_sheets where org_id = '2001' and exam_id = $1 and attempt = 1 and withdrawn_at is null`,
      CLOSED,
    );
    expect(school).toMatchObject({ level: 'school', participation: row, is_over: true });
    expect(school.smallest).toBeUndefined();
    const bands = await sql(
      `select d ->> 'band_id' as band_id, count(*)::int as n from exam_results r cross join lateral jsonb_array_elements(r.dimensions) d
       where r.org_id = '2001' and r.exam_id = $1 and r.scale_id = 'gad-7' and r.valid and r.ended_at is null group by 1`,
      CLOSED,
    );
    for (const { band_id, n } of bands)
      expect([band_id, all(school)?.bands.find((band) => band.band_id === band_id)?.n]).toEqual([band_id, n]);
    const groups = school.scales.find(({ scale_id }) => scale_id === 'gad-7')?.dimensions[0]?.groups ?? [];
    const sum = (by: string) => groups.reduce((n, group) => n + (group.by === by ? (group.n ?? 0) : 0), 0);
    expect([sum('sex'), sum('part')]).toEqual([all(school)?.n, all(school)?.n]);
    const [grade] = school.places;
    const inGrade = await report(psychologist(), pathOf(CLOSED), { grade: grade?.key ?? '' });
    expect([inGrade.level, inGrade.parts.by, inGrade.parts.rows.length]).toEqual([
      'grade',
      'class',
      grade?.places?.length,
    ]);
    const inClass = await report(psychologist(), pathOf(CLOSED), { class_id: grade?.places?.[0]?.key ?? '' });
    expect([inClass.level, inClass.participation.asked]).toEqual(['class', inGrade.parts.rows[0]?.asked]);
    expect(JSON.stringify(school)).not.toMatch(/child_id|child_name/);
    expect(school.text.at(-1)).toContain('筛查不是诊断');
  });

  it('count no half-taken sheet as done, and a marked one apart', async () => {
    const running = await report(psychologist(), pathOf(RUNNING));
    const { asked = 0, submitted = 0, under_way = 0 } = running.participation;
    expect(under_way).toBeGreaterThan(0);
    expect(submitted).toBeLessThan(asked);
    expect(all(running, 'who-5')?.n).toBe(submitted);
    expect(running.scales[0]?.marked).toBeGreaterThan(0);
    expect(running.is_over).toBe(false);
    await sql(
      `update exam_results set valid = false where exam_id = $1 and child_exam_id = (select min(child_exam_id) from exam_results where exam_id = $1)`,
      RUNNING,
    );
    const voided = await report(psychologist(), pathOf(RUNNING));
    expect([voided.scales[0]?.void, all(voided, 'who-5')?.n]).toEqual([1, submitted - 1]);
    expect(voided.comparison?.grades).toEqual([]);
    expect(voided.text.join('')).toContain('年级不同');
  });

  it('show leaders no exact number, for results wait for interviews that others hold', async () => {
    const seen = await report(leader(), pathOf(CLOSED));
    const exact = await report(psychologist(), pathOf(CLOSED));
    expect(seen.smallest).toBe(5);
    expect(seen.scales.map(({ positive }) => positive)).toEqual(
      exact.scales.map(({ positive = 0 }) => publishedCount(positive, 5)),
    );
    expect(all(exact)?.mean).toBeDefined();
    expect(JSON.stringify(seen)).not.toMatch(/"mean"|"sd":|"from"/);
  });

  it('show a class teacher the own class only, suppressed and rounded, when the screening is over', async () => {
    expect((await flag(true)).status).toBe(200);
    // The plan opens bands of single results, which are held back where they are positive.
    const [exam] = await sql(
      `with before as (select exam_id, ends_at, visibility from exams where exam_id = $1)
       update exams e set visibility = '{"class_teacher": "bands"}' from before b where e.exam_id = b.exam_id returning b.ends_at, b.visibility`,
      RUNNING,
    );
    const answer = await teacher().get(pathOf(RUNNING));
    expect(answer.status).toBe(200);
    const early = dataOf<GroupReport>(answer);
    expect([early.smallest, early.shown_at_end, early.scales, early.comparison]).toEqual([5, true, [], undefined]);
    expect(early.participation.submitted).toBeGreaterThan(0);
    expect(early.text.join('')).toContain('结束之后才显示分布');
    await sql("update exams set ends_at = starts_at + interval '1 minute' where exam_id = $1", RUNNING);
    const own = await report(teacher(), pathOf(RUNNING));
    expect([own.smallest, own.shown_at_end]).toEqual([5, undefined]);
    const classes = own.places.flatMap(({ places = [] }) => places.map(({ key }) => key));
    const exact = await report(psychologist(), pathOf(RUNNING), { class_id: classes[0] ?? '' });
    expect(classes.length).toBe(1);
    for (const { band_id, n } of all(exact, 'gad-7')?.bands ?? [])
      expect([band_id, all(own)?.bands.find((band) => band.band_id === band_id)?.n]).toEqual([
        band_id,
        publishedCount(n ?? 0, 5),
      ]);
    expect(all(own)?.mean).toBeUndefined();
    const others = await report(psychologist(), pathOf(CLOSED));
    const foreign = others.places[0]?.places?.at(-1)?.key ?? '';
    expect(outcome(await teacher().get(query(pathOf(CLOSED), { class_id: foreign })))).toBe('403 PSY_OUT_OF_REACH');
    await flag(false);
    await sql(
      'update exams set ends_at = $2, visibility = $3 where exam_id = $1',
      RUNNING,
      exam?.['ends_at'],
      JSON.stringify(exam?.['visibility']),
    );
  });

  it('name students to readers of warnings, with a level only after the interview', async () => {
    const list = async (client: Client) => dataOf<FollowUp>(await client.get(`${pathOf(CLOSED)}/students`));
    const [before, ofLeader] = [await list(psychologist()), await list(leader())];
    const [row] = await sql(
      `update exam_results set positive = true where result_id = (select min(result_id) from exam_results where exam_id = $1) returning child_id, child_exam_id`,
      CLOSED,
    );
    const childId = String(row?.['child_id']);
    const found = await list(psychologist());
    expect(found.total).toBe((before.total ?? 0) + 1);
    expect(found.items?.find(({ child_id }) => child_id === childId)).toMatchObject({ state: 'waiting' });
    // A positive result without a warning stays closed to readers who may not verify.
    expect(await list(leader())).toEqual(ofLeader);
    expect(dataOf<FollowUp>(await psychologist().get(query(`${pathOf(CLOSED)}/students`, { page: '99' })))).toEqual({
      total: found.total,
      items: [],
    });
    await sql(
      `insert into warns (org_id, warn_id, child_id, source, rule, warn_content, reporter_id, reported_at, valid_status, crisis_level, verified_at)
       values ('2001', 'w-report', $1, 2, 'x', 'system', 'system', now(), 1, 2, now())`,
      childId,
    );
    await sql(
      `insert into screening_hits (org_id, rule_id, child_exam_id, exam_id, child_id, warn_id, raised_at) values ('2001', 'positive', $1, $2, $3, 'w-report', now())`,
      row?.['child_exam_id'],
      CLOSED,
      childId,
    );
    expect((await list(leader())).items?.find(({ child_id }) => child_id === childId)).toMatchObject({
      state: 'confirmed',
      crisis_level: 2,
    });
    await sql("update warns set valid_status = 2, crisis_level = null where warn_id = 'w-report'");
    expect((await list(psychologist())).items?.some(({ child_id }) => child_id === childId)).toBe(false);
  });

  it('give an institution rounded numbers of its plan, and no row about a child', async () => {
    expect(await sql(WRONG)).toEqual([{ wrong: 0, counted: expect.any(Number) }]);
    const area = await report(bureau(), `${PLAN}/report`);
    expect([area.level, area.smallest, area.parts.by]).toEqual(['area', 5, 'school']);
    const exact = await report(stranger(), pathOf(FOLLOWS));
    for (const { band_id, n, attentive } of all(exact, 'who-5')?.bands ?? []) {
      const shown = all(area, 'who-5')?.bands.find((band) => band.band_id === band_id);
      expect([band_id, shown?.n, shown?.attentive]).toEqual([
        band_id,
        publishedCount(n ?? 0, 5),
        publishedCount(attentive ?? 0, 5),
      ]);
    }
    expect(JSON.stringify(area)).not.toMatch(/child|class_id|"mean"/);
    const school = await report(bureau(), `${PLAN}/schools/2002/report`);
    expect([school.level, all(school, 'who-5')?.n]).toEqual(['school', all(area, 'who-5')?.n]);
    const grade = await report(bureau(), `${PLAN}/schools/2002/report`, { grade: school.places[0]?.key ?? '' });
    expect(grade.level).toBe('grade');
    expect(outcome(await bureau().get(`${PLAN}/schools/2005/report`))).toBe('404 PSY_NOT_FOUND');
    expect(outcome(await ofTwo().get(`${PLAN}/schools/2003/report`))).toBe('403 PSY_OUT_OF_REACH');
    const [counts, rows] = await server().db.admin(async (run) => {
      await run("begin; set local role xinyu_app; select set_config('app.org_id', '1001', true)");
      const found = [
        await run('select distinct org_id from exam_counts where n > 0'),
        await run(
          'select child_id from exam_tallies union all select child_id from exam_results union all select child_id from exam_sheets',
        ),
      ];
      await run('rollback');
      return found;
    });
    expect([counts, rows]).toEqual([[{ org_id: '2002' }], []]);
  });

  it('follow a withdrawal, a new result and an erasure', async () => {
    const [sheet] = await sql(
      `update exam_sheets set withdrawn_at = now() where child_exam_id = (select min(child_exam_id) from exam_results where exam_id = $1) returning child_exam_id`,
      FOLLOWS,
    );
    expect(await sql(WRONG)).toMatchObject([{ wrong: 0 }]);
    await sql('update exam_sheets set withdrawn_at = null where child_exam_id = $1', sheet?.['child_exam_id']);
    await sql(
      `with ended as (update exam_results set ended_at = now() where child_exam_id = $1 and ended_at is null returning *)
       select count(*) from ended`,
      sheet?.['child_exam_id'],
    );
    await sql(
      `insert into exam_results (org_id, result_id, child_exam_id, exam_id, child_id, scale_id, version, wording, norm_set, valid, dimensions, marks, scored_at)
       select org_id, result_id || 'x', child_exam_id, exam_id, child_id, scale_id, version, wording, norm_set, valid,
         '[{"dimension_id": "total", "raw": 2, "score": 8, "band_id": "likely", "missing": 0}]', marks, now() from exam_results where child_exam_id = $1`,
      sheet?.['child_exam_id'],
    );
    expect(await sql(WRONG)).toMatchObject([{ wrong: 0 }]);
    const [child] = await sql('select child_id from exam_tallies order by child_exam_id limit 1');
    const id = String(child?.['child_id']);
    await sql('update students set study_status = 3 where child_id = $1', id);
    await server().db.transaction({ orgId: '2002', userId: null }, (tx) => tx.run(eraseRows(id)));
    expect(await sql('select 1 from exam_tallies where child_id = $1', id)).toEqual([]);
    expect(await sql(WRONG)).toMatchObject([{ wrong: 0 }]);
  });

  it('count in turn: a transaction that changes the counts of a school holds its lock', async () => {
    const held = await server().db.admin(async (run) => {
      await run("begin; select tally_sheets('2002', array['nothing'])");
      const locks = await run(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objsubid = 2
           and classid::bigint = hashtext('exam_counts')::bigint & 4294967295 and objid::bigint = hashtext('2002')::bigint & 4294967295`,
      );
      await run('rollback');
      return locks;
    });
    expect(held).toEqual([{ n: 1 }]);
  });

  it('can be exported as a sheet, which is logged', async () => {
    for (const [client, path] of [
      [psychologist(), pathOf(CLOSED)],
      [bureau(), `${PLAN}/report`],
      [bureau(), `${PLAN}/schools/2002/report`],
    ] as const) {
      const file = await client.get(query(`${path}/export`, { format: 'csv' }));
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.text).toContain('应测');
    }
    expect(
      await sql("select 1 from audit_logs where act = 'export' and resource in ('exam', 'bureau-plan')"),
    ).toHaveLength(3);
  });

  /** Starts a file, waits until it is made, and reads it. */
  const made = async (client: Client, path: string, body: Record<string, string> = {}) => {
    const started = await client.post(`${path}/file`, body);
    expect([path, started.status, started.text]).toEqual([path, 200, expect.any(String)]);
    await server().services.jobs.idle();
    const { task_id } = dataOf<{ task_id: string }>(started);
    const [task] = await sql(
      'select type, kind, area, status, file_name from export_tasks where file_id = $1',
      task_id,
    );
    return { id: task_id, task, file: await client.get(`/v1/portal/files/temp/${task_id}/file`) };
  };

  it('compare means with the norm of the students, for readers of exact numbers', async () => {
    const [used] = await sql(
      "select version, norm_set from exam_results where org_id = '2001' and exam_id = $1 and scale_id = 'gad-7' limit 1",
      CLOSED,
    );
    const pack = server().services.packs.packOf('2001', 'gad-7', String(used?.['version']));
    const norms = pack.kind === 'scale' ? pack.normSets.find(({ id }) => id === used?.['norm_set']) : undefined;
    const total = norms?.dimensions['total'];
    if (!total) throw new Error('no norms');
    expect(all(await report(psychologist(), pathOf(CLOSED)))?.norm).toBeUndefined();
    try {
      total.cells = [
        { sexes: [1], ages: { from: 5, to: 30 }, mean: 3, sd: 2 },
        { sexes: [2], ages: { from: 5, to: 30 }, mean: 3, sd: 2 },
      ];
      const exact = await report(psychologist(), pathOf(CLOSED));
      const mean = all(exact)?.mean ?? NaN;
      expect(all(exact)?.norm).toMatchObject({ mean: 3, sd: 2, difference: Math.round((mean - 3) * 10) / 10 });
      expect(all(exact)?.norm?.d).toBeCloseTo((mean - 3) / 2, 1);
      expect(exact.text.join('')).toContain('常模平均 3（标准差 2）');
      expect(JSON.stringify(printReport(exact))).toContain('与常模的差');
      const file = await psychologist().get(query(`${pathOf(CLOSED)}/export`, { format: 'csv' }));
      expect(file.text).toContain('常模平均分');
      expect(JSON.stringify(await report(leader(), pathOf(CLOSED)))).not.toMatch(/"norm"|norm_gap|常模平均/);
      total.cells = [{ ages: { from: 5, to: 6 }, mean: 3, sd: 2 }];
      const uncovered = await report(psychologist(), pathOf(CLOSED));
      expect(all(uncovered)?.norm).toBeUndefined();
      expect(JSON.stringify(uncovered)).toContain('norm_gap');
    } finally {
      delete total.cells;
    }
  });

  it('can be made as a PDF that the public page confirms, by those who may export', async () => {
    const grade = (await report(psychologist(), pathOf(CLOSED))).places[0]?.key ?? '';
    for (const [client, path, body, area] of [
      [psychologist(), pathOf(CLOSED), { grade }, 'screening/report'],
      [leader(), pathOf(CLOSED), {}, 'screening/report'],
      [bureau(), `${PLAN}/report`, {}, 'screening/area-report'],
      [bureau(), `${PLAN}/schools/2002/report`, {}, 'screening/school-report'],
    ] as const) {
      const { task, file } = await made(client, path, body);
      expect(task).toMatchObject({ type: 8, kind: 'group_report', area, status: 1 });
      expect(String(task?.['file_name'])).toMatch(/测评报告_.*\.pdf$/);
      expect(Buffer.from(file.body).subarray(0, 5).toString()).toBe('%PDF-');
      const digest = createHash('sha256').update(Buffer.from(file.body)).digest('hex');
      expect(await sql('select kind from file_codes where digests @> array[$1]', digest)).toEqual([
        { kind: 'group_report' },
      ]);
    }
    const refused = async (client: Client, path: string) => outcome(await client.post(`${path}/file`, {}));
    expect(await refused(unverified(), pathOf(CLOSED))).toContain('PSY_INVALID_SECONDARY_TOKEN');
    expect(await refused(unverifiedBureau(), `${PLAN}/report`)).toContain('PSY_INVALID_SECONDARY_TOKEN');
    expect(await refused(teacher(), pathOf(CLOSED))).toBe('403 AC_FORBIDDEN');
    expect(await refused(stranger(), pathOf(CLOSED))).toBe('404 PSY_NOT_FOUND');
    expect(await refused(bureau(), `${PLAN}/schools/2005/report`)).toBe('404 PSY_NOT_FOUND');
    expect(await refused(ofTwo(), `${PLAN}/schools/2003/report`)).toBe('403 PSY_OUT_OF_REACH');
    const body = { grade: '3-7', class_id: 'c1' };
    expect((await psychologist().post(`${pathOf(CLOSED)}/file`, body)).status).toBe(400);
  });

  /** Limits the psychology teacher to the period of a report, or takes the limit away. */
  const limit = async (period?: string) => {
    const value = JSON.stringify(period === undefined ? {} : { periods: [Number(period)] });
    await sql(`update memberships set role_extend = $1::jsonb where user_id = 'u-o2001r8'`, value);
    await server().services.access.invalidateUser('u-o2001r8');
  };
  const periodOf = async () => (await report(psychologist(), pathOf(CLOSED))).places[0]?.key.split('-')[0];

  it('are refused as a file when the role or the scope of their maker is another one than before', async () => {
    const { id, file } = await made(psychologist(), pathOf(CLOSED));
    expect(file.status).toBe(200);
    const again = async () => {
      const answer = await psychologist().get(`/v1/portal/files/temp/${id}/file`);
      return answer.status === 200 ? 200 : [outcome(answer), (answer.json as { message: string }).message];
    };
    await limit(await periodOf());
    // The report itself is still open, with the numbers of fewer students.
    expect((await psychologist().get(pathOf(CLOSED))).status).toBe(200);
    expect(await again()).toEqual(['403 AC_FORBIDDEN', '打包之后，您的角色或管理范围有变化，请重新打包']);
    await limit();
    expect(await again()).toBe(200);
  });

  it('are not made where the scope has changed between the request and the job', async () => {
    const { services, db, clock } = server();
    const other = await startServer(db, { services: { state: services.state } }, clock);
    other.services.jobs.pause();
    await limit(await periodOf());
    const answer = await psychologist()
      .as({ port: other.port })
      .post(`${pathOf(CLOSED)}/file`, {});
    await limit();
    await new Worker([reportJob], services).runDue();
    await other.app.close();
    await other.services.jobs.close();
    const { task_id } = dataOf<{ task_id: string }>(answer);
    expect(await sql('select status, problem from export_tasks where file_id = $1', task_id)).toEqual([
      { status: -1, problem: '打包之后，您的角色或管理范围有变化，请重新打包' },
    ]);
  });

  it('print no number that the page does not show to the same reader', async () => {
    for (const [client, path] of [
      [psychologist(), pathOf(CLOSED)],
      [leader(), pathOf(CLOSED)],
      [leader(), pathOf(RUNNING)],
      [bureau(), `${PLAN}/report`],
      [bureau(), `${PLAN}/schools/2002/report`],
    ] as const) {
      const seen = await report(client, path);
      const { title, sections } = printReport(seen);
      const cells = sections.flatMap(({ table }) => table?.rows.flatMap((row) => row.slice(1)) ?? []);
      const printed = new Set(cells.filter((cell) => /^[\d.]+$/.test(cell)).map(Number));
      const shown = new Set(
        JSON.stringify(seen)
          .match(/\d+(\.\d+)?/g)
          ?.map(Number),
      );
      expect([path, [...printed].filter((n) => !shown.has(n))]).toEqual([path, []]);
      expect([path, printed.size > 3 || seen.shown_at_end === true]).toEqual([path, true]);
      expect(sections.some(({ chart }) => chart !== undefined)).toBe(seen.scales.some(({ valid }) => valid !== 0));
      if (seen.smallest !== undefined) {
        const counts = sections.filter(({ title: of }) => of.includes('·') && !of.includes('两次'));
        const rounded = counts.flatMap(({ table }) => table?.rows.flatMap((row) => row.slice(1)) ?? []);
        expect(rounded.filter((cell) => /^\d+$/.test(cell) && Number(cell) % 5 !== 0)).toEqual([]);
        expect(JSON.stringify(sections)).not.toContain('平均分 ');
      }
      expect(title).toContain('测评报告');
    }
  });

  it('say where results of a plan were scored by several versions of a scale', async () => {
    const who5 = ({ scales }: GroupReport) => scales.find(({ scale_id }) => scale_id === 'who-5');
    const now = server().services.packs.packOf('1001', 'who-5').version;
    await sql("update exam_counts set version = '1.0.0' where scale_id = 'who-5'");
    expect(who5(await report(bureau(), `${PLAN}/report`))?.versions).toBeUndefined();
    await sql(
      `insert into exam_counts (org_id, exam_id, part, sex, scale_id, version, norm_set, dimension_id, band_id, state, n, positive)
       select org_id, exam_id, part, 9, scale_id, $1, norm_set, dimension_id, band_id, state, 6, 0
       from exam_counts where scale_id = 'who-5' and n > 0 limit 1`,
      now,
    );
    expect(who5(await report(bureau(), `${PLAN}/report`))?.versions).toEqual(['1.0.0', now]);
    await sql('delete from exam_counts where sex = 9');
    await sql("update exam_counts set version = $1 where scale_id = 'who-5'", now);
  });
});
