import type { Dayjs } from 'dayjs';
import { dayKey } from '../../../ui/web/calendar/spans.ts';
import { schoolTime } from '../../../ui/web/school-time.ts';

/** The beginning and the end of a value: a day, an instant, or two instants with a slash between them. */
function endsOf(value: unknown): [string, string] {
  const [start = '', end = start] = typeof value === 'string' ? value.split('/') : [''];
  return [start, end];
}

const isInstant = (text: string) => text.includes('T');
const dayOfText = (text: string): string => (isInstant(text) ? dayKey(schoolTime(text)) : text);

/** Where a value comes among others of its field. */
export const startOf = (value: unknown): string => endsOf(value)[0];

/** Whether a value falls on a day at school. */
export function isOnDay(value: unknown, day: Dayjs): boolean {
  const [from, to] = endsOf(value).map(dayOfText);
  const key = dayKey(day);
  return from !== undefined && from !== '' && to !== undefined && from <= key && key <= to;
}

/** The hour at school at which a value begins; empty for a whole day. */
export function timeText(value: unknown): string {
  const start = startOf(value);
  return isInstant(start) ? schoolTime(start).format('HH:mm') : '';
}
