import { fieldOfInner, plainText } from './composed.ts';
import { filesInWords } from './file-fields.ts';
import { isObject } from './json.ts';
import { isRange, rangeWords } from './ranges.ts';
import { fieldsIn, isFiles, type EntitySchema, type FieldKind, type FieldSchema, type FieldType } from './types.ts';

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

type Displayed = Pick<
  FieldSchema,
  'type' | 'format' | 'x-labels' | 'x-kind' | 'x-unit' | 'x-decimals' | 'x-fields' | 'maximum'
>;

/** A value as text: the label of a code, else the value itself with its unit; empty for an absent value. */
export function display(field: Displayed, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field['x-kind'] === 'group') return groupWords(field, value);
  if (field['x-kind'] === 'rich-text') return plainText(value);
  if (isFiles(field)) return filesInWords(field, value);
  if (Array.isArray(value)) return value.map((each) => display({ ...field, type: 'string' }, each)).join('、');
  const label = field['x-labels']?.[String(value)];
  if (label !== undefined) return label;
  if (field.type === 'boolean') return value === true ? '是' : '否';
  if (isRange(field)) return rangeWords(field, value);
  if (typeof value === 'number') return amountWords(field, value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The lines of a group, one after another: values with their titles. */
const groupWords = ({ 'x-fields': fields = [] }: Displayed, value: unknown): string =>
  (Array.isArray(value) ? (value as unknown[]) : [])
    .filter(isObject)
    .map((line) =>
      fields
        .flatMap((inner) => {
          const words = display(fieldOfInner(inner), line[inner.name]);
          return words === '' ? [] : [`${inner.title} ${words}`];
        })
        .join('，'),
    )
    .join('；');

/** A number with its digits after the point and its unit; a rating with its best value. */
function amountWords({ 'x-kind': kind, 'x-unit': unit, 'x-decimals': decimals, maximum }: Displayed, value: number) {
  if (kind === 'rating') return `${value}/${maximum ?? ''}`;
  const digits = decimals === undefined ? String(value) : value.toFixed(decimals);
  return unit === undefined ? digits : `${digits} ${unit}`;
}
