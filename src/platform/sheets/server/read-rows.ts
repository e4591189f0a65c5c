import { streamXlsxRows } from 'hucre/xlsx';
import type { RawCell } from '../../schema/sheet-cell.ts';
import { flat, sheetsOf, unpack } from './archive.ts';
import { readCsv } from './csv.ts';
import { UnusableFile, type SheetRow } from './messages.ts';

/** Rows of a sheet with their numbers from 1; rows without any text are skipped. */
export type Rows = AsyncGenerator<SheetRow>;
export interface SheetFile {
  sheets: readonly { sheet: number; rows: () => Rows }[];
}

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);

/**
 * Detects the format of a file by its content, not by its name.
 *
 * @throws UnusableFile
 */
export function openSheets(bytes: Uint8Array): SheetFile {
  if (bytes.length === 0) throw new UnusableFile('文件是空的');
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnusableFile('这是旧版 .xls 或加了密码的文件：请另存为没有密码的 .xlsx 后再上传');
  if (!starts(bytes, 0x50, 0x4b)) return { sheets: [{ sheet: 0, rows: () => csvRows(bytes) }] };
  const parts = unpack(bytes);
  const visible = sheetsOf(parts).flatMap(({ hidden }, sheet) => (hidden ? [] : [sheet]));
  const archive = flat(parts);
  return { sheets: visible.map((sheet) => ({ sheet, rows: () => xlsxRows(archive, sheet) })) };
}

const isEmpty = (cells: readonly RawCell[]) =>
  cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''));

async function* csvRows(bytes: Uint8Array): Rows {
  let no = 0;
  for (const cells of readCsv(bytes).rows) {
    no++;
    if (!isEmpty(cells)) yield { no, cells: [...cells] };
  }
}

async function* xlsxRows(archive: Uint8Array, sheet: number): Rows {
  try {
    for await (const { index, values } of streamXlsxRows(archive, { sheet })) {
      const cells = values.map((value): RawCell =>
        value instanceof Date ? { at: value.toISOString().slice(0, 19) } : value,
      );
      if (!isEmpty(cells)) yield { no: index + 1, cells };
    }
  } catch (error) {
    throw error instanceof UnusableFile
      ? error
      : new UnusableFile('工作簿的内容已损坏，读不出来：请用表格软件重新另存为 .xlsx 后再上传');
  }
}
