import dayjs, { type Dayjs } from 'dayjs';
import { momentOf } from '../../schema/days.ts';
import { dayOf, minuteOf } from '../../schema/wall-clock.ts';

declare module 'dayjs' {
  interface Dayjs {
    /** Set below; the name is that of dayjs' plugin for time zones, which antd knows. */
    tz: () => Dayjs;
  }
}

/**
 * The day and the hour that an instant has in the schools' time zone, in any time zone of the browser. The result is
 * for calendars and date pickers, which show its day and hour; its own instant means nothing.
 */
export const schoolTime = (instant: string | number): Dayjs =>
  dayjs(minuteOf(typeof instant === 'number' ? instant : Date.parse(instant)).replace(' ', 'T'));

/** The day and the hour of the schools now. */
export const schoolNow = (): Dayjs => schoolTime(Date.now());

/** The day of the schools now, `YYYY-MM-DD`. */
export const schoolToday = (): string => dayOf(Date.now());

/** A day without a time zone, `YYYY-MM-DD`, for calendars and date pickers. */
export const calendarDay = (day: string): Dayjs => dayjs(day);

/** The instant at which the schools have this day and hour, ISO 8601. */
export const instantOf = (at: Dayjs): string =>
  new Date(momentOf(at.format('YYYY-MM-DD'), at.format('HH:mm'))).toISOString();

// antd's pickers ask for `dayjs().tz()` where it exists: their today, 此刻 and first month are those of the schools.
dayjs.extend((_options, constructor) => {
  constructor.prototype.tz = schoolNow;
});
