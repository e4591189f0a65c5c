import type { Readable } from 'node:stream';

type Cells = readonly (string | number | null)[];

/** A table to be written as a spreadsheet file. */
export interface Sheet {
  name: string;
  columns: readonly { header: string; cell: 'text' | 'number' }[];
  /** Cells in the order of the columns. */
  rows: AsyncIterable<Cells> | Iterable<Cells>;
}

/** Writes a table as a stream; a workbook has the further sheets behind it. */
export type SheetWriter = (sheet: Sheet, further?: readonly Sheet[]) => Readable;

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
