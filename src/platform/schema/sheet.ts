import { display } from './columns.ts';
import { fieldsOf, type EntitySchema, type FieldSchema } from './types.ts';
import { minuteOf } from './wall-clock.ts';

/** A column of a spreadsheet file; `text` cells are never evaluated, `number` cells can be summed. */
export interface SheetColumn {
  field: string;
  header: string;
  cell: 'text' | 'number';
  schema: FieldSchema;
}

const place = (field: FieldSchema) => field['x-list']?.order ?? field['x-form']?.order ?? Infinity;

function columns(schema: EntitySchema, way: 'import' | 'export'): SheetColumn[] {
  return fieldsOf(schema)
    .filter(([, field]) => field['x-sheet']?.[way] === true)
    .sort(([, a], [, b]) => place(a) - place(b))
    .map(([name, field]) => ({
      field: name,
      header: field['x-sheet']?.header ?? titleWithUnit(field),
      cell: isAmount(field) ? 'number' : 'text',
      schema: field,
    }));
}

/** A unit in brackets is no part of the name by which an import finds a column. */
const titleWithUnit = ({ title, 'x-unit': unit }: FieldSchema) => (unit === undefined ? title : `${title}（${unit}）`);

/** Codes are text in a sheet, never numbers. */
const isAmount = (field: FieldSchema) => (field.type === 'integer' || field.type === 'number') && !field.enum;

export const exportColumns = (schema: EntitySchema): SheetColumn[] => columns(schema, 'export');
export const importColumns = (schema: EntitySchema): SheetColumn[] => columns(schema, 'import');

/** A value as its cell shows it: labels for codes, local time for instants. */
export function cellOf({ cell, schema }: SheetColumn, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (cell === 'number' && typeof value === 'number') return value;
  if (schema.format === 'date-time') return minuteOf(Date.parse(String(value)));
  return display(schema, value);
}
