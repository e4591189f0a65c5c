import { createHash, randomBytes } from 'node:crypto';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { storeMark, type FileMark } from '../../../platform/file-codes/server/file-mark.ts';
import type { JobContext } from '../../../platform/jobs/server/kinds.ts';
import { contextFor } from '../../../platform/jobs/server/requester.ts';
import { keepObject, letGo, makeObject, removeStrays } from '../../../platform/media/server/strays.ts';
import { StoreUnavailable } from '../../../platform/objects/server/store.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { NoticeKind } from '../../notices/public.ts';
import { notify } from '../../notices/server/public.ts';
import { assembled, partLocation } from './assemble.ts';
import { markOf } from './mark-of-task.ts';
import type { Packed, Packer } from './packer.ts';
import * as partStore from './queries/parts.ts';
import * as store from './queries/tasks.ts';
import { rightsOf } from './rights.ts';
import { KEPT_MS } from './tasks.ts';

/** Parts of one run. Then the job is queued again, so that other tenants get their turn. */
const PARTS_PER_TURN = 5;

const CHANGED = '打包期间您的权限有变化，没有完成。请重新打包';
const NOBODY = '没有可以打包的学生：他们已不在您的管理范围内';

/** The state of a file that is packed in this run. */
interface Run {
  context: JobContext;
  packer: Packer;
  orgId: string;
  fileId: string;
  mark: FileMark;
}

/** The requester with current rights. @throws AppError where they differ from those of the request */
async function currentContext(context: JobContext, rights: string | null): Promise<OrgContext> {
  const { services, tenant } = context;
  const { requester } = await context.request();
  const ctx = await contextFor(services, tenant.orgId ?? '', requester).catch((cause: unknown) => {
    if (cause instanceof AppError && cause.code !== 'PSY_SERVICE_ACCOUNT_ENDED')
      throw new AppError('AC_FORBIDDEN', { message: CHANGED, cause });
    throw cause;
  });
  if (rightsOf(ctx) !== rights) throw new AppError('AC_FORBIDDEN', { message: CHANGED });
  return ctx;
}

/** Builds the file, or the next parts of it. Whatever ends it is shown to the requester with its reason. */
export async function runPacking(context: JobContext, packer: Packer): Promise<'again' | void> {
  try {
    return await packParts(context, packer);
  } catch (error) {
    if (!(error instanceof AppError) || context.signal.aborted) throw error;
    await failTask(context, error.message);
    return undefined;
  }
}

async function packParts(context: JobContext, packer: Packer): Promise<'again' | void> {
  const { job, services, signal: stop, tenant } = context;
  const { subject: fileId } = job;
  const orgId = tenant.orgId ?? '';
  const { requester, ids = [] } = await context.request();
  const [[task], parts] = await services.db.read(tenant, [
    store.taskOf(orgId, requester.user_id, fileId),
    partStore.partsOf(orgId, fileId),
  ]);
  if (task?.status !== store.PACKING) return undefined;
  const mark = await markOf(await currentContext(context, task.rights), context, task);
  if (!mark) return undefined;
  const run = { context, packer, orgId, fileId, mark };
  let at = parts.at(-1)?.done ?? 0;
  for (let part = parts.length; at < ids.length;) {
    if (part - parts.length === PARTS_PER_TURN) return 'again';
    stop.throwIfAborted();
    const ctx = await currentContext(context, task.rights);
    const piece = ids.slice(at, at + packer.atOnce);
    const before = at;
    const done = async (count: number) =>
      (await context.commit((tx) => tx.run(store.taskProgress(orgId, fileId, before + count)))) > 0;
    const packed = await packer.pack(ctx, piece, { mark, stop, done });
    stop.throwIfAborted();
    if (!packed) return undefined;
    const outcome = await keepPart(run, packed, part, at + piece.length);
    if (outcome === 'cancelled') return undefined;
    if (outcome === 'outdated') continue;
    part += 1;
    at += piece.length;
  }
  await finish(run, requester.user_id, task.created_at);
  return undefined;
}

