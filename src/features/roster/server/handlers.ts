import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { makerOf } from '../../../platform/file-codes/server/file-mark.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as contract from '../contract.ts';
import { exportRoster, markRoster, rosterFile } from './export-roster.ts';

/** The roster of a school as other systems read it. */
export const rosterHandlers: readonly Implementation[] = [
  implement(contract.exportRoster, async (ctx) => {
    const requester = await requesterOf(ctx);
    return ctx.transaction((tx) => exportRoster(ctx, tx, requester));
  }),
  implement(contract.rosterFile, async (ctx) => {
    const maker = await makerOf(ctx);
    return rosterFile(ctx, await ctx.transaction((tx) => markRoster(ctx, tx, maker)));
  }),
];
