import { display } from './columns.ts';
import { fieldsOf, type EntitySchema, type FieldSchema } from './types.ts';

/** School days and file names follow this zone, in any time zone of the server. */
export const TIME_ZONE = 'Asia/Shanghai';
/** That zone has had one offset since 1991. */
export const TIME_ZONE_OFFSET = '+08:00';

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

const wallClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** Calendar day of an instant in the schools' time zone, `YYYY-MM-DD`. */
export const dayOf = (instant: number): string => wallClock.format(instant).slice(0, 10);

/** Day and minute of an instant in the schools' time zone, `YYYY-MM-DD HH:mm`. */
export const minuteOf = (instant: number): string => wallClock.format(instant);

/** A value as its cell shows it: labels for codes, local time for instants. */
export function cellOf({ cell, schema }: SheetColumn, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (cell === 'number' && typeof value === 'number') return value;
  if (schema.format === 'date-time') return wallClock.format(new Date(String(value)));
  return display(schema, value);
}
