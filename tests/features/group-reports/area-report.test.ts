import { describe, expect, it } from 'vitest';
import { areaReport, type AreaFacts, type SchoolCell } from '../../../src/features/group-reports/rules/area-report.ts';
import type { Show } from '../../../src/features/group-reports/rules/cells.ts';
import { meetingText } from '../../../src/features/group-reports/rules/meeting-text.ts';
import { scoredWith } from '../../../src/features/group-reports/rules/versions.ts';
import { publishedCount } from '../../../src/platform/statistics/disclosure.ts';
import { compareAllPairs, randomOf, reader } from '../../support/differencing.ts';
import { scale } from '../screening/support/packs.ts';

const pack = scale('gad-7');
const SCHOOLS = [0, 1, 2].map((n) => ({ org_id: `s${n}`, org_name: `学校${n}` }));
const BANDS = ['minimal', 'mild', 'moderate', 'severe'];
const STATES = ['attentive', 'marked', 'void'] as const;

interface Student {
  school: string;
  grade: string;
  sex: number;
  band: string;
  state: (typeof STATES)[number];
  submitted: boolean;
  positive: boolean;
}

const cellOf = ({ school, grade, sex, band, state, positive }: Student): SchoolCell => ({
  org_id: school,
  part: grade,
  sex,
  scale_id: 'gad-7',
  version: pack.version,
  norm_set: '',
  dimension_id: 'total',
  band_id: band,
  state,
  n: 1,
  positive: Number(positive),
});

/** What the tables hold about these students, for one answer. */
const factsOf = (students: readonly Student[], schools = SCHOOLS, more: Partial<AreaFacts> = {}): AreaFacts => {
  const within = students.filter(({ school }) => schools.some(({ org_id }) => org_id === school));
  return {
    schools,
    packs: [{ pack, others: [] }],
    normSets: {},
    cells: within.filter(({ submitted }) => submitted).map(cellOf),
    participation: schools.map(({ org_id }) => {
      const own = within.filter(({ school }) => school === org_id);
      return { org_id, planned: own.length, submitted: own.filter(({ submitted }) => submitted).length };
    }),
    ...more,
  };
};

/** Every number of students in an answer. */
function numbersIn(value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'number' ? (key === 'order' ? [] : [each]) : numbersIn(each),
  );
}

/** The sizes of the groups of all answers: each scope of a role, each school, and each grade of a school. */
function sizesOf(students: readonly Student[]): number[] {
  const exact = (facts: AreaFacts) => numbersIn(areaReport(facts, (n) => n, '教育局'));
  const scopes = [SCHOOLS, SCHOOLS.slice(0, 2), SCHOOLS.slice(1)];
  return [
    ...scopes.flatMap((schools) => exact(factsOf(students, schools))),
    ...SCHOOLS.flatMap(({ org_id: schoolId }) => {
      const schools = SCHOOLS.filter(({ org_id }) => org_id === schoolId);
      return [undefined, '2-4', '2-5'].flatMap((grade) => exact(factsOf(students, schools, { schoolId, grade })));
    }),
  ];
}

function drawn(seed: number): Student[] {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: 30 + Math.floor(random() * 90) }, () => ({
    school: pick(SCHOOLS).org_id,
    grade: pick(['2-4', '2-5']),
    sex: pick([0, 1, 2]),
    band: pick(BANDS),
    state: random() < 0.8 ? 'attentive' : pick(STATES),
    submitted: random() < 0.8,
    positive: random() < 0.2,
  }));
}

