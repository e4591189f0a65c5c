/** When people are at work; holidays and days that are worked in place of others go before the week. */
export interface WorkingTime {
  /** 1 Monday to 7 Sunday. */
  days: readonly number[];
  /** `HH:MM`, the first minute that counts and the first that does not. */
  from: string;
  to: string;
  /** Whole days, both included (`YYYY-MM-DD`). */
  holidays: readonly { from: string; to: string }[];
  workdays: readonly string[];
}

/** Schools live in the time of the whole country. */
const OFFSET_MS = 8 * 3_600_000;

/** Whether people are at work at a moment. */
export function isWorkingTime({ days, from, to, holidays, workdays }: WorkingTime, at: number): boolean {
  const local = new Date(at + OFFSET_MS);
  const [day, time] = [local.toISOString().slice(0, 10), local.toISOString().slice(11, 16)];
  const isDay =
    workdays.includes(day) ||
    (days.includes(local.getUTCDay() || 7) && !holidays.some((each) => each.from <= day && day <= each.to));
  return isDay && from <= time && time < to;
}

/** The moment of a day in the time of schools. @param day `YYYY-MM-DD` @param time `HH:MM` */
export const momentOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`);
