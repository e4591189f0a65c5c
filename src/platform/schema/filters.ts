import {
  fieldsIn,
  type EntitySchema,
  type FieldKind,
  type FieldSchema,
  type FieldType,
  type Match,
  type Scalar,
} from './types.ts';

export interface Option {
  value: string | number;
  label: string;
}

/** A field of an entity's query bar. */
export interface FilterField {
  field: string;
  title: string;
  match: Match;
  type: FieldType;
  format?: FieldSchema['format'];
  kind?: FieldKind;
  /** What can be chosen; absent where anything may be entered or the kind knows its choices. */
  options?: readonly Option[];
  /** Value of a query without this filter. */
  default?: Scalar;
  /** Whether the value identifies a person. */
  personal: boolean;
}

/** The values of a field with their Chinese labels; of a field with several values, in a form too (`inputSchema`). */
export const optionsOf = (field: FieldSchema): Option[] | undefined =>
  (field.enum ?? field.items?.enum)?.map((value) => ({
    value,
    label: field['x-labels']?.[String(value)] ?? String(value),
  }));

/** The fields that an entity's list can be filtered by, in order. */
export const filterFields = (schema: EntitySchema): FilterField[] =>
  fieldsIn(schema, 'x-filter')
    .filter(({ field }) => !field['x-mask'] || field['x-reveal'])
    .map(({ name, field, at }) => ({
      field: name,
      title: field.title,
      match: at.match,
      type: field.type,
      format: field.format,
      kind: field['x-kind'],
      options: optionsOf(field),
      default: at.default,
      personal: at.personal === true,
    }));

/** The names of a filter in a list's query. */
export const wireNames = ({ field, match }: Pick<FilterField, 'field' | 'match'>): string[] =>
  match === 'range' ? [`${field}_from`, `${field}_to`] : [field];
