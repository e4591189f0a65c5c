import dayjs, { type Dayjs } from 'dayjs';
import { momentOf } from '../../schema/days.ts';
import { minuteOf } from '../../schema/sheet.ts';

/**
 * The day and the hour that an instant has in the schools' time zone, in any time zone of the browser. The result is
 * for calendars and date pickers, which show its day and hour; its own instant means nothing.
 */
export const schoolTime = (instant: string | number): Dayjs =>
  dayjs(minuteOf(typeof instant === 'number' ? instant : Date.parse(instant)).replace(' ', 'T'));

/** The day and the hour of the schools now. */
export const schoolNow = (): Dayjs => schoolTime(Date.now());

/** The instant at which the schools have this day and hour, ISO 8601. */
export const instantOf = (at: Dayjs): string =>
  new Date(momentOf(at.format('YYYY-MM-DD'), at.format('HH:mm'))).toISOString();
