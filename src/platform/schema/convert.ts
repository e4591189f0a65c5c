import { display } from './columns.ts';
import { isCleanText } from './fits.ts';
import { readCell } from './sheet-cell.ts';
import type { FieldSchema, Scalar } from './types.ts';

/**
 * Where the text stands that a value had before a change of type spelt it otherwise, beside the value in `ext`; no
 * field is named so.
 */
export const SPELT = ':was';
export const spellingOf = (name: string): string => name + SPELT;

const jsType = ({ type }: FieldSchema) => (type === 'integer' ? 'number' : type);
const isPlain = ({ type, format, enum: values }: FieldSchema) =>
  type === 'string' && values === undefined && format !== 'date' && format !== 'date-time';

/** Whether a stored value is of the JSON type that its field has by now. */
export const hasTypeOf = (field: FieldSchema, value: unknown): value is Scalar => typeof value === jsType(field);

/** Whether values that were stored for one field mean something else to the other. */
export const isRetyped = (was: FieldSchema, is: FieldSchema): boolean =>
  was.type !== is.type ||
  was.format !== is.format ||
  was['x-kind'] !== is['x-kind'] ||
  (was.enum === undefined) !== (is.enum === undefined);

/** Values that name other rows, or lie sealed, are left as they are. */
const isOpen = (field: FieldSchema) =>
  field['x-sealed'] === undefined && (field['x-kind'] === undefined || field['x-kind'] === 'text');

/** A value as people read it, whatever its field was when it was stored. */
export const wordsOf = (field: FieldSchema, value: Scalar): string =>
  hasTypeOf(field, value) ? display(field, value) : String(value);

/** What a text means to a field, as an import would read it; a number of few digits is never taken for a date. */
function meaningOf(field: FieldSchema, text: string): Scalar | undefined {
  if (isPlain(field)) return isCleanText(text, field['x-kind'] === 'text') ? text : undefined;
  if (field.format === 'date' && /^\d{1,7}$/.test(text.trim())) return undefined;
  const reading = readCell(field, text);
  if (reading.kind !== 'value' || (field.type === 'integer' && !Number.isSafeInteger(reading.value))) return undefined;
  return reading.value;
}

/**
 * What a change of type makes of a value; `text` is what it said, `spelt` that text where the new value says it
 * otherwise.
 */
export interface Converted {
  value: Scalar;
  text: string;
  spelt?: string;
}

/**
 * A value under another type of its field, by what people read: the label of an option, the digits of a number. Where
 * the new value says it otherwise (`1,200` became 1200), the text is kept beside it, and a change back gives it again.
 *
 * @param spelt The text that an earlier change has kept beside the value
 * @returns Undefined where the value cannot be converted: it is to stay as it is
 */
export function convert(was: FieldSchema, is: FieldSchema, stored: Scalar, spelt?: unknown): Converted | undefined {
  if (!isOpen(was) || !isOpen(is)) return undefined;
  const text = typeof spelt === 'string' && meaningOf(was, spelt) === stored ? spelt : wordsOf(was, stored);
  const value = meaningOf(is, text);
  if (value === undefined) return undefined;
  return { value, text, ...(wordsOf(is, value) !== text && { spelt: text }) };
}
