import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import type { SheetFormat } from '../../../platform/sheets/server/formats.ts';
import { startPacking } from '../../exports/server/public.ts';
import { loadExam } from '../../screening/server/public.ts';
import { resultsJob } from './pack-results.ts';
import { lastSheets } from './queries.ts';
import { requireExport } from './require-export.ts';

/** `async_file`: results of a screening. */
const RESULTS = 6;

/**
 * Queues the results of a screening with all item answers, within the caller's scope.
 *
 * @throws AppError `notFoundInScope`; PSY_NOT_FOUND where nothing was submitted; AC_FORBIDDEN, AC_TOO_MANY_REQUESTS
 */
export async function exportResults(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  { examId, format }: { examId: string; format: SheetFormat },
): Promise<{ task_id: string }> {
  requireExport(ctx);
  const { actor, services } = ctx;
  const exam = await loadExam(inTransaction(ctx, tx), examId);
  const sheets = await tx.run(lastSheets(actor.orgId, examId, services.access.scope(actor, 'student')));
  if (sheets.length === 0) throw new AppError('PSY_NOT_FOUND', { message: '管理范围内还没有提交的答卷' });
  const ending = format === 'xlsx' ? 'xlsx' : 'zip';
  return startPacking(ctx, tx, requester, resultsJob, {
    type: RESULTS,
    kind: 'results',
    area: 'screening/result/export',
    fileName: cleanFileName(`测评结果_${exam.exam_name}_${dayOf(ctx.now())}.${ending}`),
    total: sheets.length,
    entries: [
      {
        act: 'export',
        resource: 'exam',
        rowId: examId,
        rowLabel: `${exam.exam_name}：结果和作答`,
        after: { total: sheets.length },
      },
    ],
    ids: [examId, format],
    about: [examId],
  });
}
