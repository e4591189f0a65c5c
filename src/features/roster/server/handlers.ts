import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { makerOf } from '../../../platform/file-codes/server/file-mark.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as contract from '../contract.ts';
import { requireWhole } from './build-roster.ts';
import { decideProposals, readProposals } from './decide-proposals.ts';
import { exportRoster, markRoster, rosterFile } from './export-roster.ts';
import { mostlyAbsent, proposalsFor, storeProposals } from './propose.ts';
import { beginPart, readUpload } from './receive-roster.ts';
import { readSchool } from './school-state.ts';

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
  implement(contract.importRoster, async (ctx, { query: { file_name: fileName, part }, body }) => {
    requireWhole(ctx);
    const school = await readSchool(ctx);
    const given = await readUpload(ctx, body, school);
    const proposed = proposalsFor(given, school, ctx.caller.userId);
    await ctx.transaction((tx) => storeProposals(ctx, tx, proposed, fileName));
    const parts: contract.Received['parts'] = [];
    for (const one of part === undefined ? contract.PARTS : [part])
      parts.push(await beginPart(ctx, one, given, school, fileName));
    const { total: proposals } = await readProposals(ctx, { size: 1 });
    const absent = mostlyAbsent(proposed, school, ctx.caller.userId);
    return { school: given.school, absent, parts, left_out: given.leftOut, proposals };
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
