import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { digestedBytes, markFile, type FileMark, type Maker } from '../../../platform/file-codes/server/file-mark.ts';
import { markedPdf } from '../../../platform/file-codes/server/marked-pdf.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import type { Report } from '../contract.ts';
import { words } from '../rules/words.ts';
import { printReport } from './print-report.ts';

/**
 * Logs that a report leaves as a file, and gives the file its mark.
 *
 * @throws AppError PSY_REPORT_NOT_READY before it is scored, and while it waits for an interview
 */
export async function markReport(ctx: OrgContext, tx: Tx, report: Report, maker: Maker): Promise<FileMark> {
  const { state, child_exam_id, child_name, exam_name } = report;
  if (state !== 'ready') throw new AppError('PSY_REPORT_NOT_READY', state === 'held' ? { message: words.held } : {});
  return markFile(ctx, tx, maker, 'personal_report', {
    act: 'export',
    resource: 'exam_sheet',
    rowId: child_exam_id,
    rowLabel: `${child_name} ${exam_name}`,
  });
}

/** The report as a PDF, with the watermark that the organisation has on its pages. */
export async function reportFile(ctx: OrgContext, report: Report, mark: FileMark): Promise<Blob> {
  const pdf = await markedPdf(ctx, mark, printReport(report));
  return {
    contentType: 'application/pdf',
    fileName: cleanFileName(`${report.child_name}_${report.exam_name}_${words.title}_${dayOf(mark.at)}.pdf`),
    body: await digestedBytes(ctx, mark, Buffer.from(pdf)),
  };
}
