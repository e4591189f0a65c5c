import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { markedPdf } from '../../../platform/file-codes/server/marked-pdf.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import {
  packing,
  reachOf,
  refuseOtherReach,
  requireSameReach,
  startPacking,
  type ExportRefusal,
} from '../../exports/server/public.ts';
import type { GroupReport } from '../contract.ts';
import { printReport, titleOf } from './print-report.ts';
import { readAreaReport } from './read-area-report.ts';
import { readGroupReport } from './read-group-report.ts';

/** `async_file`: a report over a group of students. */
const GROUP_REPORT = 8;

const AREAS = { exam: 'screening/report', area: 'screening/area-report', school: 'screening/school-report' } as const;

/** A report of a screening in a school, or of an institution's plan in its area or in one school. */
export interface WantedReport {
  of: keyof typeof AREAS;
  id: string;
  grade?: string | undefined;
  class_id?: string | undefined;
  school_id?: string | undefined;
}

const readReport = (ctx: OrgContext, { of, id, grade, class_id, school_id }: WantedReport): Promise<GroupReport> =>
  of === 'exam'
    ? readGroupReport(ctx, id, { grade, class_id })
    : readAreaReport(ctx, id, { ...(school_id !== undefined && { school_id }), grade });

/** What a job holds of the wanted report: ids only. */
const toIds = ({ of, id, grade = '', class_id = '', school_id = '' }: WantedReport): string[] => [
  of,
  id,
  grade,
  class_id,
  school_id,
];
function fromIds([of = '', id = '', ...places]: readonly string[]): WantedReport {
  const [grade, class_id, school_id] = places.map((place) => (place === '' ? undefined : place));
  return { of: of === 'exam' || of === 'area' ? of : 'school', id, grade, class_id, school_id };
}

export const reportJob = packing('export-group-report', async (ctx, [reach, ...ids], { mark, stop, done }) => {
  requireSameReach(ctx, reach);
  const wanted = fromIds(ids);
  const area = AREAS[wanted.of];
  if (!ctx.services.access.decide(ctx.actor, area, 'export')) throw new AppError('AC_FORBIDDEN');
  await ctx.proveVerified(area);
  const report = await readReport(ctx, wanted);
  if (stop.aborted) return undefined;
  const bytes = await markedPdf(ctx, mark, printReport(report));
  return (await done(1)) ? { bytes, childIds: [] } : undefined;
});

/** The download checks the role's reach and reads the report again; it refuses a reader who lost the right to either. */
export const refuseUnreadable: ExportRefusal = async (ctx, task) => {
  const other = await refuseOtherReach(ctx, task);
  if (other !== undefined) return other;
  const [, ...ids] = task.about;
  try {
    await readReport(ctx, fromIds(ids));
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return '打包之后，这份报告不再对您开放';
    throw error;
  }
};

/**
 * Queues a report as a PDF. It is read again when it is made, with the rights that the requester has then.
 *
 * @throws AppError as the report does; AC_TOO_MANY_REQUESTS
 */
export async function startReportFile(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  wanted: WantedReport,
): Promise<{ task_id: string }> {
  const report = await readReport(inTransaction(ctx, tx), wanted);
  const { title, name } = report;
  const { of, id, ...filters } = wanted;
  const ids = [reachOf(ctx), ...toIds(wanted)];
  return startPacking(ctx, tx, requester, reportJob, {
    type: GROUP_REPORT,
    kind: 'group_report',
    area: AREAS[of],
    fileName: cleanFileName(`${titleOf(report)}_${title}_${name}_${dayOf(ctx.now())}.pdf`),
    total: 1,
    entries: [
      {
        act: 'export',
        resource: of === 'exam' ? 'exam' : 'bureau-plan',
        rowId: id,
        rowLabel: `${titleOf(report)} ${title} ${name}`,
        after: { filters, format: 'pdf' },
      },
    ],
    ids,
    about: ids,
  });
}
