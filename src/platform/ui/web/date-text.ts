import { minuteOf, TIME_ZONE } from '../../schema/wall-clock.ts';

/** Length of a date without time, `YYYY-MM-DD`. */
const DATE_LENGTH = 10;

/**
 * A point in time in the schools' time zone, or a day, in the one format of the product (`look.md`): `2026-11-17
 * 14:00`, `2026-11-17`. What is neither stays as it is.
 */
export function dateText(at: string | number): string {
  if (typeof at === 'string' && at.length === DATE_LENGTH) return at;
  const instant = typeof at === 'number' ? at : Date.parse(at);
  return Number.isNaN(instant) ? String(at) : minuteOf(instant);
}

/** The day of an instant in the schools' time zone, `2026-11-17`. */
export const dayText = (at: string | number): string => dateText(at).slice(0, DATE_LENGTH);

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** The time of day of an instant in the schools' time zone, `14:00:59`. */
export const clockText = (instant: number): string => clock.format(instant);