/** Stores a part as the next checkpoint; not where one of its students was erased meanwhile. */
async function keepPart(
  { context, orgId, fileId }: Run,
  { bytes, digests, childIds }: Packed,
  part: number,
  done: number,
): Promise<'kept' | 'cancelled' | 'outdated'> {
  const { services } = context;
  const { clock, keys } = services;
  const object_key = `exports/${orgId}/${fileId}-${part}-${randomBytes(6).toString('base64url')}`;
  const encrypted = await keys.encryptBytes(orgId, bytes, partLocation(fileId, part));
  await makeObject(services, orgId, object_key, encrypted);
  const { outcome, left } = await context.commit(async (tx) => {
    const drop = async (why: 'cancelled' | 'outdated') => ({
      outcome: why,
      left: await letGo(tx, { clock }, orgId, [object_key]),
    });
    const students = await tx.run(partStore.holdStudents(orgId, childIds));
    if (students.length < new Set(childIds).size) return drop('outdated');
    if ((await tx.run(store.taskProgress(orgId, fileId, done))) === 0) return drop('cancelled');
    await tx.run(
      partStore.insertPart({
        org_id: orgId,
        file_id: fileId,
        part,
        object_key,
        size: encrypted.length,
        done,
        digests: [...(digests ?? [])],
        child_ids: [...childIds],
      }),
    );
    await keepObject(tx, orgId, object_key);
    return { outcome: 'kept' as const, left: [] };
  });
  await removeStrays(services, orgId, left);
  return outcome;
}

/** Reads the whole file once, which proves that every part is there, and offers it for download. */
async function finish({ context, packer, orgId, fileId, mark }: Run, userId: string, createdAt: string) {
  const { services, tenant } = context;
  const [parts, stored] = await services.db.read(tenant, [
    partStore.partsOf(orgId, fileId),
    partStore.digestsOf(orgId, fileId),
  ]);
  const digests = stored.flatMap((part) => part.digests);
  if (packer.form === 'zip' && digests.length === 0) throw new AppError('PSY_NOT_FOUND', { message: NOBODY });
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of assembled(services, { orgId, fileId, form: packer.form, createdAt, parts })) {
    context.signal.throwIfAborted();
    hash.update(piece);
    size += piece.length;
  }
  const digest = hash.digest('hex');
  await context.commit(async (tx) => {
    const until = isoTime(services.clock.now() + KEPT_MS);
    const file = { form: packer.form, file_size: size };
    if ((await tx.run(store.taskReady(orgId, fileId, file, until))) === 0) return;
    await storeMark(tx, orgId, userId, mark, [digest, ...digests]);
    await notifyRequester(tx, context, userId, packer.notice ?? 'export_ready');
  });
}

const notifyRequester = (tx: Tx, { job, services, tenant }: JobContext, userId: string, kind: NoticeKind) =>
  notify(tx, services, tenant.orgId ?? '', [userId], { kind, subject: { type: 'export', id: job.subject } });

/** Ends the export with a reason and removes its parts. */
async function failTask(context: JobContext, problem: string): Promise<void> {
  const { job, services, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const { requester } = await context.request();
  const left = await context.commit(async (tx) => {
    if ((await tx.run(store.taskFailed(orgId, job.subject, problem))) === 0) return [];
    await notifyRequester(tx, context, requester.user_id, 'export_failed');
    return dropParts(tx, services, orgId, [job.subject]);
  });
  await removeStrays(services, orgId, left);
}

/** Removes the parts of files in a transaction; pass the returned keys to `removeStrays` after the commit. */
export async function dropParts(
  tx: Tx,
  parts: Pick<Services, 'clock'>,
  orgId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const removed = await tx.run(partStore.deleteParts(orgId, fileIds));
  return letGo(
    tx,
    parts,
    orgId,
    removed.map(({ object_key }) => object_key),
  );
}

/** Ends an export that was tried often enough. @param error undefined where its processes died */
export async function giveUp(context: JobContext, error?: unknown): Promise<void> {
  const { crashes } = context.job;
  await failTask(context, problemOf(error, crashes));
}

function problemOf(error: unknown, crashes: number): string {
  if (error === undefined) return `打包时服务中断了 ${crashes} 次，没有完成。请重新打包`;
  if (error instanceof StoreUnavailable) return '文件存储暂时不可用，没有完成。请稍后重新打包';
  return '打包时出错，没有完成。请重新打包；再次失败时请联系客服';
}
