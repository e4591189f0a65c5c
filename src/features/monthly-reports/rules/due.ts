import { momentOf } from '../../../platform/schema/days.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { isWorkingTime, type WorkingTime } from '../../crisis/public.ts';
import { closedMonths } from './months.ts';

const DAYS = Array.from({ length: 31 }, (_, i) => String(i + 1).padStart(2, '0'));

/** How long after the first morning a missed one is made up for: an old month would surprise. */
const LATE_MS = 7 * 86_400_000;

/**
 * The month whose report is due by itself: the month before, in the week that begins with the first working morning of
 * a month. A month without a working day, as in holidays, counts from its last day.
 *
 * @param now Milliseconds
 */
export function monthDue(hours: WorkingTime, now: number): string | undefined {
  const today = dayOf(now);
  const mornings = DAYS.map((day) => `${today.slice(0, 7)}-${day}`)
    .filter((day) => dayOf(momentOf(day, '12:00')) === day)
    .map((day) => momentOf(day, hours.from));
  const first = mornings.find((at) => isWorkingTime(hours, at)) ?? mornings.at(-1) ?? Infinity;
  return now < first || now >= first + LATE_MS ? undefined : closedMonths(now, 1)[0];
}
