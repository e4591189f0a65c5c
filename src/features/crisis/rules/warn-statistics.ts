/*
 * Disclosure rules for an institution that reads the warnings of its schools: numbers of students, suppressed when
 * small, rounded otherwise.
 * 1. Numbers count students and not warnings; a student counts once in each number.
 * 2. A number below `smallest` is suppressed, and so is a zero: both look the same.
 * 3. Every other number, totals included, is rounded on its own to a multiple of `smallest`. The same group always
 * gives the same number.
 * 4. Filters cannot be combined: a school year, and within it the institution, a school, or a grade of a school.
 * 5. Shares are computed from published numbers. Times are published in steps and need at least `FEW` times as many
 * students.
 * Why no subtraction reveals a student: one student changes a number by at most one, and a published number stands for
 * at least three consecutive values. A difference of two numbers (total less parts, year less month, place less one of
 * its places, today less yesterday, the views of two users) therefore stands for at least five values, never for one student alone. A small group
 * looks like an empty one, so an upper bound never proves that a student exists.
 * Limits: many answers combined with much outside knowledge may narrow a sum down. A group whose students are all of
 * one kind shows that.
 */

/** Smallest number of students that is published; a tenant may configure a larger one. */
export const SMALLEST_GROUP = 5;
/** Times and shares need this many times the smallest group. */
const FEW = 4;

/** Published number of students; undefined when the group is too small. */
export const publishedCount = (students: number, smallest: number): number | undefined =>
  students < smallest ? undefined : Math.round(students / smallest) * smallest;
/** Whether a group is large enough to publish times. */
export const publishesTimes = (students: number, smallest: number): boolean => students >= FEW * smallest;

/**
 * Share of valid warnings among the verified ones, in percent; undefined when none is verified or a number is
 * suppressed.
 */
export const shareOf = (valid: number | undefined, invalid: number | undefined): number | undefined =>
  valid === undefined || invalid === undefined || valid + invalid === 0
    ? undefined
    : Math.round((valid / (valid + invalid)) * 100);
/** The same from published numbers; undefined when the group is too small. */
export const publishedShare = (
  valid: number | undefined,
  invalid: number | undefined,
  smallest: number,
): number | undefined =>
  publishesTimes((valid ?? 0) + (invalid ?? 0), smallest) ? shareOf(valid, invalid) : undefined;

const STEPS = 4;
/** Histogram of durations: four steps per doubling, in minutes (`warn_duration_step` in the database). */
const middleOf = (step: number): number => Math.round(2 ** ((step + 0.5) / STEPS) - 1);

/** Quantile of a histogram of durations, in minutes, accurate to about 10%. */
export function quantileOf(steps: ReadonlyMap<number, number>, share: number): number | undefined {
  const all = [...steps].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const rank = Math.ceil(all.reduce((sum, [, n]) => sum + n, 0) * share);
  let counted = 0;
  for (const [step, n] of all) if ((counted += n) >= rank) return middleOf(step);
  return undefined;
}

const LOCAL = 8 * 3_600_000;
/** First month of a school year. */
const SEPTEMBER = 8;

/** School year of an instant, as the calendar year in which it began (1 September, time of the schools). */
export function schoolYearOf(instant: number): number {
  const local = new Date(instant + LOCAL);
  return local.getUTCFullYear() - (local.getUTCMonth() < SEPTEMBER ? 1 : 0);
}

const month = (year: number, index: number) =>
  `${year + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
/** The months of a school year, `YYYY-MM`. */
export const monthsOf = (year: number): string[] => Array.from({ length: 12 }, (_, i) => month(year, SEPTEMBER + i));
/** The same month a year before. */
export const yearBefore = (text: string): string => `${Number(text.slice(0, 4)) - 1}${text.slice(4)}`;
/** Months of a range, both ends included. */
export function monthsBetween(from: string, to: string): string[] {
  const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
  return Array.from({ length: Math.max(0, index(to) - index(from) + 1) }, (_, i) =>
    month(0, index(from) + i).padStart(7, '0'),
  );
}
/** Start of a month as an instant. */
export const startOf = (text: string): string => `${text}-01T00:00:00+08:00`;
export const startAfter = (text: string): string => startOf(monthsBetween(text, '9999-12')[1] ?? text);
