import type { Dayjs } from 'dayjs';

export const SPANS = ['day', 'week', 'month'] as const;
export type Span = (typeof SPANS)[number];
export const isSpan = (text: string | null): text is Span => SPANS.some((span) => span === text);

const WEEK = 7;
const DAY_FORMAT = 'YYYY-MM-DD';

/** `YYYY-MM-DD` of a day. */
export const dayKey = (at: Dayjs): string => at.format(DAY_FORMAT);

/** The Monday of the week of a day. */
const mondayOf = (day: Dayjs): Dayjs => day.startOf('day').subtract((day.day() + WEEK - 1) % WEEK, 'day');

/** The days that a view shows; a month has whole weeks. */
export function daysOf(span: Span, on: Dayjs): Dayjs[] {
  if (span === 'day') return [on.startOf('day')];
  const first = mondayOf(span === 'week' ? on : on.startOf('month'));
  const last = span === 'week' ? first.add(WEEK - 1, 'day') : mondayOf(on.endOf('month')).add(WEEK - 1, 'day');
  return Array.from({ length: last.diff(first, 'day') + 1 }, (_, i) => first.add(i, 'day'));
}

const weekdayFormat = new Intl.DateTimeFormat('zh-CN', { weekday: 'short', timeZone: 'UTC' });
const letterFormat = new Intl.DateTimeFormat('zh-CN', { weekday: 'narrow', timeZone: 'UTC' });

/** 周一; as one character where there is no room. */
export const weekdayName = (day: Dayjs, narrow = false): string =>
  (narrow ? letterFormat : weekdayFormat).format(Date.parse(dayKey(day)));

/** Title of what a view shows. */
export function titleOf(span: Span, on: Dayjs): string {
  if (span === 'month') return on.format('YYYY年M月');
  if (span === 'day') return on.format('YYYY年M月D日');
  const days = daysOf('week', on);
  const [first = on, last = on] = [days[0], days.at(-1)];
  return `${first.format('YYYY年M月D日')} – ${last.format(first.month() === last.month() ? 'D日' : 'M月D日')}`;
}

/** The time a pointer is at, in steps of so many minutes from the first hour of a column. */
export function timeAt(day: Dayjs, firstHour: number, minutesDown: number, step: number): Dayjs {
  const minutes = firstHour * 60 + Math.round(minutesDown / step) * step;
  // Hours are set, not added: the browser's zone may leave out an hour of this day.
  return day
    .startOf('day')
    .hour(Math.floor(minutes / 60))
    .minute(minutes % 60);
}

/** The dates of a repeated appointment, until a day, at most so many. */
export function repeated(start: Dayjs, everyWeeks: number, until: Dayjs, max: number): Dayjs[] {
  const dates: Dayjs[] = [];
  for (let at = start; dates.length < max && !at.isAfter(until, 'day'); at = at.add(everyWeeks, 'week')) dates.push(at);
  return dates;
}
