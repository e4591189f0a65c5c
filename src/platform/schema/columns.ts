import { fieldsIn, type EntitySchema, type FieldKind, type FieldSchema, type FieldType } from './types.ts';

/** A column of a list. */
export interface Column {
  field: string;
  title: string;
  type: FieldType;
  format?: FieldSchema['format'];
  kind?: FieldKind;
  /** In pixels. */
  width?: number;
  sortable: boolean;
  /** Chinese label of each code. */
  labels?: Readonly<Record<string, string>>;
}

/** Columns of an entity's list in their order. */
export const listColumns = (schema: EntitySchema): Column[] =>
  fieldsIn(schema, 'x-list').map(({ name, field, at }) => ({
    field: name,
    title: field.title,
    type: field.type,
    format: field.format,
    kind: field['x-kind'],
    width: at.width,
    sortable: isSortable(field),
    labels: field['x-labels'],
  }));

/** Masked and hidden fields are never sortable: the order would reveal what the mask hides. */
export const isSortable = (field: FieldSchema | undefined): boolean =>
  field?.['x-list']?.sorter === true && !field['x-mask'] && !field['x-hidden'];

/** Whether a row is in a final state and can no longer be changed. */
export const isSettled = (
  { 'x-resource': { settled } }: EntitySchema,
  row: Readonly<Record<string, unknown>>,
): boolean => settled !== undefined && settled.values.some((value) => value === row[settled.field]);

/** A value as text: the label of a code, else the value itself; empty for an absent value. */
export function display(field: Pick<FieldSchema, 'type' | 'x-labels'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  const label = field['x-labels']?.[String(value)];
  if (label !== undefined) return label;
  if (field.type === 'boolean') return value === true ? '是' : '否';
  if (Array.isArray(value)) return value.join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
