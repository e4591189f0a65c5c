import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { RawCell } from '../../schema/sheet-cell.ts';
import { findLayout, type Layout } from '../../schema/sheet-header.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { annotated } from './annotate.ts';
import { archiveTables } from './archive-tables.ts';
import { FILE_TEXT_MAX, HEAD_ROWS, LONG_CELL, LONG_TEXT_MAX, tooBig, tooManyRows } from './limits.ts';
import { UnusableFile, type Found, type SheetAnswer, type SheetJob, type SheetRow } from './messages.ts';
import { openSheets, type Rows, type SheetFile } from './read-rows.ts';
import { readTable } from './table.ts';
import { tooWide, tooWideText } from './too-wide.ts';

/** Rows in one message. */
const BATCH = 1000;
/** Text in one message, in UTF-16 units, from which it is sent; a workbook can repeat one long text in every cell. */
const BATCH_TEXT = 2 ** 18;

/** All rows again: those already read, then the rest. */
async function* behind(head: readonly SheetRow[], rest: Rows): Rows {
  yield* head;
  yield* rest;
}

const tooWideIn = ({ width: titles = Infinity, annotated: isAnnotated, errors }: Layout, cells: readonly RawCell[]) =>
  tooWide(cells, titles, isAnnotated ? errors : undefined);

/** What is wrong with a header without required columns: rows that are wider may say where they have gone. */
function missingText({ layout, headerNo }: Found, head: readonly SheetRow[]): string {
  const missing = `缺少必填的列：${layout.missing.join('、')}`;
  for (const { no, cells } of head) {
    const wide = no > headerNo ? tooWideIn(layout, cells) : undefined;
    if (wide) return `${missing}。第 ${no} 行的${tooWideText(wide)}`;
  }
  return missing;
}

/** @throws UnusableFile */
async function find({ sheets }: SheetFile, schema: EntitySchema): Promise<{ found: Found; rows: Rows }> {
  let best: { found: Found; head: SheetRow[]; rest: Rows } | undefined;
  for (const { sheet, rows } of sheets) {
    const rest = rows();
    const head: SheetRow[] = [];
    while (head.length < HEAD_ROWS) {
      const next = await rest.next();
      if (next.done === true) break;
      head.push(next.value);
    }
    const layout = findLayout(
      schema,
      head.map(({ cells }) => cells),
    );
    const better = layout && layout.fields.length > (best?.found.layout.fields.length ?? 0);
    await (better ? best?.rest : rest)?.return(undefined);
    if (better) best = { found: { layout, sheet, headerNo: head[layout.row]?.no ?? 1 }, head, rest };
    // A sheet of instructions may name the columns too; the table comes first.
    if (best && best.found.layout.missing.length === 0) break;
  }
  if (!best)
    throw new UnusableFile(`没有找到表头：前 ${HEAD_ROWS} 行里要有一行写着${schema.title}的列名，请对照模板检查`);
  const { found, head, rest } = best;
  const { missing, twice } = found.layout;
  if (missing.length > 0) throw new UnusableFile(missingText(found, head));
  if (twice.length > 0) throw new UnusableFile(`列名重复：${twice.join('、')}，不知道以哪一列为准`);
  return { found, rows: behind(head, rest) };
}

/** Text of the cells beyond a length each, in UTF-16 units. */
const textLength = (cells: readonly RawCell[], beyond = 0) =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? Math.max(0, cell.length - beyond) : 0), 0);

/** Runs one job in a separate thread, so that unpacking and parsing do not block the server. */
export async function serve(port: MessagePort, job: SheetJob): Promise<void> {
  const answer = (message: SheetAnswer, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const goOn = () => once(port, 'message');
  try {
    if (job.job === 'annotate') {
      const bytes = await annotated(job.bytes, job.found, job.header, new Map(job.messages));
      return answer({ kind: 'file', bytes }, [bytes.buffer]);
    }
    if (job.job === 'columns')
      return answer({ kind: 'columns', table: await readTable(await openSheets(job.bytes, job.rowsMax), job.rowsMax) });
    if (job.job === 'tables') {
      for (const { name, rows } of await archiveTables(job.bytes, job.names, job.rowsMax))
        for (let from = 0; from === 0 || from < rows.length; from += BATCH) {
          answer({ kind: 'table', name, rows: rows.slice(from, from + BATCH) });
          await goOn();
        }
      return answer({ kind: 'end', width: 0 });
    }
    const { found, rows } = await find(await openSheets(job.bytes, job.rowsMax), job.schema);
    answer({ kind: 'found', found });
    await goOn();
    let batch: SheetRow[] = [];
    let [total, width, text, sent, long] = [0, 0, 0, 0, 0];
    for await (const { no, cells } of rows) {
      if (no <= found.headerNo) continue;
      width = Math.max(width, cells.findLastIndex((cell) => cell !== null && cell !== '') + 1);
      if (++total > job.rowsMax) throw tooManyRows(job.rowsMax);
      const row = found.layout.fields.map(({ column }) => cells[column] ?? null);
      const wide = tooWideIn(found.layout, cells);
      batch.push({ no, cells: row, ...(wide && { tooWide: wide }) });
      text += textLength(row);
      long += textLength(row, LONG_CELL);
      if (text > FILE_TEXT_MAX || long > LONG_TEXT_MAX) throw tooBig();
      if (batch.length < BATCH && text - sent < BATCH_TEXT) continue;
      answer({ kind: 'rows', rows: batch });
      [batch, sent] = [[], text];
      await goOn();
    }
    if (total === 0) throw new UnusableFile('表头下面没有内容');
    if (batch.length > 0) {
      answer({ kind: 'rows', rows: batch });
      await goOn();
    }
    answer({ kind: 'end', width });
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    answer({ kind: 'refused', message: error.message });
  } finally {
    port.close();
  }
}
