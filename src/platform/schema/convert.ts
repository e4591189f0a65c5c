import { display } from './columns.ts';
import { isDocument } from './composed.ts';
import { isCleanText } from './fits.ts';
import { isObject, sameValue } from './json.ts';
import { readCell } from './sheet-cell.ts';
import type { FieldKind, FieldSchema, FieldValue } from './types.ts';
import { valueProblem } from './value-problem.ts';

/**
 * Name beside the value in `ext` for its text before a change of type, where the converted value spells it differently.
 * No field has this name.
 */
export const SPELT = ':was';
export const spellingOf = (name: string): string => name + SPELT;

const jsType = ({ type }: FieldSchema) => (type === 'integer' ? 'number' : type);
/** Kinds of texts whose values are read from what a person wrote. */
const READ: ReadonlySet<FieldKind | undefined> = new Set([
  'time-range',
  'date-time-range',
  'mobile',
  'identity-number',
  'address',
]);
const isPlain = ({ type, format, enum: values, 'x-kind': kind }: FieldSchema) =>
  type === 'string' &&
  values === undefined &&
  !READ.has(kind) &&
  format !== 'date' &&
  format !== 'date-time' &&
  format !== 'time';

/** Whether a stored value is of the JSON type that its field has by now. */
export const hasTypeOf = (field: FieldSchema, value: unknown): value is FieldValue =>
  field.type === 'array'
    ? Array.isArray(value) && value.every((one) => isObject(one) === (field['x-kind'] === 'group'))
    : field['x-kind'] === 'rich-text'
      ? isDocument(value)
      : typeof value === jsType(field);

/** Whether values that were stored for one field mean something else to the other. */
export const isRetyped = (was: FieldSchema, is: FieldSchema): boolean =>
  was.type !== is.type ||
  was.format !== is.format ||
  was['x-kind'] !== is['x-kind'] ||
  (was.enum === undefined) !== (is.enum === undefined);

/** Values that refer to other rows, or are encrypted, are not converted. */
const OPEN: ReadonlySet<FieldKind | undefined> = new Set([
  ...READ,
  undefined,
  'text',
  'choices',
  'rating',
  'rich-text',
]);
const isOpen = (field: FieldSchema) => field['x-sealed'] === undefined && OPEN.has(field['x-kind']);

/** A value as text, whatever its field was when it was stored: as displayed, a number without its unit. */
export const wordsOf = (field: FieldSchema, value: FieldValue): string =>
  hasTypeOf(field, value) && typeof value !== 'number' ? display(field, value) : wordOf(field, value);
const wordOf = ({ 'x-labels': labels }: FieldSchema, value: FieldValue) => labels?.[String(value)] ?? String(value);

/** The value of a text for a field, as an import would read it; a number with few digits is never read as a date. */
function meaningOf(field: FieldSchema, text: string): FieldValue | undefined {
  if (isPlain(field)) return isCleanText(text, field['x-kind'] === 'text') ? text : undefined;
  if (field.format === 'date' && /^\d{1,7}$/.test(text.trim())) return undefined;
  // Patterns do not decide here: a text keeps its spelling.
  const reading = readCell(field, text, () => true);
  if (reading.kind !== 'value' || (field.type === 'integer' && !Number.isSafeInteger(reading.value))) return undefined;
  return valueProblem(field, reading.value) === undefined ? reading.value : undefined;
}

/**
 * The result of a conversion; `text` is the displayed text, `spelt` that text where the new value spells it
 * differently.
 */
export interface Converted {
  value: FieldValue;
  text: string;
  spelt?: string;
}

/**
 * Converts a value to another type of its field by its displayed text: the label of an option, the digits of a number.
 * Where the new value spells it differently (`1,200` became 1200), the text is kept beside it, so that a change back
 * restores it.
 *
 * @param spelt The text that an earlier change has kept beside the value
 * @returns Undefined where the value cannot be converted and must stay unchanged
 */
export function convert(was: FieldSchema, is: FieldSchema, stored: FieldValue, spelt?: unknown): Converted | undefined {
  if (!isOpen(was) || !isOpen(is)) return undefined;
  const text = typeof spelt === 'string' && sameValue(meaningOf(was, spelt), stored) ? spelt : wordsOf(was, stored);
  const value = meaningOf(is, text);
  if (value === undefined) return undefined;
  return { value, text, ...(wordsOf(is, value) !== text && { spelt: text }) };
}
