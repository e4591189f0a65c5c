import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { makerOf } from '../../../platform/file-codes/server/file-mark.ts';
import * as contract from '../contract.ts';
import { markReport, reportFile } from './export-report.ts';
import { readReport } from './read-report.ts';

export const personalReportHandlers: readonly Implementation[] = [
  implement(contract.personalReport, (ctx, { params }) => readReport(ctx, params.id)),
  implement(contract.exportPersonalReport, async (ctx, { query }) => {
    const [report, maker] = await Promise.all([readReport(ctx, query.child_exam_id), makerOf(ctx)]);
    const mark = await ctx.transaction((tx) => markReport(ctx, tx, report, maker));
    return reportFile(ctx, report, mark);
  }),
];
