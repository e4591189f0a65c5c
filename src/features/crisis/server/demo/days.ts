import { dayAfter, weekdayOf } from '../../../../platform/schema/days.ts';
import { TIME_ZONE_OFFSET, dayOf } from '../../../../platform/schema/wall-clock.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Months without school. */
const HOLIDAYS: ReadonlySet<string> = new Set(['02', '07', '08']);

const isWeekend = (day: string) => weekdayOf(day) > 5;
export const isSchoolDay = (day: string) => !isWeekend(day) && !HOLIDAYS.has(day.slice(5, 7));
/** Minutes count from midnight. */
export const instant = (day: string, minutes: number) =>
  Date.parse(`${day}T00:00:00${TIME_ZONE_OFFSET}`) + minutes * MINUTE_MS;
/** The last day, from the given one back, that `isOne` accepts. */
export const backTo = (day: string, isOne: (day: string) => boolean): string =>
  isOne(day) ? day : backTo(dayAfter(day, -1), isOne);
/** The first day, from the given one on, that `isOne` accepts. */
const onTo = (day: string, isOne: (day: string) => boolean): string =>
  isOne(day) ? day : onTo(dayAfter(day, 1), isOne);
/** The same moment if it is in working hours, else the next morning of a working day. */
export function atWork(at: number): number {
  const day = dayOf(at);
  const [minutes, early, late] = [(at - instant(day, 0)) / MINUTE_MS, 8 * 60, 19 * 60];
  if (!isWeekend(day) && minutes >= early && minutes < late) return at;
  return instant(
    onTo(minutes < late ? day : dayAfter(day, 1), (one) => !isWeekend(one)),
    early + 10 + (minutes % 60),
  );
}
/** A moment of that day, or of the last working day before it. */
export const onWeekday = (at: number): number =>
  instant(
    backTo(dayOf(at), (day) => !isWeekend(day)),
    (at - instant(dayOf(at), 0)) / MINUTE_MS,
  );
