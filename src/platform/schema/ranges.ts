import { isInstant, isTime } from './days.ts';
import type { FieldSchema } from './types.ts';
import { minuteOf } from './wall-clock.ts';

type Kind = Pick<FieldSchema, 'x-kind'>;

/** Whether a value is a range: two ends of one text, `start/end`. */
export const isRange = ({ 'x-kind': kind }: Kind): boolean => kind === 'time-range' || kind === 'date-time-range';

/** Whether a text is one end of a range of this kind. */
export const isEnd = ({ 'x-kind': kind }: Kind, text: string): boolean =>
  kind === 'time-range' ? isTime(text) : isInstant(text);

/** Start and end of a range; undefined where the text is none. The end is later than the start. */
export function endsOf(field: Kind, value: unknown): readonly [start: string, end: string] | undefined {
  if (typeof value !== 'string') return undefined;
  const [start = '', end = '', ...more] = value.split('/');
  if (more.length > 0 || !isEnd(field, start) || !isEnd(field, end)) return undefined;
  const isLater = field['x-kind'] === 'time-range' ? start < end : Date.parse(start) < Date.parse(end);
  return isLater ? [start, end] : undefined;
}

const minute = (instant: string): string => minuteOf(Date.parse(instant));

/** A range as people read it: `14:00–15:30`; the day of the end is omitted where it is that of the start. */
export function rangeWords(field: Kind, value: unknown): string {
  const ends = endsOf(field, value);
  if (!ends) return String(value);
  const [start, end] = field['x-kind'] === 'time-range' ? ends : [minute(ends[0]), minute(ends[1])];
  const isSameDay = end.includes(' ') && start.slice(0, 11) === end.slice(0, 11);
  return `${start}–${isSameDay ? end.slice(11) : end}`;
}
