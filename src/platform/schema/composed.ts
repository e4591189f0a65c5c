import { linesOf, type RichText } from '../rich-text/rich-text.ts';
import { isObject, own } from './json.ts';
import { isFiles, isSeveral, type FieldSchema, type InnerField } from './types.ts';

/** An inner field as a field of its own: what checks, shows and inputs one value of a line. */
export const fieldOfInner = ({ name: _, required: __, ...field }: InnerField): FieldSchema => field;

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether a value is a document that was stored as formatted text. */
export const isDocument = (value: unknown): value is RichText =>
  isObject(value) && value['type'] === 'doc' && Array.isArray(value['content']);

/** Whether a document, which need not be a valid one, has only empty paragraphs. */
const isBlank = ({ content }: { content: readonly unknown[] }): boolean =>
  content.every((node) => {
    const inner = own(node, 'content') ?? [];
    return own(node, 'type') === 'paragraph' && Array.isArray(inner) && inner.length === 0;
  });

/** Lines of a group without empty values; a line without any value goes. */
const withoutEmpty = (lines: readonly unknown[]): unknown[] =>
  lines.flatMap((line) => {
    if (!isObject(line)) return [line];
    const filled = Object.entries(line).filter(([, value]) => !isNothing(value));
    return filled.length === 0 ? [] : [Object.fromEntries(filled)];
  });

/** A given value as it is checked and stored. */
export const compact = ({ 'x-kind': kind }: Pick<FieldSchema, 'x-kind'>, value: unknown): unknown =>
  kind === 'group' && Array.isArray(value) ? withoutEmpty(value) : value;

/** Whether a given value means that the field has none. */
export function isEmptyValue(field: Pick<FieldSchema, 'x-kind'> | undefined, value: unknown): boolean {
  if (value === null || value === '') return true;
  if (!field) return false;
  if (field['x-kind'] === 'rich-text') return isDocument(value) && isBlank(value);
  const given = compact(field, value);
  return (
    Array.isArray(given) && given.length === 0 && (isSeveral(field) || field['x-kind'] === 'group' || isFiles(field))
  );
}

/** Formatted text as lines of plain text. */
export const plainText = (value: unknown): string => (isDocument(value) ? linesOf(value).join('\n') : '');

const isOfType = ({ type }: InnerField, value: unknown): boolean =>
  typeof value === (type === 'integer' ? 'number' : type);

/** A stored value as it is answered: lines of a group have the inner fields of today only. */
export const declared = ({ 'x-fields': fields }: Pick<FieldSchema, 'x-fields'>, value: unknown): unknown =>
  fields && Array.isArray(value)
    ? value
        .filter(isObject)
        .map((line) =>
          Object.fromEntries(
            fields.flatMap((inner) => (isOfType(inner, line[inner.name]) ? [[inner.name, line[inner.name]]] : [])),
          ),
        )
    : value;
