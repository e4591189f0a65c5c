import { isUtf8 } from 'node:buffer';
import { streamCsvRows, writeCsv } from 'hucre/csv';
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

export interface CsvFile {
  delimiter: string;
  rows: Iterable<readonly (string | null)[]>;
}

/** @throws UnusableFile where the bytes are not text */
export function readCsv(bytes: Uint8Array): CsvFile {
  const text = decoded(bytes);
  const delimiter = delimiterOf(text);
  // Removes the prefix that an export writes before a text that looks like a formula.
  const rows = streamCsvRows(text, { delimiter, unescapeFormulae: true });
  return { delimiter, rows: mapped(rows) };
}

function* mapped(rows: Iterable<readonly unknown[]>): Generator<(string | null)[]> {
  for (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? cell : null));
}

/** With the byte order mark by which spreadsheets recognise UTF-8. */
export const csvBytes = (rows: (string | null)[][], delimiter: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(writeCsv(rows, { delimiter, bom: true }));
