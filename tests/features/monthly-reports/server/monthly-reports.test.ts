import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { MonthlyReport } from '../../../../src/features/monthly-reports/contract.ts';
import { countMonths } from '../../../../src/features/monthly-reports/server/count-months.ts';
import { printMonthly } from '../../../../src/features/monthly-reports/server/print-monthly.ts';
import { publishedCount } from '../../../../src/platform/statistics/disclosure.ts';
import { dataOf, rowsOf, useClient, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import type { Answer, Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const MONTH = '2026-10';
const FROM = '2026-10-01T00:00:00+08:00';
const TO = '2026-11-01T00:00:00+08:00';
const pathOf = (month = MONTH) => `/v1/portal/monthly_reports/${month}`;
const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();

describeApi('the psychological monthly report', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const leader = useVerifiedClient(server, 2001, 12);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const unverified = useClient(server, 2001, 8);
  const bureau = useVerifiedClient(server, 1001, 1);
  const ofTwo = useVerifiedClient(server, 1001, 13);
  const unverifiedBureau = useClient(server, 1001, 2);
  const sql = (text: string, ...parameters: unknown[]) => rowsOf(server(), text, ...parameters);
  const read = async (client: Client, path = pathOf(), numbers = '') =>
    dataOf<MonthlyReport>(await client.get(`${path}${numbers && `?numbers=${numbers}`}`));
  const lineOf = ({ sections }: MonthlyReport, key: string) =>
    sections.flatMap(({ lines }) => lines).find((line) => line.key === key);
  const countAll = async () => {
    for (const org of ['1001', '2001', '2002', '2003', '2004']) await countMonths(server().services, org);
  };

  beforeAll(async () => {
    // Warnings of 12 students in the month, each with a second one of the first student.
    await sql(
      `insert into warns (org_id, warn_id, child_id, source, warn_content, reporter_id, reported_at, valid_status, crisis_level, verified_at)
       select '2001', 'wm' || n, 'k2001-' || lpad((least(n, 12) + 100)::text, 4, '0'), 1, 'x', 'system',
         '2026-10-08T02:00:00Z'::timestamptz, 1, case when n <= 7 then 2 else 3 end, '2026-10-08T04:00:00Z'::timestamptz
       from generate_series(1, 13) n`,
    );
    // Neither a drill nor the month before belongs to it.
    await sql(
      `insert into warns (org_id, warn_id, child_id, source, warn_content, reporter_id, reported_at, drill)
       values ('2001', 'wm-drill', 'k2001-0150', 1, 'x', 'system', '2026-10-09T02:00:00Z', true),
         ('2001', 'wm-before', 'k2001-0151', 1, 'x', 'system', '2026-09-30T15:59:59Z', false)`,
    );
  });

  it('needs the role and a second proof, and a month that is over', async () => {
    expect(outcome(await unverified().get(pathOf()))).toContain('PSY_INVALID_SECONDARY_TOKEN');
    expect(outcome(await unverifiedBureau().get(pathOf()))).toContain('PSY_INVALID_SECONDARY_TOKEN');
    expect(outcome(await classTeacher().get(pathOf()))).toBe('403 AC_FORBIDDEN');
    for (const month of ['2026-11', '2024-01', '2026-13'])
      expect([month, (await admin().get(pathOf(month))).status]).toEqual([month, 400]);
    const exact = await bureau().get(`${pathOf()}?numbers=exact`);
    expect([exact.status, exact.fields]).toEqual([400, ['/numbers']]);
  });

  it('counts events exactly inside the school, as the rows say', async () => {
    const report = await read(admin(), pathOf(), 'exact');
    const [row] = await sql(
      `select count(*)::int as n, count(distinct child_id)::int as students from warns
       where org_id = '2001' and not drill and reported_at >= $1 and reported_at < $2`,
      FROM,
      TO,
    );
    expect(lineOf(report, 'reported-event')?.now).toBe(row?.['n']);
    expect(lineOf(report, 'reported-student')?.now).toBe(row?.['students']);
    expect(Number(row?.['n'])).toBeGreaterThan(Number(row?.['students']));
    const [cases] = await sql(
      `select count(*) filter (where opened_at >= $1 and opened_at < $2)::int as opened,
         count(*) filter (where opened_at < $2 and (closed_at is null or closed_at >= $2))::int as open
       from crisis_cases where org_id = '2001'`,
      FROM,
      TO,
    );
    expect(lineOf(report, 'opened-event')?.now).toBe(cases?.['opened']);
    expect(lineOf(report, 'open-event')?.now).toBe(cases?.['open']);
    const [talks] = await sql(
      `select count(*)::int as n, coalesce(round(sum(minutes) / 60.0), 0)::int as hours from consultations
       where org_id = '2001' and status = 2 and start_at >= $1 and start_at < $2`,
      FROM,
      TO,
    );
    expect([lineOf(report, 'consultation-2-event')?.now, lineOf(report, 'hours')?.now]).toEqual([
      talks?.['n'],
      talks?.['hours'],
    ]);
    expect(lineOf(report, 'verify-0.5')?.now).toBeGreaterThan(60);
    expect(JSON.stringify(report)).not.toMatch(/child_id|child_name/);
  });

  it('shows rounded numbers of students otherwise, and the month before beside it', async () => {
    const [exact, rounded] = [await read(leader(), pathOf(), 'exact'), await read(leader())];
    expect(rounded.smallest).toBe(5);
    const students = lineOf(exact, 'reported-student');
    for (const period of ['now', 'before', 'last_year'] as const)
      expect(lineOf(rounded, 'reported-student')?.[period]).toBe(publishedCount(students?.[period] ?? 0, 5));
    expect(lineOf(rounded, 'reported-event')).toBeUndefined();
    expect(lineOf(rounded, 'hours')).toBeUndefined();
    const before = await read(leader(), pathOf('2026-09'), 'exact');
    expect(lineOf(exact, 'reported-event')?.before).toBe(lineOf(before, 'reported-event')?.now);
  });

  it('stays within the scope of a limited role', async () => {
    await sql(`update memberships set role_extend = '{"periods": [4]}' where org_id = '2001' and role_id = 14`);
    const limited = await (await server().client.signIn('o2001r14')).withRole(2001, 14).verified();
    const report = await read(limited, pathOf(), 'exact');
    const [row] = await sql(
      `select count(*)::int as n from warns w join students s using (org_id, child_id)
       join classes c on c.org_id = s.org_id and c.class_id = s.class_id
       where w.org_id = '2001' and not w.drill and c.period = 4 and w.reported_at >= $1 and w.reported_at < $2`,
      FROM,
      TO,
    );
    expect([report.name, lineOf(report, 'reported-event')?.now]).toEqual(['我管理的范围', row?.['n']]);
    expect(lineOf(await read(admin(), pathOf(), 'exact'), 'reported-event')?.now).toBeGreaterThan(Number(row?.['n']));
  });

  it('is refused as a file when its maker reaches other students than before', async () => {
    const limited = await (await server().client.signIn('o2001r14')).withRole(2001, 14).verified();
    const { task_id } = dataOf<{ task_id: string }>(await limited.post(`${pathOf()}/file`, {}));
    await server().services.jobs.idle();
    const file = `/v1/portal/files/temp/${task_id}/file`;
    expect((await limited.get(file)).status).toBe(200);
    const [row] = await sql(
      `update memberships set role_extend = '{"periods": [3]}' where org_id = '2001' and role_id = 14 returning user_id`,
    );
    await server().services.access.invalidateUser(String(row?.['user_id']));
    expect(outcome(await limited.get(file))).toBe('403 AC_FORBIDDEN');
  });

  it('gives an institution counts that its schools made when the month was over, and no row about a child', async () => {
    const early = await read(bureau());
    expect(early.schools?.rows.every(({ counted }) => !counted)).toBe(true);
    await countAll();
    const area = await read(bureau());
    const own = await read(admin(), pathOf(), 'exact');
    const school = area.schools?.rows.find(({ key }) => key === '2001');
    expect(school?.counted).toBe(true);
    expect(school?.numbers.find(({ key }) => key === 'reported')?.n).toBe(
      publishedCount(lineOf(own, 'reported-student')?.now ?? 0, 5),
    );
    expect(area.text.join('')).toContain('不用于评比和排名');
    // A counted month stays as it is.
    await sql("delete from warns where warn_id like 'wm%' and warn_id <> 'wm-before'");
    await countAll();
    expect((await read(bureau())).sections).toEqual(area.sections);
    expect((await read(ofTwo())).schools?.rows.length).toBeLessThan(area.schools?.rows.length ?? 0);
    const [counts, others] = await server().db.admin(async (run) => {
      await run("begin; set local role xinyu_app; select set_config('app.org_id', '2002', true)");
      const found = [
        await run('select distinct org_id from month_counts'),
        await run('select child_id from warns where false'),
      ];
      await run('rollback');
      return found;
    });
    expect([counts?.every((row) => row['org_id'] === '2002'), others]).toEqual([true, []]);
  });

  it('becomes a PDF with a code, whose numbers are those of the page', async () => {
    for (const [client, body] of [
      [admin(), { numbers: 'exact' }],
      [leader(), {}],
      [bureau(), {}],
    ] as const) {
      const started = await client.post(`${pathOf()}/file`, body);
      expect(started.status, started.text).toBe(200);
      await server().services.jobs.idle();
      const { task_id } = dataOf<{ task_id: string }>(started);
      expect(await sql('select type, kind, area, status from export_tasks where file_id = $1', task_id)).toEqual([
        { type: 4, kind: 'monthly', area: 'report/monthly', status: 1 },
      ]);
      const file = await client.get(`/v1/portal/files/temp/${task_id}/file`);
      expect(Buffer.from(file.body).subarray(0, 5).toString()).toBe('%PDF-');
      const digest = createHash('sha256').update(Buffer.from(file.body)).digest('hex');
      expect(await sql('select kind from file_codes where digests @> array[$1]', digest)).toEqual([
        { kind: 'monthly' },
      ]);
      const seen = await read(client, pathOf(), 'numbers' in body ? 'exact' : '');
      const shown = new Set(JSON.stringify(seen).match(/\d+/g)?.map(Number));
      const cells = printMonthly(seen).sections.flatMap(
        ({ table }) => table?.rows.flatMap((row) => row.slice(1)) ?? [],
      );
      const numbers = cells.filter((cell) => !/^(少于|<)|小时$/.test(cell)).flatMap((cell) => cell.match(/\d+/g) ?? []);
      expect(numbers.map(Number).filter((n) => !shown.has(n))).toEqual([]);
    }
    expect(outcome(await classTeacher().post(`${pathOf()}/file`, {}))).toBe('403 AC_FORBIDDEN');
    expect(await sql("select 1 from audit_logs where act = 'export' and resource = 'monthly-report'")).toHaveLength(4);
  });
});
