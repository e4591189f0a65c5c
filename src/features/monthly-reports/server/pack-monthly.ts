import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { markedPdf } from '../../../platform/file-codes/server/marked-pdf.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import {
  packing,
  reachOf,
  refuseOtherReach,
  requireSameReach,
  startPacking,
  type ExportRefusal,
  type Pack,
} from '../../exports/server/public.ts';
import type { MonthlyReport } from '../contract.ts';
import { printMonthly } from './print-monthly.ts';
import { OWN_SCOPE, proveParts, readMonthly } from './read-monthly.ts';

/** `async_file`: the psychological monthly report (`spec §3`). */
const MONTHLY = 4;
export const AREA = 'report/monthly' as const;
const TITLE = '心理月报';

const pack: Pack = async (ctx, [reach, month = '', numbers], { mark, stop, done }) => {
  requireSameReach(ctx, reach);
  if (!ctx.services.access.decide(ctx.actor, AREA, 'export')) throw new AppError('AC_FORBIDDEN');
  await ctx.proveVerified(AREA);
  const report = await readMonthly(ctx, { month, ...(numbers === 'exact' && { numbers }) });
  if (stop.aborted) return undefined;
  const bytes = await markedPdf(ctx, mark, printMonthly(report));
  return (await done(1)) ? { bytes, childIds: [] } : undefined;
};

export const monthlyJob = packing('export-monthly', pack);
/** Tasks that no person requested. Their notice says which file it is. */
export const automaticJob = packing('export-monthly-automatic', pack, 'monthly_ready');

/** Second of `about`: the file was made by itself, without the second proof of a person. */
const AUTOMATIC = 'automatic';

/**
 * Refuses a download with other rights than those of the request. A file that no person requested also requires the
 * second proof of each protected area whose content it shows.
 */
export const refuseMonthly: ExportRefusal = async (ctx, task) => {
  const other = await refuseOtherReach(ctx, task);
  if (other === undefined && task.about[1] === AUTOMATIC) await proveParts(ctx);
  return other;
};

/** Queues the automatic file of the month for a person, as a PDF in rounded numbers. */
export async function startAutomaticFile(ctx: OrgContext, tx: Tx, requester: Requester, month: string): Promise<void> {
  const { actor, services } = ctx;
  const [[org]] = await ctx.read([orgById(actor.orgId)]);
  const name =
    services.access.scope(actor, 'student').kind === 'all' || actor.orgType !== ORG_TYPE.school
      ? (org?.org_name ?? '')
      : OWN_SCOPE;
  await startPacking(ctx, tx, requester, automaticJob, {
    ...fileOf({ name, month, numbers: 'rounded' }, '（自动生成）'),
    ids: [reachOf(ctx), month, 'rounded'],
    about: [reachOf(ctx), AUTOMATIC],
    isAutomatic: true,
  });
}

const fileOf = ({ name, month, numbers }: { name: string; month: string; numbers: string }, note = '') => ({
  type: MONTHLY,
  kind: 'monthly' as const,
  area: AREA,
  fileName: cleanFileName(`${TITLE}_${name}_${month}.pdf`),
  total: 1,
  entries: [
    {
      act: 'export' as const,
      resource: 'monthly-report',
      rowId: month,
      rowLabel: `${TITLE} ${name} ${month}${note}`,
      after: { numbers },
    },
  ],
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
    ...fileOf({ name, month, numbers }),
    ids: [reach, month, numbers],
    about: [reach],
  });
}
