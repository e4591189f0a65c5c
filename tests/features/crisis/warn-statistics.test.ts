import { describe, expect, it } from 'vitest';
import {
  monthsBetween,
  monthsOf,
  quantileOf,
  schoolYearOf,
  startAfter,
  startOf,
  publishedCount,
  publishedShare,
} from '../../../src/features/crisis/rules/warn-statistics.ts';

/** A small generator with a fixed seed (mulberry32). */
const randomOf = (seed: number) => () => {
  let t = (seed += 0x6d2b79f5);
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

const FEATURES = ['school', 'grade', 'verdict', 'source', 'month'] as const;
type Warn = Record<(typeof FEATURES)[number], number> & { child: number };

/** Every answer about a data set: the whole, each school, each grade of a school, and the parts of each of them. */
function answers(
  warns: readonly Warn[],
  smallest: number,
): Map<string, { group: Set<number>; shown: number | undefined }> {
  const groups = new Map<string, Set<number>>();
  for (const warn of warns) {
    for (const place of ['', `school ${warn.school}`, `school ${warn.school} grade ${warn.grade}`]) {
      for (const part of ['', ...FEATURES.map((feature) => `${feature} ${warn[feature]}`)]) {
        const name = `${place} / ${part}`;
        groups.set(name, (groups.get(name) ?? new Set<number>()).add(warn.child));
      }
    }
  }
  return new Map([...groups].map(([name, group]) => [name, { group, shown: publishedCount(group.size, smallest) }]));
}

/** The numbers of students that a published number may stand for, as a reader who knows the rules computes them. */
const standsFor = (shown: number | undefined, smallest: number): number[] =>
  Array.from({ length: 120 }, (_, n) => n).filter((n) => publishedCount(n, smallest) === shown);

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
      const range = (shown: number | undefined) => {
        const all = standsFor(shown, smallest);
        return { low: all[0] ?? 0, high: all.at(-1) ?? 0 };
      };
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
        const ranged = (all: readonly Warn[]) =>
          [...answers(all, smallest).values()].map(({ group, shown }) => ({
            size: group.size,
            shown,
            ...range(shown),
          }));
        const now = ranged(warns);
        const before = ranged(warns.slice(1));
        for (const one of now) {
          if (one.size < smallest && one.shown !== undefined) wrong.add(`${one.size} told as ${one.shown}`);
          for (const other of [...now, ...before]) {
            // A reader who knows that one group contains the other cannot infer from both numbers that a few students
            // are between them.
            const [low, high] = [Math.max(0, one.low - other.high), one.high - other.low];
            if (high < 0) continue;
            compared += 1;
            if (low > 0 && high - low < 4) wrong.add(`${one.shown} less ${other.shown} is ${low} to ${high}`);
          }
        }
      }
      expect([...wrong]).toEqual([]);
      expect(compared).toBeGreaterThan(10_000);
    },
  );
});

describe('periods and times', () => {
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