describe('the report of an institution', () => {
  it.each([5, 6, 10])(
    'reveals no child by the difference of two numbers, of two roles, or before one more sheet (%i)',
    (smallest) => {
      const read = reader(smallest);
      const wrong = new Set<string>();
      let compared = 0;
      for (let seed = 1; seed <= 3; seed++) {
        const students = drawn(seed);
        const distinct = (list: readonly Student[]) => [...new Set(sizesOf(list))].map(read);
        const found = compareAllPairs(distinct(students), distinct(students.slice(1)), smallest);
        for (const one of found.wrong) wrong.add(one);
        compared += found.compared;
      }
      expect([...wrong]).toEqual([]);
      expect(compared).toBeGreaterThan(1000);
    },
  );

  it('shows each number rounded on its own, and nothing else', () => {
    const students = drawn(7);
    const [exact, shown] = [(n: number) => n, (n: number) => publishedCount(n, 5)].map((show) =>
      areaReport(factsOf(students), show, '教育局'),
    );
    expect(numbersIn(shown).every((n) => n >= 5 && n % 5 === 0)).toBe(true);
    expect(numbersIn(shown).length).toBeLessThan(numbersIn(exact).length);
    expect(JSON.stringify(shown)).not.toContain('mean');
  });

  it('lists no grade of a school that has few sheets, and looks as if it had none', () => {
    const few = drawn(3).map((student, i) => ({ ...student, grade: i < 4 ? '2-6' : '2-4', school: 's0' }));
    const show = (n: number) => publishedCount(n, 5);
    const of = (students: Student[]) => areaReport(factsOf(students, SCHOOLS, { schoolId: 's0' }), show, '教育局');
    expect(of(few).places.map(({ key }) => key)).toEqual(['2-4']);
  });

  it('writes only published numbers into the text for a meeting', () => {
    const part = areaReport(factsOf(drawn(5)), (n) => publishedCount(n, 5), '教育局');
    const text = meetingText({
      ...part,
      title: '计划',
      as_of: '2026-11-23T00:00:00Z',
      is_over: true,
      smallest: 5,
    }).join('');
    for (const [, n] of text.matchAll(/ (\d+) [名份]/g)) expect(Number(n) % 5).toBe(0);
    expect(text).toContain('筛查不是诊断');
    // Sums of rounded bands are no share.
    expect(text).not.toContain('最高的是');
    const reasons = ['norm-set', 'population'];
    const compared = { scale_id: 'gad-7', title: 'GAD-7', reasons, dimensions: [] };
    const comparison = { exam_name: '去年', starts_at: '2025-11-23T00:00:00Z', grades: ['一'], scales: [compared] };
    const known = { title: '计划', as_of: '2026-11-23T00:00:00Z', is_over: true };
    expect(meetingText({ ...part, ...known, comparison }).join('')).toContain(
      'GAD-7不作比较（两次使用的常模不同；两次的人群不同）',
    );
    const exact = areaReport(factsOf(drawn(5)), (n) => n, '教育局');
    expect(meetingText({ ...exact, ...known }).join('')).toContain('最高的是');
  });
});

describe('the versions of a scale', () => {
  const band = pack.bands['minimal'];
  if (!band) throw new Error('the pack has this band');
  const newer = { ...pack, version: '9.0.0', bands: { ...pack.bands, minimal: { ...band, title: '新的名称' } } };
  const find = (_: string, version: string) => [pack, newer].find((each) => each.version === version);
  const published: Show = (n) => publishedCount(n, 5);
  const cells = (...sizes: [version: string, n: number][]) =>
    sizes.map(([version, n]) => ({
      ...cellOf({
        school: 's0',
        grade: '2-4',
        sex: 1,
        band: 'minimal',
        state: 'attentive',
        submitted: true,
        positive: false,
      }),
      version,
      n,
    }));
  const scaleOf = (of: SchoolCell[]) => {
    const packs = scoredWith([newer], of, find, published);
    return areaReport(factsOf([], SCHOOLS, { cells: of, packs }), published, '教育局').scales[0];
  };
  const nameOf = (of: SchoolCell[]) =>
    scaleOf(of)?.dimensions[0]?.bands.find(({ band_id }) => band_id === 'minimal')?.title;

  it('name the bands as the one that scored the results, and not as the newest', () => {
    expect(nameOf(cells([pack.version, 30]))).toBe(band.title);
    expect(nameOf(cells(['9.0.0', 30]))).toBe('新的名称');
    expect(nameOf([])).toBe('新的名称');
  });

  it('are named where there are several, the most used first, except those of few students', () => {
    expect(scaleOf(cells([pack.version, 30], ['9.0.0', 40]))?.versions).toEqual(['9.0.0', pack.version]);
    expect(nameOf(cells([pack.version, 30], ['9.0.0', 40]))).toBe('新的名称');
    expect(scaleOf(cells([pack.version, 30], ['9.0.0', 4]))?.versions).toBeUndefined();
  });
});
