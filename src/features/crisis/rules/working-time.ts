import { momentOf } from '../../../platform/schema/days.ts';

/** Working time of a school. Holidays and replacement workdays take precedence over the week. */
export interface WorkingTime {
  /** 1 Monday to 7 Sunday. */
  days: readonly number[];
  /** `HH:MM`: the first working minute and the first minute after work. */
  from: string;
  to: string;
  /** Ranges of whole days, both ends included (`YYYY-MM-DD`). */
  holidays: readonly { from: string; to: string }[];
  workdays: readonly string[];
}

/** All schools use China Standard Time (UTC+8). */
const OFFSET_MS = 8 * 3_600_000;

/** Whether an instant is in working time. */
export function isWorkingTime(hours: WorkingTime, at: number): boolean {
  const local = new Date(at + OFFSET_MS);
  const time = clockOf(local);
  return isWorkday(hours, local) && hours.from <= time && time < hours.to;
}

const DAY_MS = 86_400_000;
const clockOf = (local: Date) => local.toISOString().slice(11, 16);

const isWorkday = ({ days, holidays, workdays }: WorkingTime, local: Date): boolean => {
  const day = local.toISOString().slice(0, 10);
  return (
    workdays.includes(day) ||
    (days.includes(local.getUTCDay() || 7) && !holidays.some((each) => each.from <= day && day <= each.to))
  );
};

/** Longest way to a working day that is looked for: a school without one counts calendar days. */
const DAYS_MAX = 366;

/**
 * The instant that is so many working days later, at the same time of day or, where that is outside working time, at
 * its begin or half an hour before its end, so that someone is there to act.
 *
 * @param days working days, at least 1
 */
export function afterWorkingDays(hours: WorkingTime, at: number, days: number): number {
  const local = new Date(at + OFFSET_MS);
  const day = new Date(local);
  let left = days;
  for (let i = 0; left > 0 && i < DAYS_MAX; i++) {
    day.setTime(day.getTime() + DAY_MS);
    if (isWorkday(hours, day)) left -= 1;
  }
  if (left > 0) return at + days * DAY_MS;
  const wanted = momentOf(day.toISOString().slice(0, 10), clockOf(local)) + (at % 60_000);
  const [begin, end] = [hours.from, hours.to].map((time) => momentOf(day.toISOString().slice(0, 10), time));
  return Math.max(begin ?? wanted, Math.min(wanted, (end ?? wanted) - 30 * 60_000));
}
