import { beforeAll, expect, it } from 'vitest';
import type { WarnStatistics } from '../../../../src/features/crisis/contract/warn-statistics.ts';
import type { Home } from '../../../../src/features/home/contract.ts';
import { eraseRows } from '../../../../src/platform/resources/server/queries/child-records.ts';
import { dataOf, query, rowsOf, useClient, withoutCrises } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { WRONG_COUNTS } from './support.ts';

const PATH = '/v1/portal/psychology_warns/statistics';

describeApi('the statistics of warnings', (kind) => {
  const server = useServer(kind);
  const psychologist = useClient(server, 2001, 8);
  const leader = useClient(server, 2001, 12);
  const teacher = useClient(server, 2001, 10);
  const head = useClient(server, 2001, 9);
  const stranger = useClient(server, 2002, 4);
  const bureau = useClient(server, 1001, 1);
  const ofTwo = useClient(server, 1001, 13);
  const verified = new Map<string, Client>();
  const ask = async (client: Client, parameters: Record<string, string | number> = {}) =>
    dataOf<WarnStatistics>(await client.get(query(PATH, parameters)));
  const one = (name: string) => verified.get(name) ?? server().client;
  const row = (rows: readonly { key: string; n?: number }[], key: string) => rows.find((each) => each.key === key)?.n;
  const sql = (text: string, ...parameters: unknown[]) => rowsOf(server(), text, ...parameters);
  const addWarns = (from: number, count: number, more = '') =>
    sql(
      `insert into warns (org_id, warn_id, child_id, class_id, class_name, period, grade, source, rule, warn_content, reporter_id, reported_at ${more && ', valid_status, verified_at, drill'})
     select '2001', 'w' || (${from} + s.i), s.child_id, c.class_id, c.class_name, c.period, c.grade, 2, 'phq-9', 'x', 'system', '2026-10-05T10:00:00+08:00' ${more}
     from (select *, row_number() over (order by child_id) - 1 as i from students where org_id = '2001' and study_status = 1 and class_id is not null) s join classes c on c.org_id = s.org_id and c.class_id = s.class_id
     where s.i < ${count}`,
    );
  /** The counts of the triggers compared with the rows. */
  const expectCountsRight = async () => {
    expect(await sql(WRONG_COUNTS)).toEqual([{ wrong: 0 }]);
  };

  /** The trend on the home page compared with the statistics, which are returned. */
  const expectTrend = async (name: string) => {
    const shown = await ask(one(name));
    const { cards } = dataOf<Home>(await one(name).get('/v1/portal/home'));
    expect([name, cards.find(({ key }) => key === 'warn-trend')?.content]).toEqual([
      name,
      {
        months: shown.months.map(({ key: month, n, last }) => ({
          month,
          ...(n !== undefined && { n }),
          ...(last !== undefined && { last }),
        })),
        ...(shown.verify && { verify_minutes: shown.verify.median }),
      },
    ]);
    return shown;
  };

  beforeAll(async () => {
    for (const [name, client] of Object.entries({ psychologist, leader, teacher, head, stranger, bureau, ofTwo }))
      verified.set(name, await client().verified());
    await withoutCrises(server());
  });

  it('are open to leaders and psychology teachers with second-step verification only', async () => {
    for (const client of [leader(), bureau()])
      expect((await client.get(PATH)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    for (const name of ['teacher', 'head'])
      expect([name, (await one(name).get(PATH)).code]).toEqual([name, 'AC_FORBIDDEN']);
    expect((await ask(one('leader'))).total).toBe(0);
    expect((await ask(one('bureau'))).total).toBeUndefined();
  });

  it('change with a verdict: exactly for a school, never for its institution', async () => {
    await addWarns(0, 4);
    await addWarns(500, 30, ', 0, null, true');
    expect((await ask(one('leader'))).verdicts.map(({ label, n }) => [label, n])).toEqual([
      ['待核实', 4],
      ['一级', 0],
      ['二级', 0],
      ['三级', 0],
      ['无效', 0],
    ]);
    const few = await ask(one('bureau'), { school_id: '2001' });
    expect([
      few.total,
      few.unit,
      few.smallest,
      row(few.months, '2026-10'),
      row(few.months, '2026-12'),
      few.verify,
    ]).toEqual([undefined, 'student', 5, undefined, undefined, undefined]);
    await addWarns(1000, 23);
    expect(
      (
        await one('psychologist').put('/v1/portal/psychology_warns/w1000/verify', {
          valid_status: 1,
          crisis_level: 2,
          file_ids: [],
          reason: '',
        })
      ).status,
    ).toBe(200);
    const seen = await ask(one('leader'));
    expect([
      seen.total,
      row(seen.verdicts, '2'),
      row(seen.verdicts, 'pending'),
      row(seen.sources, '2'),
      row(seen.months, '2026-10'),
      seen.rules,
    ]).toEqual([27, 1, 26, 27, 27, [{ source: 2, label: 'phq-9', valid: 1, invalid: 0, share: 100 }]]);
    expect(seen.verify?.median).toBeGreaterThan(60 * 24 * 40);
    const all = await ask(one('bureau'));
    // Four of the students have two warnings: the institution counts students.
    expect([
      all.name,
      all.total,
      row(all.parts.rows, '2001'),
      row(all.parts.rows, '2002'),
      row(all.verdicts, '2'),
      row(all.verdicts, 'pending'),
    ]).toEqual(['青禾市教育局', 25, 25, undefined, undefined, 25]);
    expect(JSON.stringify(all)).not.toMatch(/child|class_id/);
    await expectCountsRight();
  });

  it('stand beside those of the year before, and of a school per 100 students', async () => {
    const [now, before] = [await ask(one('leader')), await ask(one('leader'), { school_year: 2025 })];
    for (const { key, last } of now.months)
      expect([key, last]).toEqual([key, row(before.months, `2025${key.slice(4)}`)]);
    const [first] = now.parts.rows;
    const [period, grade] = (first?.key ?? '').split('-');
    const [enrolled] = await sql(
      `select count(*)::int as n from students s join classes c using (org_id, class_id) where org_id = '2001' and study_status = 1 and period = ${period} and grade = ${grade}`,
    );
    expect(first?.per_100).toBe(Math.round(((first?.n ?? 0) / Number(enrolled?.['n'])) * 1000) / 10);
    expect(before.parts.rows.every((part) => part.per_100 === undefined)).toBe(true);
  });

  it('have the months and the median of the trend on the home page', async () => {
    const move = (day: string) =>
      sql(`update warns set reported_at = '${day}T10:00:00+08:00' where warn_id in ('w1001', 'w1002')`);
    await move('2025-10-20');
    const shown = await expectTrend('leader');
    expect([row(shown.months, '2026-10'), shown.months.find(({ key }) => key === '2026-10')?.last]).toEqual([25, 2]);
    expect(shown.verify?.median).toBeGreaterThan(0);
    for (const name of ['psychologist', 'bureau']) await expectTrend(name);
    await move('2026-10-05');
  });

  it('follow a change of level, an undone import and an erasure', async () => {
    await sql("update warns set crisis_level = 1 where warn_id = 'w1000'");
    expect(row((await ask(one('leader'))).verdicts, '1')).toBe(1);
    await expectCountsRight();
    await sql(
      "update warns set valid_status = 2, verified_at = reported_at + interval '2 hours' where valid_status = 0 and warn_id > 'w1' and not drill",
    );
    await expectCountsRight();
    const published = await ask(one('bureau'), { school_id: '2001' });
    expect([row(published.verdicts, 'invalid'), published.verify]).toEqual([20, { median: 116, p90: 116 }]);
    await sql("delete from warns where warn_id like 'w50%'");
    // As an erasure does: all rows of the child, in any order.
    await sql(
      "with gone as (delete from warn_tallies where child_id = (select child_id from warns where warn_id = 'w1') returning child_id) delete from warns where child_id in (select child_id from gone)",
    );
    await sql("delete from warns where warn_id in ('w0', 'w2', 'w3')");
    await expectCountsRight();
    expect((await ask(one('leader'))).total).toBe(22);
  });

  it('are shown on the home page of the institution as the statistics publish them', async () => {
    const published = await ask(one('bureau'), { school_id: '2001' });
    const { cards } = dataOf<Home>(await one('bureau').get('/v1/portal/home'));
    const schools = cards.flatMap(({ content }) => content?.schools ?? []);
    const [own, other] = ['2001', '2002'].map((id) => schools.find(({ school_id }) => school_id === id));
    expect(own).toMatchObject({ students: published.total, verify_minutes: published.verify?.median });
    expect(own?.months).toEqual(published.months.map(({ key, n }) => ({ month: key, ...(n !== undefined && { n }) })));
    expect([other?.students, other?.verify_minutes, other?.months?.every(({ n }) => n === undefined)]).toEqual([
      undefined,
      undefined,
      true,
    ]);
  });

  it('of a school name what has no class, narrow down by level and source, and reach as far as five years', async () => {
    const insert = (id: string, at: string, more = 'false') =>
      sql(
        `insert into warns (org_id, warn_id, child_id, source, warn_content, reporter_id, reported_at, drill)
         select '2001', '${id}', child_id, 1, 'x', 'system', '${at}T10:00:00+08:00', ${more} from students where org_id = '2001' and study_status = 1 limit 1`,
      );
    const before = await ask(one('leader'));
    await insert('loose', '2026-10-06');
    await sql(
      "update crisis_cases set first_contact_at = opened_at + interval '90 minutes' where case_id = (select case_id from warns where warn_id = 'w1000')",
    );
    const all = await ask(one('leader'));
    expect(all.parts.rows[0]).toEqual({ key: '', label: '没有年级', n: 1 });
    const places = all.parts.rows.map(({ key }) => key.split('-').map(Number));
    expect(places).toEqual([...places].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
    expect([all.total, all.contact, all.months.at(-1)?.key]).toEqual([
      before.total! + 1,
      { median: 90, p90: 90 },
      new Date(server().clock.now()).toISOString().slice(0, 7),
    ]);
    expect(all.rules.find(({ source }) => source === 1)).toEqual({
      source: 1,
      label: '人工上报',
      valid: 0,
      invalid: 0,
    });
    const total = async (parameters: Record<string, string | number>) => (await ask(one('leader'), parameters)).total;
    expect([await total({ crisis_level: 1 }), await total({ crisis_level: 3 }), await total({ source: 1 })]).toEqual([
      1, 0, 1,
    ]);
    const none = await ask(one('leader'), { crisis_level: 3 });
    expect([none.verify, none.contact, none.place]).toEqual([undefined, undefined, 'school']);
    expect([await total({ from: '2026-10' }), await total({ to: '2026-10' }), await total({ to: '2026-09' })]).toEqual([
      all.total,
      all.total,
      0,
    ]);
    expect(await total({ from: '2021-11', to: '2026-10' })).toBe(all.total);
    expect((await one('leader').get(query(PATH, { from: '2021-10', to: '2026-10' }))).fields).toEqual(['/to']);
    await insert('drilled', '2024-10-06', 'true');
    expect((await ask(one('leader'))).years).toEqual(before.years);
    await insert('early', '2024-10-06');
    expect((await ask(one('leader'))).years).toEqual([2026, 2025, 2024]);
    await sql("delete from warns where warn_id in ('loose', 'drilled', 'early')");
  });

  it('count every concurrent report about a student, and the student once', async () => {
    const [student] = await sql(
      "select child_id from students s where org_id = '2001' and study_status = 1 and class_id is not null and not exists (select from warns w where w.org_id = s.org_id and w.child_id = s.child_id) order by child_id limit 1",
    );
    const report = (client: Client, more: object = {}) =>
      client.post(`/v1/portal/psychology_${'crisis_level' in more ? 'crisis' : 'warns'}/artificials`, {
        child_id: student?.['child_id'],
        category_ids: ['emotion'],
        warn_content: '经常哭泣',
        source_type: 1,
        ...more,
      });
    const before = await ask(one('leader'));
    const answers = await Promise.all([
      report(one('psychologist')),
      report(one('leader')),
      report(one('psychologist'), { crisis_level: 1, file_ids: [] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    await expectCountsRight();
    const after = await ask(one('leader'));
    expect([after.total, row(after.sources, '1'), row(after.verdicts, '1')]).toEqual([
      before.total! + 3,
      row(before.sources, '1')! + 3,
      row(before.verdicts, '1')! + 1,
    ]);
    const [counted] = await sql(
      "select children from warn_counts where org_id = '2001' and part = '' and dim = 'source' and key = '1' and n > 0",
    );
    expect(counted).toEqual({ children: 1 });
  });

  it('are correct after an erasure, and do not reveal it to the institution', async () => {
    const [child] = await sql(
      "select w.child_id, s.child_name, count(*)::int as n from warns w join students s using (org_id, child_id) where w.org_id = '2001' and w.case_id is not null and not w.drill group by 1, 2 order by 1 limit 1",
    );
    const id = String(child?.['child_id']);
    const [ours, theirs] = [await ask(one('leader')), await ask(one('bureau'))];
    await sql('update students set study_status = 3 where child_id = $1', id);
    await server().db.transaction({ orgId: '2001', userId: null }, (tx) => tx.run(eraseRows(id)));
    await expectCountsRight();
    const [left, published] = [await ask(one('leader')), await ask(one('bureau'))];
    expect(left.total).toBe(ours.total! - Number(child?.['n']));
    // 23 to 27, then 18 to 22: a reader of both cannot tell whether it was one student or nine.
    expect([theirs.total, published.total]).toEqual([25, 20]);
    expect(await sql('select 1 from warn_tallies where child_id = $1', id)).toEqual([]);
    expect(JSON.stringify([left, published])).not.toMatch(new RegExp(`${id}|${String(child?.['child_name'])}`));
  });

  it('narrow down to a class with a link to the list, and widen to a period', async () => {
    const {
      parts: {
        by,
        rows: [grade],
      },
    } = await ask(one('leader'));
    expect(by).toBe('grade');
    const inGrade = await ask(one('leader'), { grade: grade?.key ?? '' });
    expect([
      inGrade.place,
      inGrade.total,
      inGrade.parts.by,
      inGrade.parts.rows.reduce((sum, { n = 0 }) => sum + n, 0),
    ]).toEqual(['grade', grade?.n, 'class', grade?.n]);
    const [inClass] = inGrade.parts.rows;
    const { total } = dataOf<{ total: number }>(
      await one('leader').get(query('/v1/portal/psychology_warns', { class_id: inClass?.key ?? '', size: 1 })),
    );
    expect(total).toBe(inClass?.n);
    expect((await ask(one('leader'), { from: '2026-09', to: '2026-09' })).total).toBe(0);
    expect((await ask(one('leader'), { school_year: 2025 })).total).toBe(0);
    expect((await one('leader').get(query(PATH, { from: '2026-10', to: '2026-09' }))).fields).toEqual(['/to']);
    expect((await ask(one('bureau'), { school_id: '2001', grade: grade?.key ?? '' })).place).toBe('grade');
    for (const [parameters, field] of [
      [{ source: 2 }, '/source'],
      [{ grade: '3-7' }, '/grade'],
      [{ from: '2026-10' }, '/from'],
    ] as const)
      expect((await one('bureau').get(query(PATH, parameters))).fields).toEqual([field]);
  });

  it('stay within the scope of the role', async () => {
    expect((await ask(one('stranger'))).total).toBe(0);
    expect((await one('stranger').get(query(PATH, { school_id: '2001' }))).fields).toEqual(['/school_id']);
    expect((await ask(one('ofTwo'))).parts.rows.map(({ key }) => key)).toEqual(['2001', '2002']);
    expect((await one('ofTwo').get(query(PATH, { school_id: '2003' }))).code).toBe('PSY_OUT_OF_REACH');
    await sql(
      "update memberships set role_extend = '{\"periods\": [4]}' where org_id = '2001' and user_id = 'u-o2001r12'",
    );
    await server().services.access.invalidateUser('u-o2001r12');
    const seen = await expectTrend('leader');
    expect(seen.parts.rows.every(({ key }) => key.startsWith('4-'))).toBe(true);
    expect(seen.total).toBeLessThan(22);
    // The rows that the institution's own session can read in the database: counts, and no row about a child.
    const [counts, rows] = await server().db.admin(async (run) => {
      await run("begin; set local role xinyu_app; select set_config('app.org_id', '1001', true)");
      const found = [
        await run('select distinct org_id from warn_counts where n > 0'),
        await run(
          'select child_id from warns union all select child_id from warn_tallies union all select child_id from crisis_cases',
        ),
      ];
      await run('rollback');
      return found;
    });
    expect([counts, rows]).toEqual([[{ org_id: '2001' }], []]);
  });

  it('can be exported as a sheet, which is logged', async () => {
    const file = await one('bureau').get(query(`${PATH}/export`, { format: 'csv' }));
    expect([file.status, file.text.includes('少于 5 人'), file.text.includes('青禾市第一中学')]).toEqual([
      200,
      true,
      true,
    ]);
    const own = await one('psychologist').get(query(`${PATH}/export`, { format: 'csv' }));
    const { total, verify } = await ask(one('psychologist'));
    for (const line of [
      `合计,预警数,${total}`,
      '规则：测评预警,phq-9 有效率（%）,0',
      `核实用时（分钟）,中位数,${verify?.median}`,
    ])
      expect(own.text.split(/\r?\n/)).toContain(line);
    expect([file.text.includes('核实用时'), own.text.includes('首次联系用时')]).toEqual([true, false]);
    expect(own.status).toBe(200);
    expect(await sql("select org_id from audit_logs where act = 'export' and resource = 'warn' order by 1")).toEqual([
      { org_id: '1001' },
      { org_id: '2001' },
    ]);
  });
});
