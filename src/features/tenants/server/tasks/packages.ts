import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { Blob, OrgContext } from '../../../../platform/context/server/context.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { operatorAuditor, operatorIn } from '../platform-log.ts';
import { changeTask, partsOf } from '../queries/tasks.ts';
import { dropParts, PartMissing, streamOf } from './parts-of-file.ts';
import { storedTask, type StoredTask } from './read-tasks.ts';

const GONE = '数据包已删除或还没有打包完成';

/** A package that the caller has requested. @throws AppError PSY_NOT_FOUND, AC_FORBIDDEN for others */
async function ownPackage(ctx: OrgContext, taskId: string): Promise<StoredTask> {
  const task = await storedTask(ctx, taskId);
  if (task.requested_by !== ctx.caller.userId)
    throw new AppError('AC_FORBIDDEN', { message: '数据包只能由发起导出的人下载' });
  const { file_until } = task;
  const isOver = file_until === null || Date.parse(file_until) <= ctx.now();
  if (task.state !== 'ready' || isOver) throw new AppError('PSY_NOT_FOUND', { message: GONE });
  return task;
}

const entryOf = ({ about_org, about_name }: StoredTask, act: string, content: string) => ({
  act,
  resource: 'organisation',
  rowId: about_org,
  rowLabel: about_name,
  after: { content },
});

/** The package as a ZIP. The log of the platform says so before the first byte is sent. */
export async function packageFile(ctx: OrgContext, taskId: string): Promise<Blob> {
  const { services } = ctx;
  const task = await ownPackage(ctx, taskId);
  const [parts] = await ctx.read([partsOf(taskId)]);
  const body = await streamOf(services, taskId, parts).catch((error: unknown) => {
    throw error instanceof PartMissing ? new AppError('PSY_NOT_FOUND', { message: GONE, cause: error }) : error;
  });
  await services.entryLog.append(
    operatorAuditor(services, operatorIn(ctx), PLATFORM_ORG),
    entryOf(task, 'read', '数据包'),
  );
  return {
    contentType: 'application/zip',
    fileName: `${task.about_name}-${task.about_org}-数据包.zip`,
    ...(task.file_size !== null && { size: task.file_size }),
    body,
  };
}

/**
 * Removes an exported or uploaded package and its key.
 *
 * @returns Keys of objects for `removeStrays`
 * @throws AppError PSY_NOT_FOUND where there is none, or it is being checked or imported
 */
export async function deletePackage(ctx: OrgContext, tx: Tx, task: StoredTask): Promise<string[]> {
  const { services } = ctx;
  const changed = await tx.run(
    changeTask(task.task_id, ['ready', 'uploading', 'checked'], { state: 'expired', sealed_key: null }),
  );
  if (changed === 0) throw new AppError('PSY_NOT_FOUND', { message: GONE });
  await audit(tx, operatorAuditor(services, operatorIn(ctx), PLATFORM_ORG), entryOf(task, 'delete', '数据包'));
  return dropParts(tx, services, [task.task_id]);
}
