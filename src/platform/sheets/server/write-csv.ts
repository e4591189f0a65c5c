import { Readable } from 'node:stream';
import { writeCsvStream } from 'hucre/csv';
import { escapeFormula } from './formulas.ts';
import type { SheetWriter } from './sheet.ts';

export const CSV_TYPE = 'text/csv; charset=utf-8';

/**
 * CSV, row by row, with the byte order mark by which spreadsheets recognise UTF-8. A text that a spreadsheet would take
 * for a formula gets an apostrophe, which an import removes.
 */
export const writeCsv: SheetWriter = ({ columns, rows }) =>
  Readable.fromWeb(
    writeCsvStream(
      withHeader(
        columns.map(({ header }) => header),
        rows,
      ),
      { bom: true },
    ) as Parameters<typeof Readable.fromWeb>[0],
  );

async function* withHeader(
  header: string[],
  rows: Parameters<SheetWriter>[0]['rows'],
): AsyncGenerator<(string | number | null)[]> {
  const safe = (cell: string | number | null) => (typeof cell === 'string' ? escapeFormula(cell) : cell);
  yield header.map(escapeFormula);
  for await (const row of rows) yield row.map(safe);
}
