import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as contract from '../contract.ts';
import * as change from './change-library-case.ts';
import { packLibrary } from './pack-library.ts';
import { prepareProposal, proposeCase } from './propose-case.ts';
import { readLibraryCase } from './read-library-case.ts';

export const caseLibraryHandlers: readonly Implementation[] = [
  implement(contract.proposeCase, async (ctx, { body }) => {
    const proposal = await prepareProposal(ctx, body.case_id);
    return ctx.transaction((tx) => proposeCase(ctx, tx, proposal));
  }),
  implement(contract.libraryCase, (ctx, { params }) => readLibraryCase(ctx, params.id)),
  implement(contract.editLibraryCase, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => change.editLibraryCase(ctx, tx, { ...params, ...body }));
    return readLibraryCase(ctx, params.id);
  }),
  implement(contract.submitLibraryCase, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => change.submitLibraryCase(ctx, tx, { ...params, ...body }));
    return { ok: true } as const;
  }),
  implement(contract.releaseLibraryCase, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => change.releaseLibraryCase(ctx, tx, { ...params, ...body }));
    return { ok: true } as const;
  }),
  implement(contract.returnLibraryCase, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => change.returnLibraryCase(ctx, tx, { ...params, ...body }));
    return { ok: true } as const;
  }),
  implement(contract.takeOutLibraryCase, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => change.takeOutLibraryCase(ctx, tx, { ...params, ...body }));
    return { ok: true } as const;
  }),
  implement(contract.libraryFiles, async (ctx, { body }) => {
    const requester = await requesterOf(ctx);
    return ctx.transaction((tx) => packLibrary(ctx, tx, requester, body.library_ids));
  }),
];
