import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import { keyOf } from '../../../../platform/crypto/server/key-text.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { Requester } from '../../../../platform/jobs/server/jobs.ts';
import { partCount, type PackagePreview } from '../../contract/imports.ts';
import { operatorAuditor, operatorIn } from '../platform-log.ts';
import { changeTask, partsOf } from '../queries/tasks.ts';
import { CHECK, IMPORT } from './kinds.ts';
import type { StoredTask } from './read-tasks.ts';
import { keyPurpose } from './take-key.ts';

/** The key as it is stored until the import has ended. @throws AppError PSY_INVALID_INPUT where the text is no key */
export async function sealedKey({ services }: OrgContext, taskId: string, text: string): Promise<string> {
  const key = keyOf(text.trim());
  if (!key) {
    const message = '这不是传输密钥：密钥是 64 位十六进制字符，与数据包分开交付';
    throw new AppError('PSY_INVALID_INPUT', { message, details: [{ field: '/key', message }] });
  }
  return services.installation.encrypt(keyPurpose(taskId), key.toString('hex'));
}

/** Starts the check of an uploaded file. @throws AppError PSY_CONFLICT where parts are missing or it is under way */
export async function startCheck(
  ctx: OrgContext,
  tx: Tx,
  task: StoredTask,
  { sealed, requester }: { sealed: string; requester: Requester },
): Promise<void> {
  const { services, actor } = ctx;
  const parts = await tx.run(partsOf(task.task_id));
  if (parts.length !== partCount(task.file_size ?? 0))
    throw new AppError('PSY_CONFLICT', { message: '文件还没有上传完：请重新选择文件上传' });
  const change = { state: 'checking', sealed_key: sealed, progress: 0, problem: null } as const;
  if ((await tx.run(changeTask(task.task_id, 'uploading', change))) === 0)
    throw new AppError('PSY_CONFLICT', { message: '这个数据包已经在检查或已删除' });
  await services.jobs.add(tx, { kind: CHECK, orgId: actor.orgId, subject: task.task_id, request: { requester } });
  tx.afterCommit(() => services.jobs.wake(CHECK));
}

/** What a check has found. @throws AppError PSY_NOT_FOUND before its end */
export function previewOf({ kind, preview }: StoredTask): PackagePreview {
  if (kind !== 'import' || preview === null) throw new AppError('PSY_NOT_FOUND', { message: '数据包还没有检查完' });
  return preview;
}

/**
 * Starts the import of a checked package. The platform's chain says so before anything is written.
 *
 * @throws AppError PSY_IMPORT_HINDERED; PSY_CONFLICT where names are taken and are not to be changed, or it has begun;
 *   PSY_TENANT_TASK while another task about the same organisation runs
 */
export async function confirmImport(
  ctx: OrgContext,
  tx: Tx,
  task: StoredTask,
  { renamesTaken, requester }: { renamesTaken: boolean; requester: Requester },
): Promise<void> {
  const { services, actor } = ctx;
  const found = previewOf(task);
  if (found.hindrances.length > 0) throw new AppError('PSY_IMPORT_HINDERED');
  if (found.taken_logins + found.taken_mobiles > 0 && !renamesTaken)
    throw new AppError('PSY_CONFLICT', {
      message: '有账号的登录名或手机号在这里已属于别人：请确认是不同的人，再勾选改名',
    });
  const change = { state: 'working', progress: 0, problem: null, renames_taken: renamesTaken } as const;
  const changed = await tx.run(changeTask(task.task_id, 'checked', change)).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('PSY_TENANT_TASK', { cause: error }) : error;
  });
  if (changed === 0) throw new AppError('PSY_CONFLICT', { message: '这个数据包已经开始导入或已删除' });
  const { rows, accounts, objects, log_seq } = found;
  await audit(tx, operatorAuditor(services, operatorIn(ctx), PLATFORM_ORG), {
    act: 'import',
    resource: 'organisation',
    rowId: task.about_org,
    rowLabel: task.about_name,
    after: { reason: task.reason, rows, accounts, objects, log_seq },
  });
  await services.jobs.add(tx, { kind: IMPORT, orgId: actor.orgId, subject: task.task_id, request: { requester } });
  tx.afterCommit(() => services.jobs.wake(IMPORT));
}
