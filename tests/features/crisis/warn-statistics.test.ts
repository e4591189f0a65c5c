import { describe, expect, it } from 'vitest';
import {
  monthsBetween,
  monthsOf,
  quantileOf,
  schoolYearOf,
  shareOf,
  startAfter,
  startOf,
  publishedShare,
  yearBefore,
} from '../../../src/features/crisis/rules/warn-statistics.ts';
import { publishedCount } from '../../../src/platform/statistics/disclosure.ts';
import { compareAllPairs, randomOf, reader } from '../../support/differencing.ts';

const FEATURES = ['school', 'grade', 'verdict', 'source', 'month'] as const;
type Warn = Record<(typeof FEATURES)[number], number> & { child: number };

/** The sizes of all groups that an answer counts: the whole, each school, each grade of a school, and their parts. */
function groupSizes(warns: readonly Warn[]): number[] {
  const groups = new Map<string, Set<number>>();
  for (const warn of warns) {
    for (const place of ['', `school ${warn.school}`, `school ${warn.school} grade ${warn.grade}`]) {
      for (const part of ['', ...FEATURES.map((feature) => `${feature} ${warn[feature]}`)]) {
        const name = `${place} / ${part}`;
        groups.set(name, (groups.get(name) ?? new Set<number>()).add(warn.child));
      }
    }
  }
  return [...groups.values()].map(({ size }) => size);
}

describe('numbers for an institution', () => {
  it('suppress small groups, which look like empty ones', () => {
    expect([0, 1, 4, 5, 7, 8, 12, 13].map((n) => publishedCount(n, 5))).toEqual([
      undefined,
      undefined,
      undefined,
      5,
      5,
      10,
      10,
      15,
    ]);
    expect([9, 10, 14, 15].map((n) => publishedCount(n, 10))).toEqual([undefined, 10, 10, 20]);
    expect([publishedShare(15, 5, 5), publishedShare(10, 5, 5), publishedShare(undefined, 30, 5)]).toEqual([
      75,
      undefined,
      undefined,
    ]);
  });

  it.each([5, 6, 10])(
    'reveal no child by the difference of two answers, now or before one more warning (%i)',
    (smallest) => {
      const read = reader(smallest);
      const wrong = new Set<string>();
      let compared = 0;
      for (let seed = 1; seed <= 4; seed++) {
        const random = randomOf(seed);
        const pick = (n: number) => Math.floor(random() * n);
        const children = Array.from({ length: 10 + pick(40) }, (_, child) => ({
          child,
          school: pick(3),
          grade: pick(3),
        }));
        const warns = Array.from({ length: 90 }, (): Warn => ({
          ...(children[pick(children.length)] ?? { child: 0, school: 0, grade: 0 }),
          verdict: pick(5),
          source: pick(3),
          month: pick(6),
        }));
        const found = compareAllPairs(groupSizes(warns).map(read), groupSizes(warns.slice(1)).map(read), smallest);
        for (const one of found.wrong) wrong.add(one);
        compared += found.compared;
      }
      expect([...wrong]).toEqual([]);
      expect(compared).toBeGreaterThan(10_000);
    },
  );
});

describe('the share of valid warnings', () => {
  it('is a whole percentage of the verified ones', () => {
    expect([shareOf(1, 2), shareOf(3, 0), shareOf(0, 3), shareOf(5, 3)]).toEqual([33, 100, 0, 63]);
  });

  it('is none where nothing is verified, and where a number is not known', () => {
    expect([shareOf(0, 0), shareOf(undefined, 3), shareOf(3, undefined)]).toEqual([undefined, undefined, undefined]);
  });

  it('is published for an institution only from four times the smallest group on', () => {
    expect([publishedShare(10, 9, 5), publishedShare(10, 10, 5), publishedShare(30, undefined, 5)]).toEqual([
      undefined,
      50,
      undefined,
    ]);
  });
});

describe('periods and times', () => {
  it('are compared with the same month of the year before', () => {
    expect(['2026-09', '2027-01'].map(yearBefore)).toEqual(['2025-09', '2026-01']);
  });

  it('have one month from a month to itself, and go on to the end of a year', () => {
    expect(monthsBetween('2026-12', '2026-12')).toEqual(['2026-12']);
    expect(startAfter('2026-11')).toBe('2026-12-01T00:00:00+08:00');
  });

  it('do not count steps without a duration', () => {
    const middle = quantileOf(new Map([[8, 1]]), 0.5);
    expect(middle).toBe(3);
    expect(
      quantileOf(
        new Map([
          [0, 0],
          [8, 1],
          [40, 0],
        ]),
        0.5,
      ),
    ).toBe(middle);
    expect(
      quantileOf(
        new Map([
          [8, 1],
          [0, 1],
        ]),
        0.5,
      ),
    ).toBe(quantileOf(new Map([[0, 1]]), 0.5));
    expect(
      quantileOf(
        new Map([
          [8, 1],
          [0, 1],
        ]),
        0.51,
      ),
    ).toBe(middle);
  });

  it('begin a school year on 1 September in the time zone of the schools', () => {
    expect(
      ['2026-08-31T15:59:59Z', '2026-08-31T16:00:00Z', '2027-08-31T15:00:00Z'].map((at) =>
        schoolYearOf(Date.parse(at)),
      ),
    ).toEqual([2025, 2026, 2026]);
    expect([monthsOf(2026)[0], monthsOf(2026)[4], monthsOf(2026)[11]]).toEqual(['2026-09', '2027-01', '2027-08']);
    expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
    expect([monthsBetween('2026-11', '2026-10'), startOf('2026-12'), startAfter('2026-12')]).toEqual([
      [],
      '2026-12-01T00:00:00+08:00',
      '2027-01-01T00:00:00+08:00',
    ]);
  });

  it('have no quantile where every duration was erased', () => {
    expect(quantileOf(new Map([[8, 0]]), 0.5)).toBeUndefined();
  });

  it('find quantiles to within a tenth', () => {
    const stepOf = (minutes: number) => Math.floor(4 * Math.log2(minutes + 1));
    const histogram = new Map<number, number>();
    for (let minutes = 1; minutes <= 1000; minutes++)
      histogram.set(stepOf(minutes), (histogram.get(stepOf(minutes)) ?? 0) + 1);
    for (const share of [0.5, 0.9])
      expect(Math.abs((quantileOf(histogram, share) ?? 0) / (1000 * share) - 1)).toBeLessThan(0.1);
    expect(quantileOf(new Map(), 0.5)).toBeUndefined();
  });
});
