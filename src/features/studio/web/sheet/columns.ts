import type { GuessedField } from '../../../../platform/schema/guess-column.ts';
import { RESERVED, RESERVED_FOR_CORE } from '../../../../platform/schema/reserved-names.ts';
import type { EntitySchema, FieldSchema } from '../../../../platform/schema/types.ts';
import type { SheetColumn } from '../../sheet-contract.ts';
import { freeName, LABEL_MAX, newField, withField, withKind } from '../draft.ts';
import { kindOf, matchOf, type Kind } from '../field-kinds.ts';
import { keyOfTitle } from '../suggested-key.ts';

/** A column of the table as the person wants it. */
export interface Column extends Omit<SheetColumn, 'field'> {
  title: string;
  included: boolean;
  /** The field as it is guessed, or as it was chosen instead. */
  field: GuessedField;
  guessed: GuessedField;
}

/** A resource that a table has been read for. */
export interface FromSheet {
  entity: string;
  file: File;
  /** Rows of the table. */
  rows: number;
  /** Adds the fields of the columns to the new resource. */
  start: (schema: EntitySchema) => EntitySchema;
}

const KEY_MAX = 40;
/** The kinds that a column can be given besides the guessed one. */
const KINDS: readonly Kind[] = [
  'text',
  'lines',
  'integer',
  'number',
  'date',
  'time',
  'yesNo',
  'mobile',
  'identityNumber',
  'address',
  'row',
];
const STUDENT: GuessedField = { type: 'string', maxLength: 64, 'x-kind': 'row', 'x-of': 'student' };

const titled = (field: GuessedField, title = ''): FieldSchema => ({ ...field, title });
export const kindOfColumn = (field: GuessedField): Kind => kindOf(titled(field));
export const isMoment = ({ format }: GuessedField): boolean => format === 'date-time';

/** An import finds a column by its name, which is no longer than a title. */
export const isUsable = ({ header }: Pick<Column, 'header'>): boolean => [...header].length <= LABEL_MAX;

export const columnsOf = (columns: readonly SheetColumn[]): Column[] =>
  columns.map((column) => ({
    ...column,
    title: column.header.slice(0, LABEL_MAX),
    included: isUsable(column) && column.filled > 0,
    guessed: column.field,
  }));

/** The kinds to choose from; the guessed one keeps its options and its digits. */
export const kindsFor = ({ guessed }: Column): Kind[] => [...new Set([kindOfColumn(guessed), ...KINDS])];

export function withColumnKind(column: Column, kind: Kind): Column {
  if (kind === kindOfColumn(column.guessed)) return { ...column, field: column.guessed };
  if (kind === 'row') return { ...column, field: STUDENT };
  const { title: _, ...field } = withKind(titled(column.guessed), kind);
  return { ...column, field };
}

/** Columns that can name rows: each row has a value of its own. */
export const namesRows = (column: Column, rows: number): boolean =>
  column.included &&
  column.distinct &&
  column.filled === rows &&
  ['text', 'integer'].includes(kindOfColumn(column.guessed));

const FILTER_LAST = 99;

/** The field of a column, at the end of list and form. */
function fieldOf(schema: EntitySchema, { field, header, title }: Column): FieldSchema {
  const kind = kindOfColumn(field);
  const match = matchOf(kind);
  const made = { ...newField(schema, kind), ...titled(field, title.trim()) };
  return {
    ...made,
    ...(match && !made['x-mask'] && { 'x-filter': { match, order: made['x-form']?.order ?? FILTER_LAST } }),
    // The file keeps its own name of the column.
    ...(header !== title.trim() && { 'x-sheet': { ...made['x-sheet'], aliases: [header] } }),
  };
}

/** Keys of the columns, as pinyin of their titles. */
async function keysOf(entity: string, columns: readonly Column[]): Promise<string[]> {
  const taken = [...RESERVED, ...RESERVED_FOR_CORE, 'name', `${entity.replaceAll('-', '_')}_id`];
  const keys: string[] = [];
  for (const { title } of columns) {
    const used = [...taken, ...keys];
    const key = await keyOfTitle(title, { separator: '_', max: KEY_MAX, stem: 'field', taken: used }).catch(() => '');
    keys.push(key === '' ? freeName(used, 'field') : key);
  }
  return keys;
}

/** What the columns add to a new resource, whose first field names its rows. */
export async function startOf(entity: string, label: Column, others: readonly Column[]): Promise<FromSheet['start']> {
  const keys = await keysOf(entity, others);
  return (schema) => {
    const { name } = schema.properties;
    const named =
      name && label.header !== label.title.trim()
        ? withField(schema, 'name', { ...name, 'x-sheet': { ...name['x-sheet'], aliases: [label.header] } })
        : schema;
    return others.reduce((next, column, i) => withField(next, keys[i] ?? '', fieldOf(next, column)), named);
  };
}
