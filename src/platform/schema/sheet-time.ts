import { isTime } from './days.ts';
import { endsOf } from './ranges.ts';
import type { FieldSchema } from './types.ts';

/** That zone has had one offset since 1991. */
const SCHOOL_OFFSET = '+08:00';
const MINUTES_A_DAY = 1440;
const two = (part: string | number | undefined) => String(part ?? '').padStart(2, '0');

/** Time of day of a text in common notations: 14:30, 14：30, 14点30分, 2:30 下午 is not guessed. */
function timeOfText(text: string): string | undefined {
  const parts = /^(\d{1,2})\s*[:：点时]\s*(\d{1,2})?\s*分?(?::\d{1,2})?$/.exec(text.trim());
  const time = parts && `${two(parts[1])}:${two(parts[2] ?? '0')}`;
  return time && isTime(time) ? time : undefined;
}

/** A time of day, from a text, from a date with a time, or from the part of a day that spreadsheets store. */
export function readTime(cell: string | number | { at: string }): string | undefined {
  if (typeof cell === 'number') {
    if (cell < 0 || cell >= 1) return undefined;
    const minutes = Math.round(cell * MINUTES_A_DAY) % MINUTES_A_DAY;
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }
  return timeOfText(typeof cell === 'string' ? cell.normalize('NFKC') : cell.at.slice(11, 16));
}

/** What separates the ends of a range. A hyphen also stands in dates, so only the last one counts. */
const SEPARATOR = /^(.+?)\s*(?:[~–—～〜至到]+|\s-\s|-(?=\d{1,2}\s*[:：]\s*\d{1,2}$))\s*(.+)$/;

/**
 * A range: `14:00-15:30`, `2026-09-01 14:00-15:30`, `2026-09-01 14:00 至 2026-09-02 09:00`.
 *
 * @param moment `YYYY-MM-DDTHH:mm:ss` of a date in any common notation; empty where it is none
 */
export function readRange(field: FieldSchema, text: string, moment: (text: string) => string): string | undefined {
  const [, from = '', to = ''] = SEPARATOR.exec(text.normalize('NFKC').trim()) ?? [];
  if (field['x-kind'] === 'time-range') {
    const ends = `${timeOfText(from) ?? ''}/${timeOfText(to) ?? ''}`;
    return endsOf(field, ends) && ends;
  }
  const start = moment(from);
  const time = timeOfText(to);
  const end = time === undefined ? moment(to) : `${start.slice(0, 10)}T${time}:00`;
  // As it is stored, so that a row is found by it.
  return endsOf(field, `${start}${SCHOOL_OFFSET}/${end}${SCHOOL_OFFSET}`)
    ?.map((at) => new Date(at).toISOString())
    .join('/');
}
