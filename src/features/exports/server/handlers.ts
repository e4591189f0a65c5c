import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { proveForComments } from '../../comments/server/public.ts';
import * as contract from '../contract.ts';
import { exportFile } from './download.ts';
import { cancelExport, deleteExport } from './end-export.ts';
import { exportTasks } from './tasks.ts';
import { verifyFile } from './verify-file.ts';

/** Exports that are built in the background; visible to their owner only. */
export const exportsHandlers: readonly Implementation[] = [
  implement(contract.exportTasks, (ctx, { query }) => exportTasks(ctx, query)),
  implement(contract.exportFile, async (ctx, { params }) => {
    await proveForComments(ctx);
    return exportFile(ctx, params.id);
  }),
  implement(contract.recordFile, (ctx, { params }) => exportFile(ctx, params.id, true)),
  implement(contract.verifyFile, (ctx, { body }) => verifyFile(ctx, body)),
  implement(contract.cancelExport, async (ctx, { params }) => {
    await ctx.transaction((tx) => cancelExport(ctx, tx, params.id));
    return { ok: true } as const;
  }),
  implement(contract.deleteExport, async (ctx, { params }) => {
    await ctx.transaction((tx) => deleteExport(ctx, tx, params.id));
    return { ok: true } as const;
  }),
];
