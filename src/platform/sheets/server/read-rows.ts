import type { RawCell } from '../../schema/sheet-cell.ts';
import { openArchive, type Archive } from './archive.ts';
import { readDateFormats } from './cell-formats.ts';
import { readCsv } from './csv.ts';
import { unescapeFormula } from './formulas.ts';
import { HEAD_ROWS, SHARES, tooManyRows, unreadable } from './limits.ts';
import { UnusableFile, type SheetRow } from './messages.ts';
import { readSharedStrings } from './shared-strings.ts';
import { isEmpty, sheetRows, type Workbook } from './sheet-rows.ts';
import { unpacked } from './zip-directory.ts';

/** Rows of a sheet with their numbers from 1; rows without any text are skipped. */
export type Rows = AsyncGenerator<SheetRow>;
export interface SheetFile {
  sheets: readonly { sheet: number; rows: () => Rows }[];
}

const starts = (bytes: Uint8Array<ArrayBuffer>, ...signature: number[]) =>
  signature.every((byte, i) => bytes[i] === byte);

/** Whether a file is a workbook; any other file is read as text. */
export const isWorkbook = (bytes: Uint8Array<ArrayBuffer>): boolean => starts(bytes, 0x50, 0x4b);

/**
 * Detects the format of a file by its content, not by its name.
 *
 * @param rowsMax Refuses text with more rows below its header before the first one is read; a workbook's are not known
 * @throws UnusableFile
 */
export async function openSheets(bytes: Uint8Array<ArrayBuffer>, rowsMax = Infinity): Promise<SheetFile> {
  if (bytes.length === 0) throw new UnusableFile('文件是空的');
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnusableFile('这是旧版 .xls 或加了密码的文件：请另存为没有密码的 .xlsx 后再上传');
  if (!isWorkbook(bytes)) return { sheets: [{ sheet: 0, rows: () => csvRows(bytes, rowsMax) }] };
  const archive = await openArchive(bytes);
  const visible = archive.sheets.flatMap(({ hidden, path }, sheet) => (hidden ? [] : [{ sheet, path }]));
  const book = await translated(() => workbookOf(archive));
  return { sheets: visible.map(({ sheet, path }) => ({ sheet, rows: () => bookRows(archive, path, book) })) };
}

/** Errors of broken XML as errors for the user. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof UnusableFile ? error : unreadable();
  }
}

async function workbookOf({ strings, styles, from1904 }: Archive): Promise<Workbook> {
  return {
    strings: strings && (await readSharedStrings(unpacked(strings, SHARES.strings))),
    dateFormats: styles ? await readDateFormats(unpacked(styles, SHARES.styles)) : new Set(),
    from1904,
  };
}

async function* csvRows(bytes: Uint8Array<ArrayBuffer>, rowsMax: number): Rows {
  const { rows, filled } = readCsv(bytes);
  if (filled > rowsMax + HEAD_ROWS) throw tooManyRows(rowsMax);
  let no = 0;
  for (const cells of rows) {
    no++;
    const row = cells.map((cell): RawCell => cell && unescapeFormula(cell));
    if (!isEmpty(row)) yield { no, cells: row };
  }
}

async function* bookRows({ parts }: Archive, path: string, book: Workbook): Rows {
  const part = parts.get(path);
  if (!part) throw unreadable();
  const rows = sheetRows(unpacked(part, SHARES.sheet), book);
  try {
    for (;;) {
      const next = await translated(() => rows.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await rows.return(undefined);
  }
}
