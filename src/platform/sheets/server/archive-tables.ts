import { readCsv } from './csv.ts';
import { unescapeFormula } from './formulas.ts';
import { ARCHIVE_TEXT_MAX, SHARES, tooBig, tooManyRows } from './limits.ts';
import { UnusableFile, type ArchiveTable } from './messages.ts';
import { isWorkbook } from './read-rows.ts';
import { partsOf, unpacked, type Part } from './zip-directory.ts';

const noArchive = (cause?: unknown) =>
  new UnusableFile('这不是可以打开的压缩文件（ZIP）：请检查文件是否完整、有没有加密码', { cause });

function openParts(bytes: Uint8Array<ArrayBuffer>): Map<string, Part> {
  if (!isWorkbook(bytes)) throw noArchive();
  try {
    return partsOf(bytes);
  } catch (error) {
    throw noArchive(error);
  }
}

async function bytesOf(part: Part): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of unpacked(part, SHARES.sheet)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * The tables of an archive of CSV files, of those that are named. Others are not unpacked.
 *
 * @param rowsMax below the header of one table
 * @throws UnusableFile naming the table
 */
export async function archiveTables(
  bytes: Uint8Array<ArrayBuffer>,
  names: readonly string[],
  rowsMax: number,
): Promise<ArchiveTable[]> {
  const parts = openParts(bytes);
  const tables: ArchiveTable[] = [];
  let text = 0;
  for (const name of names) {
    const part = parts.get(name);
    if (!part) continue;
    try {
      const { rows, filled } = readCsv(await bytesOf(part));
      if (filled > rowsMax + 1) throw tooManyRows(rowsMax);
      const table: ArchiveTable = { name, rows: [] };
      let no = 0;
      for (const cells of rows) {
        no += 1;
        const read = cells.map((cell) => unescapeFormula(cell ?? '').trim());
        text += read.reduce((sum, { length }) => sum + length, 0);
        if (text > ARCHIVE_TEXT_MAX) throw tooBig();
        if (read.some((cell) => cell !== '')) table.rows.push({ no, cells: read });
      }
      tables.push(table);
    } catch (error) {
      throw error instanceof UnusableFile ? new UnusableFile(`${name}：${error.message}`, { cause: error }) : error;
    }
  }
  return tables;
}
