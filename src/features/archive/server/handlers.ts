import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import { proveForComments } from '../../comments/server/public.ts';
import * as contract from '../contract.ts';
import { chosenOf, packArchives } from './pack-archives.ts';
import { studentArchive } from './read-archive.ts';
import { studentOverview } from './read-overview.ts';
import { readArchiveSettings } from './read-settings.ts';

export const archiveHandlers: readonly Implementation[] = [
  implement(contract.studentArchive, (ctx, { params }) => studentArchive(ctx, params.id)),
  implement(contract.studentOverview, (ctx, { params }) => studentOverview(ctx, params.id)),
  implement(contract.archiveSettings, (ctx) => Promise.resolve(readArchiveSettings(ctx))),
  implement(contract.batchToPdf, async (ctx, { query }) => {
    await proveForComments(ctx);
    const requester = await requesterOf(ctx);
    return ctx.transaction((tx) => packArchives(ctx, tx, requester, chosenOf(query)));
  }),
];
