import type { OrgContext } from '../../../platform/context/server/context.ts';
import { makerOf, newMark, type FileMark } from '../../../platform/file-codes/server/file-mark.ts';
import type { JobContext } from '../../../platform/jobs/server/kinds.ts';
import * as store from './queries/tasks.ts';

const location = (fileId: string) => ({ table: 'export_tasks', row: fileId, field: 'mark' });

/** What the pages of a file say about it: the same in each run. Undefined when the export was cancelled. */
export async function markOf(
  ctx: OrgContext,
  context: JobContext,
  task: Pick<store.ExportTasksTable, 'kind' | 'log_id' | 'mark'>,
): Promise<FileMark | undefined> {
  const { orgId } = ctx.actor;
  const { job, services } = context;
  const { clock, keys } = services;
  const at = location(job.subject);
  if (task.mark !== null) return JSON.parse(await keys.decryptText(orgId, task.mark, at)) as FileMark;
  const mark = newMark(await makerOf(ctx), task.kind, task.log_id, clock.now());
  const encrypted = await keys.encryptText(orgId, JSON.stringify(mark), at);
  const stored = await context.commit((tx) => tx.run(store.taskMark(orgId, job.subject, encrypted)));
  return stored > 0 ? mark : undefined;
}
