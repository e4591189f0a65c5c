import { Readable } from 'node:stream';
import type { CellValue } from 'hucre/xlsx';

/** A table to be written as a spreadsheet file. */
export interface Sheet {
  name: string;
  columns: readonly { header: string; cell: 'text' | 'number' }[];
  /** Cells in the order of the columns. */
  rows: AsyncIterable<readonly (string | number | null)[]> | Iterable<readonly (string | number | null)[]>;
}

/** Writes a spreadsheet as a stream; the only place that uses the library. */
export type SheetWriter = (sheet: Sheet) => Readable;

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Spreadsheets allow 31 characters and none of these in the name of a sheet. */
export const sheetName = (text: string) => text.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31);

/** Characters wide; a Chinese one counts two. */
export const widthOf = (text: string) =>
  Math.min(
    40,
    Math.max(
      12,
      [...text].reduce((width, letter) => width + (letter > 'ÿ' ? 2 : 1), 4),
    ),
  );

/**
 * XLSX, row by row. Every text is written as a string cell of a text-formatted column: a spreadsheet never evaluates
 * it, whatever its first character is, neither on opening nor after an edit of the cell.
 */
export const writeXlsx: SheetWriter = (sheet) => Readable.from(written(sheet), { objectMode: false });

async function* written({ name, columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  yield* writeXlsxStream(cells(rows), {
    name: sheetName(name),
    columns: columns.map(({ header, cell }) => ({
      header,
      width: widthOf(header),
      ...(cell === 'text' ? { numFmt: '@' } : {}),
    })),
    freezePane: { rows: 1 },
  });
}

async function* cells(rows: Sheet['rows']): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield [...row];
}
