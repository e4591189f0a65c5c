import { isClosed } from './field-rights.ts';
import { cellText, nameKey, type RawCell } from './sheet-cell.ts';
import { importColumns, exportColumns } from './sheet.ts';
import { isFiles, type EntitySchema, type FieldSchema } from './types.ts';

/** Header of the column with the errors of each row in a returned file. */
export const ERROR_HEADER = '错误说明';

/** Rows at the top of a file in which the header is searched: many files begin with titles and notes. */
const HEADER_WITHIN = 20;

/** Columns of a file by their place. */
export interface Layout {
  /** Index of the header's row among the given rows. */
  row: number;
  /** The field of each column that is imported. */
  fields: { column: number; field: string }[];
  /** Headers that match no field: their content would be lost. */
  unknown: string[];
  /** Headers of fields that only the system writes; exported files contain them. */
  ignored: string[];
  /** Headers of fields that the role may not fill in. Layouts stored earlier have none. */
  closed?: string[];
  /** Headers of files and pictures, which a sheet cannot hold. Layouts stored earlier have none. */
  files?: string[];
  /** Headers of repeating groups, which only a form fills in. Layouts stored earlier have none. */
  groups?: string[];
  /** Headers that repeat a field. */
  twice: string[];
  /** Required columns that the file lacks. */
  missing: string[];
  /** Columns that the file lacks although they are expected (`x-sheet.expected`). Layouts stored earlier have none. */
  absent?: string[];
  /** Columns up to the last with a title, without that of the error texts. Layouts stored earlier have none. */
  width?: number;
  /** Column of the error texts of a returned file; else the column where they are to be written. */
  errors: number;
  /** Whether the file already has that column. */
  annotated: boolean;
}

/** Required marks and notes in brackets are no part of a header. */
const headerKey = (cell: RawCell): string =>
  nameKey(
    cellText(cell)
      .replace(/[（(【[].*?[）)】\]]/g, '')
      .replace(/[*＊:：]/g, ''),
  );

const isFilledGroup = (field: FieldSchema): boolean =>
  field['x-kind'] === 'group' && field['x-form'] !== undefined && field['x-hidden'] !== true;

interface NamedColumn {
  field: string;
  imported: boolean;
  /** Whether the field holds files. */
  files?: true;
  /** Whether the role may not fill in the field. */
  closed?: true;
  /** Whether it has lines, for which a file has no place. */
  group?: true;
}

/**
 * Header, title, name or alias of a field → the field. An imported field has priority over one that is only exported
 * under the same header: it is the same column, so that the titles of both name the imported one.
 */
function namesOf(schema: EntitySchema): ReadonlyMap<string, NamedColumn> {
  const names = new Map<string, NamedColumn>();
  const add = (name: string, field: string, imported: boolean) => {
    const key = headerKey(name);
    if (!names.has(key)) names.set(key, { field, imported });
  };
  const addWays = (field: string, of: FieldSchema, column: NamedColumn) => {
    for (const name of [of['x-sheet']?.header, of.title, field, ...(of['x-sheet']?.aliases ?? [])]) {
      const key = headerKey(name ?? field);
      if (!names.has(key)) names.set(key, column);
    }
  };
  for (const { field, header } of importColumns(schema)) add(header, field, true);
  for (const { field, schema: column } of importColumns(schema)) {
    add(column.title, field, true);
    add(field, field, true);
    for (const alias of column['x-sheet']?.aliases ?? []) add(alias, field, true);
  }
  for (const [field, of] of Object.entries(schema.properties)) {
    if (isClosed(of)) addWays(field, of, { field, imported: false, closed: true });
    else if (isFilledGroup(of)) addWays(field, of, { field, imported: false, group: true });
    else if (isFiles(of) && !of['x-hidden']) addWays(field, of, { field, imported: false, files: true });
  }
  for (const {
    field,
    header,
    schema: { title },
  } of exportColumns(schema)) {
    const same = names.get(headerKey(header));
    if (same?.imported) {
      add(title, same.field, true);
      add(field, same.field, true);
      continue;
    }
    add(header, field, false);
    add(title, field, false);
  }
  // Files contain these fields for roles that may open their areas; an import does not write them.
  for (const [field, { 'x-area': areas, readOnly, title }] of Object.entries(schema.properties))
    if (areas && readOnly === true) add(title, field, false);
  return names;
}

/**
 * Finds the header: of the first rows, the one with most known headers. An empty cell takes the text above it, so that
 * two-row headers with merged cells are read as displayed.
 *
 * @returns Undefined where no row has a known header
 */
export function findLayout(schema: EntitySchema, rows: readonly (readonly RawCell[])[]): Layout | undefined {
  const names = namesOf(schema);
  let best: { row: number; texts: string[]; known: number } | undefined;
  for (const [row, cells] of rows.slice(0, HEADER_WITHIN).entries()) {
    const above = rows[row - 1] ?? [];
    const width = Math.max(cells.length, above.length);
    const texts = Array.from({ length: width }, (_, i) => cellText(cells[i] ?? null) || cellText(above[i] ?? null));
    const own = cells.filter((cell) => names.has(headerKey(cell))).length;
    const known = new Set(texts.flatMap((text) => names.get(headerKey(text))?.field ?? [])).size;
    if (own > 0 && known > (best?.known ?? 0)) best = { row, texts, known };
  }
  if (!best) return undefined;

  const layout: Layout = {
    row: best.row,
    fields: [],
    unknown: [],
    ignored: [],
    closed: [],
    files: [],
    groups: [],
    twice: [],
    missing: [],
    width: best.texts.findLastIndex((text) => text !== '' && text !== ERROR_HEADER) + 1,
    errors: best.texts.length,
    annotated: false,
  };
  for (const [column, text] of best.texts.entries()) {
    const found = names.get(headerKey(text));
    if (text === '') continue;
    if (text === ERROR_HEADER) Object.assign(layout, { errors: column, annotated: true });
    else if (!found) layout.unknown.push(text);
    else if (found.closed) layout.closed?.push(text);
    else if (found.files) layout.files?.push(text);
    else if (found.group) layout.groups?.push(text);
    else if (!found.imported) layout.ignored.push(text);
    else if (layout.fields.some(({ field }) => field === found.field)) layout.twice.push(text);
    else layout.fields.push({ column, field: found.field });
  }
  const has = new Set(layout.fields.map(({ field }) => field));
  layout.missing = importColumns(schema)
    .filter(
      ({ field, schema: { default: fallback } }) =>
        schema.required.includes(field) && fallback === undefined && !has.has(field),
    )
    .map(({ header }) => header);
  layout.absent = importColumns(schema)
    .filter(({ field, schema: { 'x-sheet': sheet } }) => sheet?.expected === true && !has.has(field))
    .map(({ header }) => header);
  return layout;
}
