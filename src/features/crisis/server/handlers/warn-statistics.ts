import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { makerOf } from '../../../../platform/file-codes/server/file-mark.ts';
import * as contract from '../../contract/warn-statistics.ts';
import { exportStatistics } from '../export-statistics.ts';
import { statistics } from '../statistics.ts';

/** Statistics of warnings (`spec §6`, warning statistics). */
export const warnStatisticsHandlers: readonly Implementation[] = [
  implement(contract.warnStatistics, (ctx, { query }) => statistics(ctx, query)),
  implement(contract.exportWarnStatistics, async (ctx, { query: { format = 'xlsx', ...query } }) => {
    const found = await statistics(ctx, query);
    const maker = await makerOf(ctx);
    return ctx.transaction((tx) => exportStatistics(ctx, tx, found, query, { format, maker }));
  }),
];
