import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { letGo, removeStrays } from '../../../platform/media/server/strays.ts';
import { filesAbout, removeFiles } from './queries/parts.ts';
import * as store from './queries/tasks.ts';
import { dropParts } from './run-packing.ts';

/**
 * Deletes an export with its parts. Its row is locked first, so that a run that ends meanwhile leaves no part behind.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT while it waits or is being built
 */
export async function deleteExport(ctx: OrgContext, tx: Tx, fileId: string): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const [locked] = await tx.run(store.lockTask(orgId, userId, fileId));
  if (!locked) throw new AppError('PSY_NOT_FOUND');
  // The row as it is under the lock: the run may have ended while the lock was awaited.
  const [task] = await tx.run(store.taskOf(orgId, userId, fileId));
  if (!task) throw new AppError('PSY_NOT_FOUND');
  if (task.status === store.PACKING && task.has_job)
    throw new AppError('PSY_CONFLICT', { message: '正在打包的文件不能删除，请先取消打包' });
  const parts = await dropParts(tx, services, orgId, [fileId]);
  await tx.run(store.deleteTask(orgId, userId, fileId));
  const left = [...parts, ...(await letGo(tx, services, orgId, [task.object_key]))];
  tx.afterCommit(() => removeStrays(services, orgId, left));
}

/**
 * Cancels an export that waits or is being built; its run ends with the next part.
 *
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT where it is not being built
 */
export async function cancelExport(ctx: OrgContext, tx: Tx, fileId: string): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services,
  } = ctx;
  const [task] = await tx.run(store.taskOf(orgId, userId, fileId));
  if (!task) throw new AppError('PSY_NOT_FOUND');
  if ((await tx.run(store.cancelTask(orgId, userId, fileId, '您已取消打包'))) === 0)
    throw new AppError('PSY_CONFLICT', { message: '任务已经结束，不能取消' });
  const left = await dropParts(tx, services, orgId, [fileId]);
  tx.afterCommit(() => removeStrays(services, orgId, left));
}

/**
 * Removes every packed file with data of a student who is erased, also those that are being built. Call it in the
 * transaction that has locked the student.
 *
 * @returns keys of objects, for `removeStrays` after the commit
 */
export async function removeFilesAbout(
  tx: Tx,
  parts: Pick<Services, 'clock'>,
  orgId: string,
  childId: string,
): Promise<string[]> {
  const files = (await tx.run(filesAbout(orgId, childId))).map(({ file_id }) => file_id);
  if (files.length === 0) return [];
  await tx.run(removeFiles(orgId, files, '文件中有学生的资料已按规定清除，文件随之删除'));
  return dropParts(tx, parts, orgId, files);
}
