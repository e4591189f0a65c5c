import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { letGo } from '../../../../platform/media/server/strays.ts';
import { isoTime } from '../../../../platform/runtime/server/clock.ts';
import { partCount, partSize } from '../../contract/imports.ts';
import { changeTask, deletePart, insertTask, openImports } from '../queries/tasks.ts';
import { storedTask, type StoredTask } from './read-tasks.ts';

/** Imports that may hold a file at a time, so that forgotten uploads do not fill the store. */
const OPEN_MAX = 3;
/** How long an upload may take. */
const UPLOAD_MS = 24 * 3_600_000;

/**
 * Registers an import whose file follows in parts. Nothing is logged yet: nothing is known of an organisation.
 *
 * @returns The id of the task
 * @throws AppError PSY_TENANT_TASK where as many as allowed are open
 */
export async function beginImport(
  ctx: OrgContext,
  tx: Tx,
  { fileName, size, reason }: { fileName: string; size: number; reason: string },
): Promise<string> {
  const open = await tx.run(openImports());
  if (open.length >= OPEN_MAX)
    throw new AppError('PSY_TENANT_TASK', {
      message: `已有 ${open.length} 个导入没有结束：请先等它们结束，或删除不再需要的数据包`,
    });
  const taskId = newId(ctx.services.clock);
  await tx.run(
    insertTask({
      task_id: taskId,
      kind: 'import',
      state: 'uploading',
      about_org: '',
      about_name: fileName,
      reason,
      requested_by: ctx.caller.userId,
      requested_at: ctx.nowIso(),
      file_size: size,
      file_until: isoTime(ctx.now() + UPLOAD_MS),
    }),
  );
  return taskId;
}

/** An import of the caller. @throws AppError PSY_NOT_FOUND, AC_FORBIDDEN for others */
export async function ownImport(ctx: OrgContext, taskId: string): Promise<StoredTask> {
  const task = await storedTask(ctx, taskId);
  if (task.kind !== 'import') throw new AppError('PSY_NOT_FOUND');
  if (task.requested_by !== ctx.caller.userId)
    throw new AppError('AC_FORBIDDEN', { message: '导入只能由上传数据包的人继续' });
  return task;
}

/** @throws AppError PSY_INVALID_INPUT where a part is not of the registered file */
export function requirePart({ file_size }: StoredTask, part: number, bytes: Uint8Array): void {
  const size = file_size ?? 0;
  if (part < partCount(size) && bytes.length === partSize(size, part)) return;
  throw new AppError('PSY_INVALID_INPUT', { message: '这一段与登记的文件大小不符：请重新选择文件上传' });
}

/**
 * Makes room for a part; a repeated one takes the place of the earlier one.
 *
 * @returns Keys of objects for `removeStrays`
 * @throws AppError PSY_CONFLICT once the file is being checked
 */
export async function replacePart(
  { services }: OrgContext,
  tx: Tx,
  { task_id: taskId, file_size }: StoredTask,
  part: number,
): Promise<string[]> {
  const progress = Math.floor((100 * (part + 1)) / partCount(file_size ?? 0));
  if ((await tx.run(changeTask(taskId, 'uploading', { progress }))) === 0)
    throw new AppError('PSY_CONFLICT', { message: '这个数据包已经在检查或已删除，不能再上传' });
  const earlier = await tx.run(deletePart(taskId, part));
  return letGo(
    tx,
    services,
    PLATFORM_ORG,
    earlier.map(({ object_key }) => object_key),
  );
}
