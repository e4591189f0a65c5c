/** Calculations with calendar days, `YYYY-MM-DD`. */

/** Weekday of a day: 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The day a number of days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * The instant of a day and a time in the time zone of the schools.
 *
 * @param day `YYYY-MM-DD`
 * @param time `HH:MM`
 */
export const momentOf = (day: string, time: string): number => Date.parse(`${day}T${time}:00+08:00`);
