import * as contract from '../../shared/contract/exports.ts';
import { proveForComments } from '../commands/comments.ts';
import { packArchives } from '../commands/exports/archives.ts';
import { deleteExport, exportFile, exportTasks } from '../commands/exports/tasks.ts';
import { implement, type Implementation } from '../context.ts';

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
