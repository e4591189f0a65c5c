import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { makerOf } from '../../../platform/file-codes/server/file-mark.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as boxes from '../box-contract.ts';
import * as contract from '../contract.ts';
import { putFile, readBox, readFile, setBox } from './box.ts';
import { requireWhole } from './build-roster.ts';
import { decideProposals, readProposals } from './decide-proposals.ts';
import { exportRoster, markRoster, rosterFile } from './export-roster.ts';
import { receive } from './receive.ts';

/** The roster of a school as other systems read and send it. */
export const rosterHandlers: readonly Implementation[] = [
  implement(contract.exportRoster, async (ctx) => {
    const requester = await requesterOf(ctx);
    return ctx.transaction((tx) => exportRoster(ctx, tx, requester));
  }),
  implement(contract.rosterFile, async (ctx) => {
    const maker = await makerOf(ctx);
    return rosterFile(ctx, await ctx.transaction((tx) => markRoster(ctx, tx, maker)));
  }),
  implement(contract.importRoster, (ctx, { query: { file_name: fileName, part }, body }) => {
    return receive(ctx, body, fileName, part);
  }),
  implement(boxes.rosterBox, (ctx) => readBox(ctx)),
  implement(boxes.setRosterBox, async (ctx, { body }) => {
    requireWhole(ctx);
    const requester = await requesterOf(ctx);
    await ctx.transaction((tx) => setBox(ctx, tx, requester, body));
    return readBox(ctx);
  }),
  implement(boxes.putRosterFile, (ctx, { query, body }) => {
    requireWhole(ctx);
    return putFile(ctx, body, query.file_name);
  }),
  implement(boxes.readRosterBox, async (ctx, { body }) => {
    await readFile(ctx, body.part);
    return { ok: true } as const;
  }),
  implement(contract.rosterProposals, (ctx, { query }) => {
    requireWhole(ctx);
    return readProposals(ctx, query);
  }),
  implement(contract.decideProposals, async (ctx, { body }) => {
    requireWhole(ctx);
    await ctx.transaction((tx) => decideProposals(ctx, tx, body));
    return { ok: true } as const;
  }),
];
