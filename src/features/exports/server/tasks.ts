import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { EXPORT_KEPT_DAYS, EXPORTS_PAGE, type ExportTask } from '../contract.ts';
import * as store from './queries/tasks.ts';

const DAY_MS = 86_400_000;
export const KEPT_MS = EXPORT_KEPT_DAYS * DAY_MS;
/** `async_file`: the whole record of one student. */
export const WHOLE_RECORD = 5;

export type Stored = RowOf<ReturnType<typeof store.taskOf>>;

export const progressOf = ({ done, total }: Stored): number => Math.floor((done / Math.max(1, total)) * 100);

/** Why an export without a job has failed. */
export const INTERRUPTED = '打包任务中断，没有完成。请重新打包';

/** Why a file failed or was removed before its time. */
function problemOf({ problem, status: stored }: Stored, status: number): string | undefined {
  if (problem !== null) return problem;
  return status === store.FAILED && stored === store.PACKING ? INTERRUPTED : undefined;
}

/** Past its time an export counts as expired, and without a job as failed, even before the clearing job has run. */
export function statusOf({ status, expires_at, has_job }: Stored, now: number): number {
  if (now >= Date.parse(expires_at)) return store.EXPIRED;
  return status === store.PACKING && !has_job ? store.FAILED : status;
}

const presentTask =
  (now: number) =>
  (task: Stored): ExportTask => {
    const status = statusOf(task, now);
    const { file_id, type, file_name, file_size, expires_at } = task;
    const problem = problemOf(task, status);
    return {
      file_id,
      type,
      file_name,
      status,
      progress: status === store.READY ? 100 : progressOf(task),
      ...(problem !== undefined && { problem }),
      ...(file_size !== null && { file_size }),
      ...(status === store.READY && {
        url: type === WHOLE_RECORD ? `/v1/portal/files/records/${file_id}` : `/v1/portal/files/temp/${file_id}/file`,
        expired_at: expires_at,
      }),
    };
  };

export async function exportTasks(
  ctx: OrgContext,
  { page = 1, size = EXPORTS_PAGE }: { page?: number; size?: number },
): Promise<{ total: number; items: ExportTask[] }> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock },
  } = ctx;
  const now = clock.now();
  const [tasks, [count]] = await ctx.read([
    store.tasksOf(orgId, userId, size, (page - 1) * size),
    store.countTasks(orgId, userId),
  ]);
  return { total: count?.n ?? 0, items: tasks.map(presentTask(now)) };
}

/** A task of the caller, as in `GET /v1/portal/async/tasks/{id}`; undefined when it does not exist. */
export async function exportTask(
  ctx: OrgContext,
  fileId: string,
): Promise<{ task_id: string; type: string; status: number; progress: number } | undefined> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock },
  } = ctx;
  const [[task]] = await ctx.read([store.taskOf(orgId, userId, fileId)]);
  if (!task) return undefined;
  const { status, progress } = presentTask(clock.now())(task);
  return { task_id: fileId, type: 'export', status, progress };
}
