import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { monthsBetween, yearBefore } from '../../crisis/public.ts';

/** Months that can be chosen; the year before them is needed to compare with. */
export const CHOOSABLE = 12;

/** The month before another one, `YYYY-MM`. */
export const monthBefore = (month: string): string => {
  const [before = month] = monthsBetween(yearBefore(month), month).slice(-2);
  return before;
};

/** The last months that are over, the latest first. @param now Milliseconds */
export function closedMonths(now: number, count: number): string[] {
  const months: string[] = [];
  let month = dayOf(now).slice(0, 7);
  while (months.length < count) months.push((month = monthBefore(month)));
  return months;
}

/** A month with those that it is compared with. */
export const comparedWith = (month: string) => ({
  now: month,
  before: monthBefore(month),
  last_year: yearBefore(month),
});

export const monthText = (month: string): string => `${month.slice(0, 4)}年${Number(month.slice(5))}月`;
