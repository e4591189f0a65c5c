import type { Blob, OrgContext } from '../../context/server/context.ts';
import { AppError } from '../../errors/app-error.ts';
import { makerOf, markFile } from '../../file-codes/server/file-mark.ts';
import { markedSheet } from '../../file-codes/server/marked-sheet.ts';
import { readableValue } from '../../schema/references.ts';
import { cellOf, exportColumns } from '../../schema/sheet.ts';
import { dayOf } from '../../schema/wall-clock.ts';
import { SHEET_FORMATS, type SheetFormat } from '../../sheets/server/formats.ts';
import type { ResourceHooks } from './hooks.ts';
import { idsFor, rowsOfIds } from './queries/rows/read.ts';
import { readQuery, requireAct, resolveList, wireRows, type ScopedResource } from './reading.ts';

/** Maximum number of rows in one file: spreadsheets still open it without trouble. */
export const EXPORT_MAX = 200_000;
/** Rows that are read, and held in memory, at a time. */
const PIECE = 1000;
const IDS = /^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$/;

const isFormat = (format: unknown): format is SheetFormat =>
  typeof format === 'string' && Object.hasOwn(SHEET_FORMATS, format);

/**
 * The rows of a list (same filters and sort, all pages) as a file: Chinese headers, labels for codes, masked like the
 * list. The ids are read at the start and the content in batches as the client reads, so that memory use does not
 * depend on the size and a slow client holds no transaction. `ids` narrows it to selected rows. The export is written
 * to the audit log.
 *
 * @throws AppError PSY_INVALID_INPUT where a parameter is wrong or more than EXPORT_MAX rows match
 */
export async function exportRows(
  ctx: OrgContext,
  name: string,
  hooks: ResourceHooks,
  { ids, format = 'xlsx', ...query }: Readonly<Record<string, unknown>>,
): Promise<Blob> {
  const reached = await resolveList(ctx, name, hooks);
  const { entity, rows, tenant } = reached;
  const { schema } = entity;
  requireAct(entity, 'export');
  const details = [
    ...(ids !== undefined && ids !== '' && !(typeof ids === 'string' && IDS.test(ids))
      ? [{ field: '/ids', message: '格式不正确' }]
      : []),
    ...(isFormat(format) ? [] : [{ field: '/format', message: '格式应为 xlsx 或 csv' }]),
  ];
  if (details.length > 0 || !isFormat(format)) throw new AppError('PSY_INVALID_INPUT', { details });
  const chosen = typeof ids === 'string' && ids !== '' ? ids.split(',') : undefined;
  const wanted = await readQuery(ctx, entity, hooks, query);
  await hooks.beforeRead?.(ctx, wanted);
  const maker = await makerOf(ctx);
  const { found, mark } = await ctx.services.db.transaction(tenant, async (tx) => {
    const all = await tx.run(idsFor(rows, wanted, EXPORT_MAX + 1, chosen));
    if (all.length > EXPORT_MAX)
      throw new AppError('PSY_INVALID_INPUT', { message: `一次最多导出 ${EXPORT_MAX} 行，请缩小筛选范围` });
    const made = await markFile(ctx, tx, maker, 'list', {
      act: 'export',
      resource: name,
      rowId: '*',
      rowLabel: `${schema.title} ${all.length} 行`,
      after: { total: all.length, filters: wanted.filters },
    });
    return { found: all.map(({ id }) => String(id)), mark: made };
  });
  return markedSheet(ctx, mark, {
    format,
    fileName: `${schema.title}_${dayOf(ctx.now())}.${format}`,
    sheets: [{ name: schema.title, columns: exportColumns(schema), rows: cellsOf(ctx, reached, hooks, found) }],
  });
}

async function* cellsOf(
  ctx: OrgContext,
  { entity, rows, tenant }: ScopedResource,
  hooks: ResourceHooks,
  ids: readonly string[],
): AsyncGenerator<(string | number | null)[]> {
  const columns = exportColumns(entity.schema);
  const { id } = entity.schema['x-resource'];
  const read = async (from: number) => {
    const piece = ids.slice(from, from + PIECE);
    const [stored] = await ctx.services.db.read(tenant, [rowsOfIds(rows, piece)]);
    const shown = new Map(
      (await wireRows(ctx, entity, hooks.sheet ? await hooks.sheet(ctx, stored) : stored)).map((row) => [row[id], row]),
    );
    // The row was deleted meanwhile.
    return piece.flatMap((one) => {
      const row = shown.get(one);
      return row ? [row] : [];
    });
  };
  let next = read(0);
  for (let from = 0; from < ids.length; from += PIECE) {
    const piece = await next;
    // The next batch is loaded while this one is written.
    if (from + PIECE < ids.length) (next = read(from + PIECE)).catch(() => undefined);
    for (const row of piece) yield columns.map((column) => cellOf(column, readableValue(row, column.field)));
  }
}
