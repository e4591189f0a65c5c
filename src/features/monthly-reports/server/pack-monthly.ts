import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { markedPdf } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { packing, reachOf, requireSameReach, startPacking } from '../../exports/server/public.ts';
import type { MonthlyReport } from '../contract.ts';
import { printMonthly } from './print-monthly.ts';
import { readMonthly } from './read-monthly.ts';

/** `async_file`: the psychological monthly report (`spec §3`). */
const MONTHLY = 4;
const AREA = 'report/monthly';
const TITLE = '心理月报';

export const monthlyJob = packing('export-monthly', async (ctx, [reach, month = '', numbers], { mark, stop, done }) => {
  requireSameReach(ctx, reach);
  if (!ctx.services.access.decide(ctx.actor, AREA, 'export')) throw new AppError('AC_FORBIDDEN');
  await ctx.proveVerified(AREA);
  const report = await readMonthly(ctx, { month, ...(numbers === 'exact' && { numbers }) });
  if (stop.aborted) return undefined;
  const bytes = await markedPdf(ctx, mark, printMonthly(report));
  return (await done(1)) ? { bytes, childIds: [] } : undefined;
});

/**
 * Queues a month as a PDF. It is read again when it is made, with the rights that the requester has then.
 *
 * @param report As the requester reads it now
 * @throws AppError AC_TOO_MANY_REQUESTS
 */
export async function startMonthlyFile(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  { name, month, smallest }: MonthlyReport,
): Promise<{ task_id: string }> {
  const numbers = smallest === undefined ? 'exact' : 'rounded';
  const reach = reachOf(ctx);
  return startPacking(ctx, tx, requester, monthlyJob, {
    type: MONTHLY,
    kind: 'monthly',
    area: AREA,
    fileName: cleanFileName(`${TITLE}_${name}_${month}.pdf`),
    total: 1,
    entries: [
      {
        act: 'export',
        resource: 'monthly-report',
        rowId: month,
        rowLabel: `${TITLE} ${name} ${month}`,
        after: { numbers },
      },
    ],
    ids: [reach, month, numbers],
    about: [reach],
  });
}
