import { isUtf8 } from 'node:buffer';
import { streamCsvRows, writeCsv } from 'hucre/csv';
import { escapeFormula } from './formulas.ts';
import { CELL_MAX, cellTooLong, COLUMNS_MAX, ROW_TEXT_MAX, rowTooLong } from './limits.ts';
import { UnusableFile } from './messages.ts';

function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'gb18030';
}

/** Text of unknown encoding: UTF-8 where it is valid, else the encoding of Chinese spreadsheets. */
function decoded(bytes: Uint8Array): string {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0') || text.includes('\ufffd'))
    throw new UnusableFile('这不是表格文件，或者文字的编码无法识别：请上传 .xlsx，或者以 UTF-8 或 GBK 编码保存的 .csv');
  return text;
}

/** The separator that the first lines have most of. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 4096);
  const count = (mark: string) => head.split(mark).length;
  return [',', '\t', ';', '，'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const [LINE_FEED, RETURN, QUOTE] = [10, 13, 34];
/** Characters of rows that count as empty: line ends, tabulator, spaces, byte order mark. */
const BLANKS = new Set([LINE_FEED, RETURN, 9, 32, 0xa0, 0x3000, 0xfeff]);

/**
 * Refuses fields and rows that are too long before the library reads them: it builds each field character by character.
 *
 * @returns The number of rows that have a text
 * @throws UnusableFile
 */
function checkRows(text: string, delimiter: string): number {
  const mark = delimiter.charCodeAt(0);
  let [row, columns, field, length, quoted] = [1, 1, 0, 0, false];
  let [filled, isFilled] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE && quoted && text.charCodeAt(i + 1) !== QUOTE) quoted = false;
    else if (code === QUOTE && !quoted && field === 0) quoted = true;
    else if (!quoted && code === mark) {
      field = 0;
      if (++columns > COLUMNS_MAX) throw rowTooLong(row);
    } else if (!quoted && (code === LINE_FEED || code === RETURN)) {
      if (code === RETURN && text.charCodeAt(i + 1) === LINE_FEED) i++;
      row++;
      [columns, field, length, isFilled] = [1, 0, 0, false];
    } else {
      // A doubled quote inside of quotes is one character.
      if (code === QUOTE && quoted) i++;
      if (!isFilled && !BLANKS.has(code)) [filled, isFilled] = [filled + 1, true];
      if (++field > CELL_MAX) throw cellTooLong(row);
      if (++length > ROW_TEXT_MAX) throw rowTooLong(row);
    }
  }
  return filled;
}

export interface CsvFile {
  delimiter: string;
  /** The cells as they stand in the file, with the apostrophes that an export adds. */
  rows: Iterable<readonly (string | null)[]>;
  /** Number of rows that have a text. */
  filled: number;
}

/** @throws UnusableFile where the bytes are not text, or a field is too long */
export function readCsv(bytes: Uint8Array): CsvFile {
  const text = decoded(bytes);
  const delimiter = delimiterOf(text);
  const filled = checkRows(text, delimiter);
  return { delimiter, filled, rows: mapped(streamCsvRows(text, { delimiter })) };
}

function* mapped(rows: Iterable<readonly unknown[]>): Generator<(string | null)[]> {
  for (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? cell : null));
}

/** For programs: without the mark of `csvBytes`. Formulas are escaped all the same, because people open such files too. */
export const programCsv = (rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    writeCsv(
      rows.map((row) => row.map(escapeFormula)),
      { delimiter: ',' },
    ),
  );

/** With the byte order mark by which spreadsheets recognise UTF-8. */
export const csvBytes = (rows: (string | null)[][], delimiter: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(writeCsv(rows, { delimiter, bom: true }));
