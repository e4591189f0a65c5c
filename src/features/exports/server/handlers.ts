import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { packArchives } from '../../archive/server/archives.ts';
import { proveForComments } from '../../comments/server/comments.ts';
import * as contract from '../contract.ts';
import { deleteExport, exportFile, exportTasks } from './tasks.ts';

/** Files that are packed in the background, each person's own. */
export const exportsHandlers: readonly Implementation[] = [
  implement(contract.exportTasks, (call, { query }) => exportTasks(call, query)),
  implement(contract.exportFile, async (call, { params }) => {
    await proveForComments(call);
    return exportFile(call, params.id);
  }),
  implement(contract.deleteExport, async (call, { params }) => {
    await deleteExport(call, params.id);
    return { ok: true } as const;
  }),
  implement(contract.batchToPdf, async (call, { query }) => {
    await proveForComments(call);
    return packArchives(call, query.student_ids.split(','));
  }),
];
