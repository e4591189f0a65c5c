import { isSortable } from './columns.ts';
import { isRange } from './ranges.ts';
import { fieldsOf, isSeveral, type EntitySchema, type FieldSchema } from './types.ts';

/** How the values of an own field are kept beside the rows, for filters and sorting. */
export type KeptKind = 'text' | 'number' | 'boolean' | 'list';

export interface KeptField {
  name: string;
  kind: KeptKind;
}

const KINDS: Readonly<Partial<Record<FieldSchema['type'], KeptKind>>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

/** Whether a value may stand nowhere but in its row. */
export const isGuarded = (field: FieldSchema): boolean =>
  field['x-mask'] !== undefined || field['x-sealed'] === true || field['x-confidential'] === true;

/** How the values of a field can be kept; undefined for core fields and for values that are guarded or have parts. */
export function keptKind(field: FieldSchema): KeptKind | undefined {
  if (!field['x-tenant'] || isGuarded(field) || isRange(field)) return undefined;
  return isSeveral(field) ? 'list' : KINDS[field.type];
}

/** Whether values in the order of their kept texts are in the order of the list; of texts, only days and times are. */
export const isOrderKept = (field: FieldSchema): boolean =>
  field.type === 'integer' ||
  field.type === 'number' ||
  field.type === 'boolean' ||
  field.format === 'date' ||
  field.format === 'date-time' ||
  field.format === 'time';

/** Identifies a kept field within its entity: a field of another type is another one. */
export const keptKey = ({ name, kind }: KeptField): string => `${kind} ${name}`;

/** The own fields by which the rows of an entity are filtered by value, or sorted in an order that is kept. */
export const keptFields = (schema: EntitySchema): KeptField[] =>
  fieldsOf(schema).flatMap(([name, field]) => {
    const kind = keptKind(field);
    const match = field['x-filter']?.match;
    const isUsed = (match !== undefined && match !== 'contains') || (isSortable(field) && isOrderKept(field));
    return kind && isUsed ? [{ name, kind }] : [];
  });
