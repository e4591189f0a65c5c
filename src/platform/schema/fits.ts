import { isDay, isInstant, isTime } from './days.ts';
import { endsOf, isRange } from './ranges.ts';
import type { FieldSchema, Scalar } from './types.ts';

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
  // One of several values.
  if (field.type === 'array') return typeof value === 'string';
  if (field.type === 'string') {
    if (typeof value !== 'string') return false;
    if (isRange(field)) return endsOf(field, value) !== undefined;
    if (field.format === 'date') return isDay(value);
    if (field.format === 'time') return isTime(value);
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
