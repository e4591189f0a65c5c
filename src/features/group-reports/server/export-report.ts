import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { markFile, type Maker } from '../../../platform/file-codes/server/file-mark.ts';
import { markedSheet } from '../../../platform/file-codes/server/marked-sheet.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import type { SheetFormat } from '../../../platform/sheets/server/formats.ts';
import type { GroupReport } from '../contract.ts';
import { reportCells } from '../rules/report-cells.ts';

const TITLE = '测评报告';

/** What a file is made of, and by whom. */
export interface ReportFile {
  resource: 'exam' | 'bureau-plan';
  id: string;
  filters: Readonly<Record<string, unknown>>;
  format?: SheetFormat | undefined;
  maker: Maker;
}

/** Writes a report's numbers as a sheet, and the disclosure into the audit log. */
export async function exportReport(
  ctx: OrgContext,
  tx: Tx,
  report: GroupReport,
  { resource, id, filters, format = 'xlsx', maker }: ReportFile,
): Promise<Blob> {
  const mark = await markFile(ctx, tx, maker, 'group_report', {
    act: 'export',
    resource,
    rowId: id,
    rowLabel: `${TITLE} ${report.title} ${report.name}`,
    after: { filters },
  });
  const columns = ['项目', '维度', '人群', '分组', '数量'].map((header) => ({ header, cell: 'text' as const }));
  return markedSheet(ctx, mark, {
    format,
    fileName: `${TITLE}_${report.title}_${report.name}_${dayOf(ctx.now())}.${format}`,
    sheets: [{ name: TITLE, columns, rows: reportCells(report) }],
  });
}
