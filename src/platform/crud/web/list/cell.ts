import { display } from '../../../schema/columns.ts';
import { isRange, rangeWords } from '../../../schema/ranges.ts';
import type { FieldSchema } from '../../../schema/types.ts';
import { dateText } from '../../../ui/web/date-text.ts';

export const NONE = '—';

/** A value as plain text; codes are shown by their label. */
export function cell(field: FieldSchema, value: unknown): string {
  if (value === undefined || value === null || value === '') return NONE;
  if (isRange(field)) return rangeWords(field, value);
  return field.format === 'date-time' ? dateText(String(value)) : display(field, value);
}
