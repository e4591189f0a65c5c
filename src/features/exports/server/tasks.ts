import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { letGo, removeStrays } from '../../../platform/media/server/strays.ts';
import { XLSX_TYPE } from '../../../platform/sheets/server/write-xlsx.ts';
import { EXPORT_KEPT_DAYS, EXPORTS_PAGE, type ExportTask } from '../contract.ts';
import * as store from './queries.ts';

const DAY_MS = 86_400_000;
export const KEPT_MS = EXPORT_KEPT_DAYS * DAY_MS;
/** Limit of an encrypted archive, far above the size of 200 students. */
const FILE_MAX = 500 * 1024 * 1024;

/** `async_file`: the whole record of one student. */
export const WHOLE_RECORD = 5;

/** By the ending of the file name. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  xlsx: XLSX_TYPE,
  json: 'application/json; charset=utf-8',
};

export const locationOf = (fileId: string) => ({ table: 'export_tasks', row: fileId, field: 'object' });

type Stored = RowOf<ReturnType<typeof store.taskOf>>;

export const progressOf = ({ done, total }: Stored): number => Math.floor((done / Math.max(1, total)) * 100);

/** Past its time an export counts as expired, and without a job as failed, even before the clearing job has run. */
function statusOf({ status, expires_at, has_job }: Stored, now: number): number {
  if (now >= Date.parse(expires_at)) return store.EXPIRED;
  return status === store.PACKING && !has_job ? store.FAILED : status;
}

const presentTask =
  (now: number) =>
  (task: Stored): ExportTask => {
    const status = statusOf(task, now);
    const { file_id, type, file_name, file_size, expires_at } = task;
    return {
      file_id,
      type,
      file_name,
      status,
      progress: status === store.READY ? 100 : progressOf(task),
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

/**
 * Downloads an export.
 *
 * @param isRecord a student's whole record has its own endpoint with stricter rights
 * @throws AppError PSY_NOT_FOUND when it is not the caller's, not ready, or expired; AC_FORBIDDEN in another role than
 *   the one that requested it
 */
export async function exportFile(ctx: OrgContext, fileId: string, isRecord = false): Promise<Blob> {
  const {
    actor: { orgId, roleId },
    caller: { userId },
    services: { access, clock, objects, keys },
  } = ctx;
  const [[task]] = await ctx.read([store.taskOf(orgId, userId, fileId)]);
  if (task && !isRecord) {
    if (!access.decide(ctx.actor, task.area, 'export')) throw new AppError('AC_FORBIDDEN');
    await ctx.proveVerified(task.area);
  }
  if (task && (task.role_id ?? roleId) !== roleId)
    throw new AppError('AC_FORBIDDEN', { message: '请切换到导出时的角色再下载' });
  const encrypted =
    task?.object_key != null && (task.type === WHOLE_RECORD) === isRecord && statusOf(task, clock.now()) === store.READY
      ? await objects.read(task.object_key, FILE_MAX)
      : undefined;
  if (!task || !encrypted) throw new AppError('PSY_NOT_FOUND', { message: '文件已失效或还没有打包完成' });
  return {
    contentType: CONTENT_TYPES[task.file_name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    fileName: task.file_name,
    body: await keys.decryptBytes(orgId, encrypted, locationOf(fileId)),
  };
}

/**
 * Deletes an export.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT while it is being built
 */
export async function deleteExport(ctx: OrgContext, tx: Tx, fileId: string): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const [task] = await tx.run(store.taskOf(orgId, userId, fileId));
  if (!task) throw new AppError('PSY_NOT_FOUND');
  if ((await tx.run(store.deleteTask(orgId, userId, fileId))).length === 0)
    throw new AppError('PSY_CONFLICT', { message: '正在打包的文件不能删除' });
  const left = await letGo(tx, services, orgId, [task.object_key]);
  tx.afterCommit(() => removeStrays(services, orgId, left));
}
