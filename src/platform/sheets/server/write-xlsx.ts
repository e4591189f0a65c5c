import { Readable } from 'node:stream';
import { bookParts } from './book-parts.ts';
import type { SheetWriter } from './sheet.ts';
import { zipped } from './zip-stream.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * XLSX, row by row. Every text is written as a string cell of a text-formatted column: a spreadsheet never evaluates
 * it, whatever its first character is, neither on opening nor after an edit of the cell.
 */
export const writeXlsx: SheetWriter = (sheet, further = []) =>
  Readable.from(zipped(bookParts([sheet, ...further])), { objectMode: false });
