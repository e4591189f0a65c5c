import { AppError } from '../../shared/errors/app-error.ts';
import { cellOf, dayOf, exportColumns } from '../../shared/schema/sheet.ts';
import type { Blob, OrgCall } from '../context.ts';
import { audit } from '../store/audit-logs.ts';
import { rowsFor, type StoredRow } from '../store/rows/read.ts';
import type { ResourceHooks } from './hooks.ts';
import { reach, readQuery, requireAct, wireFor } from './reading.ts';
import { writeXlsx, XLSX_TYPE } from './sheet-writer.ts';

/** Rows in one file at most, so that a request ends in time. */
export const EXPORT_MAX = 20_000;
const IDS = /^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$/;

/**
 * The rows of a list (same filters and sort, all pages) as a spreadsheet: Chinese headers, labels for codes, masked like the list.
 * `ids` narrows it to chosen rows. That it happened is written to the audit log.
 * @throws AppError PSY_INVALID_INPUT where a parameter is wrong or more than EXPORT_MAX rows match
 */
export async function exportRows(call: OrgCall, name: string, hooks: ResourceHooks, { ids, ...query }: Readonly<Record<string, unknown>>): Promise<Blob> {
  const { entity, rows, tenant } = reach(call, name, hooks);
  const { schema } = entity;
  requireAct(entity, 'export');
  if (ids !== undefined && ids !== '' && !(typeof ids === 'string' && IDS.test(ids))) throw new AppError('PSY_INVALID_INPUT', { details: [{ field: '/ids', message: '格式不正确' }] });
  const chosen = typeof ids === 'string' && ids !== '' ? ids.split(',') : undefined;
  const wanted = readQuery(call, entity, hooks, query);
  const stored = await call.services.db.transaction(tenant, async (tx) => {
    const found = await tx.run(rowsFor(rows, wanted, EXPORT_MAX + 1, chosen));
    if (found.length > EXPORT_MAX) throw new AppError('PSY_INVALID_INPUT', { message: `一次最多导出 ${EXPORT_MAX} 行，请缩小筛选范围` });
    await audit(tx, call, { act: 'export', resource: name, rowId: '*', rowLabel: `${schema.title} ${found.length} 行`, after: { total: found.length, filters: wanted.filters } });
    return hooks.sheet ? hooks.sheet(call, found) : found;
  });

  const columns = exportColumns(schema);
  const wire = wireFor(call, entity);
  const toCells = (row: StoredRow) => { const shown = wire(row); return columns.map((column) => cellOf(column, shown[column.field])); };
  return {
    contentType: XLSX_TYPE,
    fileName: `${schema.title}_${dayOf(call.services.clock.now())}.xlsx`,
    body: writeXlsx({ name: schema.title, columns, rows: mapped(stored, toCells) }),
  };
}

function* mapped<A, B>(items: readonly A[], change: (item: A) => B): Generator<B> {
  for (const item of items) yield change(item);
}
