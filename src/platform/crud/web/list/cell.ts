import { display } from '../../../schema/columns.ts';
import type { FieldSchema } from '../../../schema/types.ts';

const moment = new Intl.DateTimeFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** Date and time in the local time zone, `YYYY-MM-DD HH:mm`. */
export function localDateTime(value: unknown): string {
  const time = Date.parse(String(value));
  return Number.isNaN(time) ? String(value) : moment.format(time);
}

export const NONE = '—';

/** A value as plain text; codes are shown by their label. */
export function cell(field: FieldSchema, value: unknown): string {
  if (value === undefined || value === null || value === '') return NONE;
  return field.format === 'date-time' ? localDateTime(value) : display(field, value);
}
