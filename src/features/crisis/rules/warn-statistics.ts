import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { publishesTimes } from '../../../platform/statistics/disclosure.ts';

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
/** Those of these months that have begun at an instant. */
export const begunMonths = (months: readonly string[], instant: number): string[] =>
  months.filter((text) => text <= dayOf(instant).slice(0, 7));
/** The same month a year before. */
export const yearBefore = (text: string): string => `${Number(text.slice(0, 4)) - 1}${text.slice(4)}`;
const indexOf = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
const monthAt = (index: number): string => month(0, index).padStart(7, '0');
/** Months of a range, both ends included. */
export const monthsBetween = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, indexOf(to) - indexOf(from) + 1) }, (_, i) => monthAt(indexOf(from) + i));
/** Start of a month as an instant. */
export const startOf = (text: string): string => `${text}-01T00:00:00+08:00`;
export const startAfter = (text: string): string => startOf(monthAt(indexOf(text) + 1));
