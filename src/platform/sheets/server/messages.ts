import type { GuessedColumn } from '../../schema/guess-column.ts';
import type { RawCell } from '../../schema/sheet-cell.ts';
import type { Layout } from '../../schema/sheet-header.ts';
import type { EntitySchema } from '../../schema/types.ts';

/** A line of a file: its number in the sheet from 1, and its cells in the order of `layout.fields`. */
export interface SheetRow {
  no: number;
  cells: RawCell[];
  /** Present where the row has a text beyond the last title: its cells may belong to other columns. */
  tooWide?: TooWide;
}

/** The last column of a row that has a text, and the last that has a title; both counted from 1. */
export interface TooWide {
  last: number;
  titles: number;
}

/** Position of the table in a file. */
export interface Found {
  layout: Layout;
  /** Index of the sheet in the workbook, from 0. */
  sheet: number;
  /** Number of the header's row in the sheet, from 1. */
  headerNo: number;
  /** Whether a row of the file has become several lines, one for each of its columns that stand for rows. */
  spread?: true;
}

/** The table of a file about which nothing is known: its columns, and the number of rows below its header. */
export interface SheetTable {
  columns: (GuessedColumn & { header: string })[];
  rows: number;
}

/** A table of an archive: its rows with their numbers from 1, the header included. Rows without any text are left out. */
export interface ArchiveTable {
  name: string;
  rows: { no: number; cells: string[] }[];
}

/** The job of a worker thread. */
export type SheetJob =
  | { job: 'read'; bytes: Uint8Array<ArrayBuffer>; schema: EntitySchema; rowsMax: number }
  | { job: 'columns'; bytes: Uint8Array<ArrayBuffer>; rowsMax: number }
  | { job: 'tables'; bytes: Uint8Array<ArrayBuffer>; names: readonly string[]; rowsMax: number }
  | {
      job: 'annotate';
      bytes: Uint8Array<ArrayBuffer>;
      found: Found;
      header: string;
      messages: [no: number, text: string][];
    };

/** Messages of the thread; after `found`, each `rows` and each `table` it waits for a message to continue. */
export type SheetAnswer =
  | { kind: 'found'; found: Found }
  | { kind: 'rows'; rows: SheetRow[] }
  /** `width` counts the columns that any row uses. */
  | { kind: 'end'; width: number }
  | { kind: 'columns'; table: SheetTable }
  /** Some rows of a table of an archive; an empty table has one message without rows. */
  | ({ kind: 'table' } & ArchiveTable)
  | { kind: 'file'; bytes: Uint8Array<ArrayBuffer> }
  /** The file cannot be used; the message is for the user. */
  | { kind: 'refused'; message: string };

/** A file that cannot be used; the message with the reason is for the user. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
}
