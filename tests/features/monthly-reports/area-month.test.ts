import { describe, expect, it } from 'vitest';
import { areaSections, schoolTable, type SchoolCount } from '../../../src/features/monthly-reports/rules/area-month.ts';
import { meetingText } from '../../../src/features/monthly-reports/rules/meeting-text.ts';
import { closedMonths, comparedWith } from '../../../src/features/monthly-reports/rules/months.ts';
import { publishedCount } from '../../../src/platform/statistics/disclosure.ts';
import { compareAllPairs, randomOf, reader } from '../../support/differencing.ts';

const MONTHS = comparedWith('2026-10');
const SCHOOLS = ['s0', 's1', 's2'].map((org_id) => ({ org_id, org_name: `学校${org_id}` }));
const KEYS = [
  ['reported', ''],
  ['verified', ''],
  ['verdict', '1'],
  ['opened', ''],
  ['open', ''],
  ['record', 'intervention'],
  ['consultation', '2'],
  ['referred', ''],
] as const;

/** What each student does in which school and month, as the rows of the counts. */
function drawn(seed: number, leaveOut = 0): SchoolCount[] {
  const random = randomOf(seed);
  const events = Array.from({ length: 260 }, () => ({
    org_id: SCHOOLS[Math.floor(random() * SCHOOLS.length)]?.org_id ?? '',
    month: Object.values(MONTHS)[Math.floor(random() * 3)] ?? '',
    of: KEYS[Math.floor(random() * KEYS.length)] ?? KEYS[0],
  })).slice(leaveOut);
  const sizes = new Map<string, SchoolCount>();
  for (const {
    org_id,
    month,
    of: [dim, key],
  } of events) {
    const id = [org_id, month, dim, key].join();
    const row = sizes.get(id) ?? { org_id, month, dim, key, children: 0 };
    sizes.set(id, { ...row, children: row.children + 1 });
  }
  return [...sizes.values()];
}

/** Exact sizes of every group that the report publishes: each line in each month, and each school in this month. */
function sizesOf(counts: readonly SchoolCount[]): number[] {
  const sum = (rows: readonly SchoolCount[]) => rows.reduce((all, { children }) => all + children, 0);
  const of = (month: string, [dim, key]: (typeof KEYS)[number]) =>
    counts.filter((row) => row.month === month && row.dim === dim && row.key === key);
  return Object.values(MONTHS).flatMap((month) =>
    KEYS.flatMap((each) => [
      sum(of(month, each)),
      ...SCHOOLS.map(({ org_id }) => sum(of(month, each).filter((row) => row.org_id === org_id))),
    ]),
  );
}

const counted = new Set(SCHOOLS.map(({ org_id }) => org_id));
const reportOf = (counts: readonly SchoolCount[]) => {
  const now = counts.filter(({ month }) => month === MONTHS.now);
  const report = {
    level: 'area' as const,
    name: '教育局',
    month: MONTHS.now,
    months: [MONTHS.now],
    as_of: '2026-11-20T00:00:00Z',
    smallest: 5,
    known: { before: true, last_year: true },
    sections: areaSections(counts, MONTHS, 5),
    screenings: [],
    schools: schoolTable(SCHOOLS, now, { smallest: 5, counted }),
  };
  return { ...report, text: meetingText(report) };
};

describe('the month of an institution', () => {
  it('reveals no student by the difference of two numbers, of two months, or of one student more', () => {
    const read = reader(5);
    let compared = 0;
    for (let seed = 1; seed <= 3; seed++) {
      const distinct = (counts: SchoolCount[]) => [...new Set(sizesOf(counts))].map(read);
      const found = compareAllPairs(distinct(drawn(seed)), distinct(drawn(seed, 1)), 5);
      expect(found.wrong).toEqual([]);
      compared += found.compared;
    }
    expect(compared).toBeGreaterThan(300);
  });

  it('shows every number of students rounded on its own: lines, schools and text', () => {
    const counts = drawn(4);
    const report = reportOf(counts);
    const shown = [
      ...report.sections.flatMap(({ lines }) =>
        lines.flatMap(({ now, before, last_year }) => [now, before, last_year]),
      ),
      ...report.schools.rows.flatMap(({ numbers }) => numbers.map(({ n }) => n)),
    ].filter((n) => n !== undefined);
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.every((n) => n >= 5 && n % 5 === 0)).toBe(true);
    const reported = counts.filter((row) => row.month === MONTHS.now && row.dim === 'reported');
    const line = report.sections[0]?.lines.find(({ key }) => key === 'reported-student');
    expect(line?.now).toBe(
      publishedCount(
        reported.reduce((sum, { children }) => sum + children, 0),
        5,
      ),
    );
    for (const [, n] of report.text.join('').matchAll(/约 (\d+) /g)) expect(Number(n) % 5).toBe(0);
    expect(JSON.stringify(report)).not.toContain('event');
  });

  it('shows times of enough students only', () => {
    const rows = (n: number) => [
      { org_id: 's0', month: MONTHS.now, dim: 'verified', key: '', children: n },
      { org_id: 's0', month: MONTHS.now, dim: 'verify', key: '12', children: n },
    ];
    const time = (n: number) => areaSections(rows(n), MONTHS, 5)[0]?.lines.find(({ key }) => key === 'verify-0.5')?.now;
    expect([time(19), typeof time(20)]).toEqual([undefined, 'number']);
  });
});

it('offers the months that are over', () => {
  expect(closedMonths(Date.parse('2026-01-01T00:00:00+08:00'), 2)).toEqual(['2025-12', '2025-11']);
  expect(closedMonths(Date.parse('2025-12-31T23:59:59+08:00'), 1)).toEqual(['2025-11']);
  expect(comparedWith('2026-01')).toEqual({ now: '2026-01', before: '2025-12', last_year: '2025-01' });
});
