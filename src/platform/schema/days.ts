/** Days (`YYYY-MM-DD`), times of day and instants: what is one, and calculations with them. */

/** Existing calendar day `YYYY-MM-DD`, in the years that databases and spreadsheets support. */
export function isDay(text: string): boolean {
  const parts = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Instant as ISO 8601 with seconds and an offset. */
export const isInstant = (text: string): boolean =>
  isDay(text.slice(0, 10)) &&
  /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(text);

/** Time of day, `HH:MM`. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

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
