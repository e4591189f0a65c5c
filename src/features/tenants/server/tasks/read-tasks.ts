import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../../platform/contract/common.ts';
import type { RowOf } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Task } from '../../contract/tasks.ts';
import { factsOf } from '../facts.ts';
import { someOperators, taskCount, taskOf, taskPage } from '../queries/tasks.ts';
import { aloneFrom } from './alone.ts';

interface Viewer {
  userId: string;
  /** Milliseconds. */
  now: number;
  /** There is no other operator. */
  isAlone: boolean;
}

export type StoredTask = RowOf<ReturnType<typeof taskOf>>;

/** Who may approve a proposed erasure. */
function approvalOf(task: StoredTask, { userId, now, isAlone }: Viewer): Pick<Task, 'approval' | 'approve_from'> {
  if (task.state !== 'proposed') return {};
  if (task.requested_by !== userId) return { approval: 'now' };
  if (!isAlone) return { approval: 'another' };
  const from = aloneFrom(task);
  return Date.parse(from) <= now ? { approval: 'now' } : { approval: 'later', approve_from: from };
}

function taskOnWire(stored: StoredTask, viewer: Viewer): Task {
  const { problem, ended_at, file_size, file_sha256, file_until, requester, decider, decided_at, refusal } = stored;
  return {
    task_id: stored.task_id,
    kind: stored.kind,
    state: stored.state,
    org_id: stored.about_org,
    org_name: stored.about_name,
    reason: stored.reason,
    requested_by_name: requester ?? '',
    requested_at: stored.requested_at,
    own: stored.requested_by === viewer.userId,
    progress: stored.progress,
    facts: factsOf(stored.facts),
    ...(problem !== null && { problem }),
    ...(ended_at !== null && { ended_at }),
    ...(file_size !== null && { file_size }),
    ...(file_sha256 !== null && { file_sha256 }),
    ...(file_until !== null && { file_until }),
    ...(decider !== null && { decided_by_name: decider }),
    ...(decided_at !== null && { decided_at }),
    ...(refusal !== null && { refusal }),
    ...approvalOf(stored, viewer),
  };
}

async function viewerOf({ read, caller: { userId }, now }: OrgContext): Promise<Viewer> {
  const [operators] = await read([someOperators()]);
  return { userId, now: now(), isAlone: operators.every((one) => one.user_id === userId) };
}

export async function readTasks(
  ctx: OrgContext,
  { page = 1, size = PAGE_SIZE_DEFAULT }: { page?: number; size?: number },
): Promise<{ total: number; items: Task[] }> {
  const [rows, [count]] = await ctx.read([taskPage(size, (page - 1) * size), taskCount()]);
  const viewer = await viewerOf(ctx);
  return { total: count?.n ?? 0, items: rows.map((row) => taskOnWire(row, viewer)) };
}

/** @throws AppError PSY_NOT_FOUND */
export async function storedTask({ read }: OrgContext, taskId: string): Promise<StoredTask> {
  const [[task]] = await read([taskOf(taskId)]);
  if (!task) throw new AppError('PSY_NOT_FOUND');
  return task;
}

export const readTask = async (ctx: OrgContext, taskId: string): Promise<Task> =>
  taskOnWire(await storedTask(ctx, taskId), await viewerOf(ctx));
