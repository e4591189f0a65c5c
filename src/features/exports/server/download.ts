import { Readable } from 'node:stream';
import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { StoreUnavailable } from '../../../platform/objects/server/store.ts';
import { XLSX_TYPE } from '../../../platform/sheets/server/write-xlsx.ts';
import { assembled } from './assemble.ts';
import { partsOf } from './queries/parts.ts';
import * as store from './queries/tasks.ts';
import { requireStillReadable } from './still-readable.ts';
import { statusOf, WHOLE_RECORD, type Stored } from './tasks.ts';

/** By the ending of the file name. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  xlsx: XLSX_TYPE,
  json: 'application/json; charset=utf-8',
};

const notThere = () => new AppError('PSY_NOT_FOUND', { message: '文件已失效或还没有打包完成' });

/** The first piece is read before the answer begins, so that a missing file is an error and not a broken download. */
async function begun(pieces: AsyncGenerator<Uint8Array>): Promise<Readable> {
  const first = await pieces.next().catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? notThere() : error;
  });
  async function* all() {
    if (!first.done) yield first.value;
    yield* pieces;
  }
  return Readable.from(all(), { objectMode: false });
}

async function bodyOf({ actor: { orgId }, services, read }: OrgContext, task: Stored): Promise<Blob['body']> {
  const { file_id: fileId, form, created_at: createdAt } = task;
  if (form === null) throw notThere();
  const [parts] = await read([partsOf(orgId, fileId)]);
  return begun(assembled(services, { orgId, fileId, form, createdAt, parts }));
}

/**
 * Downloads an export. Rights and scope are asked again, because they may have changed since it was packed.
 *
 * @param isRecord a student's whole record has its own endpoint with stricter rights
 * @throws AppError PSY_NOT_FOUND when it is not the caller's, not ready, or expired; AC_FORBIDDEN in another role than
 *   the one that requested it, and where its contents may no longer be read
 */
export async function exportFile(ctx: OrgContext, fileId: string, isRecord = false): Promise<Blob> {
  const {
    actor: { orgId, roleId },
    caller: { userId },
    services: { access, clock },
  } = ctx;
  const [[task]] = await ctx.read([store.taskOf(orgId, userId, fileId)]);
  if (!task) throw notThere();
  if (!isRecord) {
    if (!access.decide(ctx.actor, task.area, 'export')) throw new AppError('AC_FORBIDDEN');
    await ctx.proveVerified(task.area);
  }
  if ((task.role_id ?? roleId) !== roleId)
    throw new AppError('AC_FORBIDDEN', { message: '请切换到导出时的角色再下载' });
  if ((task.type === WHOLE_RECORD) !== isRecord || statusOf(task, clock.now()) !== store.READY) throw notThere();
  await requireStillReadable(ctx, task);
  return {
    contentType: CONTENT_TYPES[task.file_name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    fileName: task.file_name,
    ...(task.file_size !== null && { size: task.file_size }),
    body: await bodyOf(ctx, task),
  };
}
