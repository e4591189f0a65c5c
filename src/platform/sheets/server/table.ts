import { ColumnWatch } from '../../schema/guess-column.ts';
import { cellText, nameKey, type RawCell } from '../../schema/sheet-cell.ts';
import { HEAD_ROWS, tooManyRows } from './limits.ts';
import { UnusableFile, type SheetRow, type SheetTable } from './messages.ts';
import type { SheetFile } from './read-rows.ts';
import { tooWide, tooWideText } from './too-wide.ts';

/** Columns of a table: each becomes a field. */
export const TABLE_COLUMNS_MAX = 60;
/** Values of all columns that are kept to see whether they repeat. */
const DISTINCT_MAX = 300_000;
/** Part of the widest of the first rows that a header fills. */
const HEADER_SHARE = 0.6;

const isHeading = (cell: RawCell): boolean => typeof cell === 'string' && cellText(cell) !== '';

/** The header: the first row that names most columns, each by a text. Rows above are titles. */
function headerOf(head: readonly SheetRow[]): SheetRow | undefined {
  const filled = head.map(({ cells }) => cells.filter((cell) => cellText(cell) !== '').length);
  const width = Math.max(0, ...filled);
  return head.find(({ cells }, i) => {
    const headings = cells.filter(isHeading).length;
    return headings === filled[i] && headings >= Math.max(1, width * HEADER_SHARE);
  });
}

function columnsOf(header: SheetRow): { column: number; header: string }[] {
  const columns = header.cells.flatMap((cell, column) => {
    const text = cellText(cell).replace(/\s+/g, ' ');
    return text === '' ? [] : [{ column, header: text }];
  });
  if (columns.length > TABLE_COLUMNS_MAX)
    throw new UnusableFile(`最多 ${TABLE_COLUMNS_MAX} 列，这个文件有 ${columns.length} 列：请只保留要用的列`);
  const keys = columns.map((one) => nameKey(one.header));
  const twice = columns.find((_, i) => keys.indexOf(keys[i] ?? '') < i);
  if (twice) throw new UnusableFile(`列名重复：${twice.header}，请改成不同的列名后再上传`);
  return columns;
}

/**
 * Reads the first sheet with a header whole, and guesses the meaning of each column.
 *
 * @throws UnusableFile
 */
export async function readTable({ sheets }: SheetFile, rowsMax: number): Promise<SheetTable> {
  for (const { rows } of sheets) {
    const all = rows();
    const head: SheetRow[] = [];
    try {
      while (head.length < HEAD_ROWS) {
        const next = await all.next();
        if (next.done === true) break;
        head.push(next.value);
      }
      const header = headerOf(head);
      if (!header) continue;
      const columns = columnsOf(header).map((one) => ({ ...one, watch: new ColumnWatch() }));
      const titles = (columns.at(-1)?.column ?? 0) + 1;
      let [total, room] = [0, DISTINCT_MAX];
      const see = ({ no, cells }: SheetRow) => {
        if (++total > rowsMax) throw tooManyRows(rowsMax);
        const wide = tooWide(cells, titles);
        if (wide) throw new UnusableFile(`第 ${no} 行的${tooWideText(wide)}`);
        for (const { column, watch } of columns) watch.add(cells[column] ?? null, () => room-- > 0);
      };
      for (const row of head) if (row.no > header.no) see(row);
      for await (const row of all) see(row);
      if (total === 0) throw new UnusableFile('表头下面没有内容');
      return { columns: columns.map(({ header: text, watch }) => ({ header: text, ...watch.result() })), rows: total };
    } finally {
      await all.return(undefined);
    }
  }
  throw new UnusableFile(`没有找到表头：前 ${HEAD_ROWS} 行里要有一行写着各列的名称`);
}
