import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as contract from '../contract.ts';
import { changeSetting, readSetting } from './change-setting.ts';
import { startMonthlyFile } from './pack-monthly.ts';
import { readMonthly } from './read-monthly.ts';

export const monthlyReportHandlers: readonly Implementation[] = [
  implement(contract.monthlyReport, (ctx, { params, query }) => readMonthly(ctx, { ...params, ...query })),
  implement(contract.monthlyReportFile, async (ctx, { params, body }) => {
    const [requester, report] = [await requesterOf(ctx), await readMonthly(ctx, { ...params, ...body })];
    return ctx.transaction((tx) => startMonthlyFile(ctx, tx, requester, report));
  }),
  implement(contract.monthlySetting, (ctx) => readSetting(ctx)),
  implement(contract.putMonthlySetting, async (ctx, { body: { automatic } }) => {
    await ctx.transaction((tx) => changeSetting(ctx, tx, automatic));
    return { ok: true } as const;
  }),
];
