import type { Spread, SpreadColumn } from '../../resources/server/hooks.ts';
import { cellText } from '../../schema/sheet-cell.ts';
import { importColumns } from '../../schema/sheet.ts';
import type { EntitySchema, FieldSchema } from '../../schema/types.ts';
import { UnusableFile, type Found, type SheetRow } from '../../sheets/server/messages.ts';
import { IMPORT_ROWS_MAX } from '../contract.ts';

/** Lines of one row are numbered from the row's number times this. No file has so many columns that stand for rows. */
const LINES_OF_ROW = 1000;

/** Name of a column that stands for rows, in the schema by which the header is found. No field has this name. */
const nameOf = (column: number) => `:${column}`;

/** The schema by which the header of a file is found. */
export function withSpread(schema: EntitySchema, { columns, fields }: Spread): EntitySchema {
  const spread = columns.map(({ header, aliases = [] }, i): [string, FieldSchema] => [
    nameOf(i),
    { type: 'string', title: header, 'x-sheet': { import: true, header, aliases: [...aliases] } },
  ]);
  const given = [...fields, ...columns.flatMap(({ values }) => Object.keys(values))];
  return {
    ...schema,
    required: schema.required.filter((name) => !given.includes(name)),
    properties: { ...schema.properties, ...Object.fromEntries(spread) },
  };
}

interface Wide extends SpreadColumn {
  /** Place among the cells of a row. */
  at: number;
  column: number;
}

/**
 * Makes lines of the rows of a file that has columns that stand for rows, and notes in `found` which fields the lines
 * have; undefined where the file has no such columns.
 *
 * @throws UnusableFile where required columns are missing, or the file has a row's own columns as well
 */
export function spreadIn(
  { layout }: Found,
  schema: EntitySchema,
  { columns, fields, value }: Spread,
): ((rows: readonly SheetRow[]) => SheetRow[]) | undefined {
  const wide = layout.fields.flatMap(({ column, field }, at): Wide[] => {
    const spread = columns.find((_, i) => nameOf(i) === field);
    return spread ? [{ ...spread, at, column }] : [];
  });
  const own = layout.fields.flatMap((one, at) => (one.field.startsWith(':') ? [] : [{ ...one, at }]));
  const isOwn = (name: string) => own.some(({ field }) => field === name);
  const headersOf = (wanted: (name: string) => boolean) =>
    importColumns(schema).flatMap(({ field, header }) => (wanted(field) ? [header] : []));
  const isGiven = (name: string) =>
    isOwn(name) || (wide.length > 0 && (fields.includes(name) || wide.every(({ values }) => name in values)));
  const missing = headersOf((name) => schema.required.includes(name) && !isGiven(name));
  if (missing.length > 0) throw new UnusableFile(`缺少必填的列：${missing.join('、')}`);
  const [first] = wide;
  if (!first) return undefined;
  const both = headersOf((name) => fields.includes(name) && isOwn(name));
  if (both.length > 0)
    throw new UnusableFile(`有“${first.header}”这样的列时，每一列就是一项，不能再有这些列：${both.join('、')}`);

  const added = [...new Set(wide.flatMap(({ values }) => Object.keys(values)))].filter((name) => !isOwn(name));
  layout.fields = [
    ...own.map(({ column, field }) => ({ column, field })),
    ...[...added, value].map((field) => ({ column: first.column, field })),
  ];
  let lines = 0;
  return (rows) =>
    rows.flatMap(({ cells, ...row }) =>
      wide.flatMap(({ at, values }, i): SheetRow[] => {
        const cell = cells[at] ?? null;
        if (cellText(cell) === '') return [];
        if (++lines > IMPORT_ROWS_MAX)
          throw new UnusableFile(`一格算一条，文件里超过了 ${IMPORT_ROWS_MAX.toLocaleString('en')} 条，请分成几个文件`);
        const shared = own.map((one) => cells[one.at] ?? null);
        const line = [...shared, ...added.map((name) => values[name] ?? null), cell];
        return [{ ...row, no: row.no * LINES_OF_ROW + i, cells: line }];
      }),
    );
}

/** The number of the row that a line is in. */
export const rowOfLine = (found: Found | null | undefined, no: number): number =>
  found?.spread === true ? Math.floor(no / LINES_OF_ROW) : no;
