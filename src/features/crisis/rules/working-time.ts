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
export function isWorkingTime({ days, from, to, holidays, workdays }: WorkingTime, at: number): boolean {
  const local = new Date(at + OFFSET_MS);
  const [day, time] = [local.toISOString().slice(0, 10), local.toISOString().slice(11, 16)];
  const isDay =
    workdays.includes(day) ||
    (days.includes(local.getUTCDay() || 7) && !holidays.some((each) => each.from <= day && day <= each.to));
  return isDay && from <= time && time < to;
}

/**
 * The instant of a day and a time in the time zone of the schools.
 *
 * @param day `YYYY-MM-DD`
 * @param time `HH:MM`
 */
export const momentOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`);
