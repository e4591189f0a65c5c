import type { FieldSchema, Scalar } from './types.ts';

/** Existing calendar day `YYYY-MM-DD`, in the years that databases and spreadsheets support. */
export function isDay(text: string): boolean {
  const parts = /^((?:19|20|21)\d\d)-(\d\d)-(\d\d)$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Instant as ISO 8601 with seconds and an offset. */
export const isInstant = (text: string): boolean =>
  isDay(text.slice(0, 10)) &&
  /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/.test(text);

/**
 * Text that can be stored and printed: no NUL and no half surrogate pair, which a database refuses, and no control
 * characters, which a spreadsheet file cannot contain. Line breaks and tabs only where the field is multi-line text.
 */
export const isCleanText = (text: string, multiline: boolean): boolean =>
  !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(multiline ? text.replace(/[\n\r\t]/g, '') : text);

/** Largest integer of a field without `maximum`: that of a database integer. */
export const INTEGER_MAX = 2_147_483_647;

/**
 * Whether a value has the type of a field and is within its values and bounds; lengths and patterns are checked by
 * validation.
 */
export function fits(field: FieldSchema, value: Scalar): boolean {
  if (field.enum) return field.enum.some((allowed) => allowed === value);
  if (field.type === 'boolean') return typeof value === 'boolean';
  if (field.type === 'string') {
    if (typeof value !== 'string') return false;
    if (field.format === 'date') return isDay(value);
    return field.format !== 'date-time' || isInstant(value);
  }
  if (
    typeof value !== 'number' ||
    !Number.isFinite(value) ||
    (field.type === 'integer' && !Number.isSafeInteger(value))
  )
    return false;
  return value >= (field.minimum ?? -INTEGER_MAX) && value <= (field.maximum ?? INTEGER_MAX);
}
