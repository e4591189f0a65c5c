/*
 * What an institution is told of the warnings of its schools: how many students, never of a few, and never to the last one.
 *
 * 1. Students are counted and not warnings, each once in a number, however many warnings there are of one.
 * 2. A number of fewer than `smallest` is not told, and neither is a zero: both look the same.
 * 3. Every other number is rounded to a multiple of `smallest`, each by itself, totals too; the same group always gives the same number.
 * 4. There are no filters to cross: a school year, and there the whole institution, a school, or a grade of it.
 * 5. Shares are worked out from numbers that are told; times are told in steps, of at least `FEW` times as many students.
 *
 * Why no subtraction gives a child away: one student more or less changes a number by one, and a number that is told stands for at least three that follow on
 * each other. A difference of two (a total less its parts, a year less a month, a place less one of its places, today less yesterday, what two people see)
 * therefore stands for at least five, and is never that of one student alone. A group of a few looks like an empty one, so that a bound from above never says
 * that there is somebody. Limits: whoever puts many answers together with much that they know otherwise may narrow a sum down, and where all students of a
 * group are of one kind that is seen.
 */

/** Students that a number is about, at least; more may be configured. */
export const SMALLEST_GROUP = 5;
/** Times and shares want so many times as many. */
const FEW = 4;

/** Students as they are told; undefined where they are too few. */
export const told = (students: number, smallest: number): number | undefined =>
  students < smallest ? undefined : Math.round(students / smallest) * smallest;
/** Whether a group is large enough to tell what its times are. */
export const tellsTimes = (students: number, smallest: number): boolean => students >= FEW * smallest;

/**
 * Share of valid ones among those verified, in percent; undefined where there are none, or one of the numbers is not
 * told.
 */
export const shareOf = (valid: number | undefined, invalid: number | undefined): number | undefined =>
  valid === undefined || invalid === undefined || valid + invalid === 0
    ? undefined
    : Math.round((valid / (valid + invalid)) * 100);
/** The same from numbers that are told, where they are large enough. */
export const toldShare = (
  valid: number | undefined,
  invalid: number | undefined,
  smallest: number,
): number | undefined => (tellsTimes((valid ?? 0) + (invalid ?? 0), smallest) ? shareOf(valid, invalid) : undefined);

const STEPS = 4;
/** Steps of the histogram of times: a fourth of a doubling, in minutes (`warn_duration_step` in the database). */
const middleOf = (step: number): number => Math.round(2 ** ((step + 0.5) / STEPS) - 1);

/** The quantile of a histogram of times, in minutes, to within a tenth. */
export function quantileOf(steps: ReadonlyMap<number, number>, share: number): number | undefined {
  const all = [...steps].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const rank = Math.ceil(all.reduce((sum, [, n]) => sum + n, 0) * share);
  let seen = 0;
  for (const [step, n] of all) if ((seen += n) >= rank) return middleOf(step);
  return undefined;
}

const LOCAL = 8 * 3_600_000;
/** First month of a school year. */
const SEPTEMBER = 8;

/** The school year of an instant: the calendar year in which it began, on 1 September where the schools are. */
export function schoolYearOf(instant: number): number {
  const local = new Date(instant + LOCAL);
  return local.getUTCFullYear() - (local.getUTCMonth() < SEPTEMBER ? 1 : 0);
}

const month = (year: number, index: number) =>
  `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
/** The months of a school year, `YYYY-MM`. */
export const monthsOf = (year: number): string[] => Array.from({ length: 12 }, (_, i) => month(year, SEPTEMBER + i));
/** The months from one to another, both included. */
export function monthsBetween(from: string, to: string): string[] {
  const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
  return Array.from({ length: Math.max(0, index(to) - index(from) + 1) }, (_, i) =>
    month(0, index(from) + i).padStart(7, '0'),
  );
}
/** The instant at which a month begins, and the next one. */
export const startOf = (text: string): string => `${text}-01T00:00:00+08:00`;
export const startAfter = (text: string): string => startOf(monthsBetween(text, '9999-12')[1] ?? text);
