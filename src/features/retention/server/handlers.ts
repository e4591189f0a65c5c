import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { makerOf } from '../../../platform/file-codes/server/file-mark.ts';
import * as contract from '../contract.ts';
import { liftHold, readHolds, setHold } from './holds/holds.ts';
import { changeTerms, readOverview, readUpcoming } from './overview.ts';
import { approveRun, refuseRun } from './runs/decide-run.ts';
import { exportItems } from './runs/export-items.ts';
import { proposeRun } from './runs/propose-run.ts';
import { allItems, readItems, readRun, readRuns } from './runs/read-runs.ts';
import { restoreItems } from './runs/restore-items.ts';

const done = { ok: true as const };

/** Terms, lists of what is to be erased, and holds. */
export const retentionHandlers: readonly Implementation[] = [
  implement(contract.overview, (ctx) => readOverview(ctx)),
  implement(contract.putTerms, async (ctx, { body }) => {
    await ctx.transaction((tx) => changeTerms(ctx, tx, body));
    return readOverview(ctx);
  }),
  implement(contract.upcoming, (ctx, { query }) => readUpcoming(ctx, query)),
  implement(contract.runs, (ctx, { query }) => readRuns(ctx, query)),
  implement(contract.propose, async (ctx, { body }) =>
    readRun(ctx, await ctx.transaction((tx) => proposeRun(ctx, tx, body.reason))),
  ),
  implement(contract.run, (ctx, { params }) => readRun(ctx, params.id)),
  implement(contract.items, (ctx, { params, query }) => readItems(ctx, params.id, query)),
  implement(contract.exportItems, async (ctx, { params: { id }, query: { format = 'xlsx' } }) => {
    const items = await allItems(ctx, id);
    const maker = await makerOf(ctx);
    return ctx.transaction((tx) => exportItems(ctx, tx, { runId: id, items, format, maker }));
  }),
  implement(contract.approve, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => approveRun(ctx, tx, params.id, body));
    return readRun(ctx, params.id);
  }),
  implement(contract.refuse, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => refuseRun(ctx, tx, params.id, body.reason));
    return readRun(ctx, params.id);
  }),
  implement(contract.restore, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => restoreItems(ctx, tx, params.id, body));
    return readRun(ctx, params.id);
  }),
  implement(contract.holds, (ctx) => readHolds(ctx)),
  implement(contract.setHold, (ctx, { body }) => ctx.transaction((tx) => setHold(ctx, tx, body))),
  implement(contract.liftHold, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => liftHold(ctx, tx, params.id, body.reason));
    return done;
  }),
];
