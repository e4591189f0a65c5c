import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../../platform/contract/common.ts';
import type { RowOf } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Task } from '../../contract/tasks.ts';
import { factsOf } from '../facts.ts';
import { taskCount, taskOf, taskPage } from '../queries/tasks.ts';

export type StoredTask = RowOf<ReturnType<typeof taskOf>>;

function taskOnWire(stored: StoredTask, userId: string): Task {
  const { problem, ended_at, file_size, file_sha256, file_until, requester } = stored;
  return {
    task_id: stored.task_id,
    kind: stored.kind,
    state: stored.state,
    org_id: stored.about_org,
    org_name: stored.about_name,
    reason: stored.reason,
    requested_by_name: requester ?? '',
    requested_at: stored.requested_at,
    own: stored.requested_by === userId,
    progress: stored.progress,
    facts: factsOf(stored.facts),
    ...(problem !== null && { problem }),
    ...(ended_at !== null && { ended_at }),
    ...(file_size !== null && { file_size }),
    ...(file_sha256 !== null && { file_sha256 }),
    ...(file_until !== null && { file_until }),
  };
}

export async function readTasks(
  { read, caller }: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT }: { page?: number; size?: number },
): Promise<{ total: number; items: Task[] }> {
  const [rows, [count]] = await read([taskPage(size, (page - 1) * size), taskCount()]);
  return { total: count?.n ?? 0, items: rows.map((row) => taskOnWire(row, caller.userId)) };
}

/** @throws AppError PSY_NOT_FOUND */
export async function storedTask({ read }: OrgContext, taskId: string): Promise<StoredTask> {
  const [[task]] = await read([taskOf(taskId)]);
  if (!task) throw new AppError('PSY_NOT_FOUND');
  return task;
}

export const readTask = async (ctx: OrgContext, taskId: string): Promise<Task> =>
  taskOnWire(await storedTask(ctx, taskId), ctx.caller.userId);
