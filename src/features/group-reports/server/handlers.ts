import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import { makerOf } from '../../../platform/file-codes/server/file-mark.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as contract from '../contract.ts';
import type { GroupReport } from '../contract.ts';
import { exportReport, type ReportFile } from './export-report.ts';
import { startReportFile, type WantedReport } from './pack-report.ts';
import { readAreaReport } from './read-area-report.ts';
import { readFollowUp } from './read-follow-up.ts';
import { readGroupReport } from './read-group-report.ts';

async function exported(ctx: OrgContext, report: GroupReport, of: Omit<ReportFile, 'maker'>) {
  const maker = await makerOf(ctx);
  return ctx.transaction((tx) => exportReport(ctx, tx, report, { ...of, maker }));
}

async function started(ctx: OrgContext, wanted: WantedReport) {
  const requester = await requesterOf(ctx);
  return ctx.transaction((tx) => startReportFile(ctx, tx, requester, wanted));
}

export const groupReportHandlers: readonly Implementation[] = [
  implement(contract.examReport, (ctx, { params, query }) => readGroupReport(ctx, params.id, query)),
  implement(contract.examFollowUp, (ctx, { params, query }) => readFollowUp(ctx, params.id, query)),
  implement(contract.exportExamReport, async (ctx, { params: { id }, query: { format, ...filters } }) =>
    exported(ctx, await readGroupReport(ctx, id, filters), { resource: 'exam', id, filters, format }),
  ),
  implement(contract.examReportFile, (ctx, { params, body }) => started(ctx, { of: 'exam', id: params.id, ...body })),
  implement(contract.planReportFile, (ctx, { params }) => started(ctx, { of: 'area', id: params.id })),
  implement(contract.planSchoolReportFile, (ctx, { params: { id, school_id }, body }) =>
    started(ctx, { of: 'school', id, school_id, ...body }),
  ),
  implement(contract.planReport, (ctx, { params }) => readAreaReport(ctx, params.id, {})),
  implement(contract.exportPlanReport, async (ctx, { params: { id }, query: { format } }) =>
    exported(ctx, await readAreaReport(ctx, id, {}), { resource: 'bureau-plan', id, filters: {}, format }),
  ),
  implement(contract.planSchoolReport, (ctx, { params: { id, school_id }, query }) =>
    readAreaReport(ctx, id, { school_id, ...query }),
  ),
  implement(
    contract.exportPlanSchoolReport,
    async (ctx, { params: { id, school_id }, query: { format, ...query } }) => {
      const filters = { school_id, ...query };
      return exported(ctx, await readAreaReport(ctx, id, filters), { resource: 'bureau-plan', id, filters, format });
    },
  ),
];
