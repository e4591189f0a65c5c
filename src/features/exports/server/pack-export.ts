import { randomBytes } from 'node:crypto';
import type { Area } from '../../../platform/access/generated/areas.ts';
import { addEntries, loggedEntry, type AuditEntry } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FileKind } from '../../../platform/file-codes/file-code.ts';
import { digestOf, makerOf, newMark, storeMark, type FileMark } from '../../../platform/file-codes/server/file-mark.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import type { JobContext, JobKind } from '../../../platform/jobs/server/kinds.ts';
import { contextFor } from '../../../platform/jobs/server/requester.ts';
import { keepObject, letGo, makeObject, removeStrays } from '../../../platform/media/server/strays.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { notify } from '../../notices/server/public.ts';
import * as store from './queries.ts';
import { KEPT_MS, locationOf } from './tasks.ts';

/** Maximum number of open exports per person. */
const AT_ONCE = 3;

export interface Packing {
  /** What the file says about itself, with the names of the organisation and of the requester. */
  mark: FileMark;
  stop: AbortSignal;
  /** Records progress. Returns false when the export was cancelled. */
  done(count: number): Promise<boolean>;
}

/** A built file. */
export interface Packed {
  bytes: Uint8Array;
  /** Of the files inside, so that each of them can be compared on its own (`digestOf`). */
  digests?: readonly string[];
}

/** Builds the file of some rows with the requester's rights; undefined when it was cancelled. */
export type Pack = (ctx: OrgContext, ids: readonly string[], packing: Packing) => Promise<Packed | undefined>;

export interface Package {
  /** `async_file` */
  type: number;
  kind: FileKind;
  /** Area whose right to export, and second proof where it is protected, the download needs. */
  area: Area;
  /** Its ending says what it is (`CONTENT_TYPES`). */
  fileName: string;
  /** Total number of steps that `done` counts. */
  total: number;
  /** Audit entries of the disclosure, written before any data is packed. */
  entries: readonly AuditEntry[];
  /** Ids of the packed rows. */
  ids: readonly string[];
}

async function run(context: JobContext, pack: Pack): Promise<void> {
  const { job, services, signal: stop, tenant } = context;
  const { clock, keys } = services;
  const { subject: fileId } = job;
  const orgId = tenant.orgId ?? '';
  const { requester, ids = [] } = await context.request();
  const done = async (count: number) =>
    (await context.commit((tx) => tx.run(store.taskProgress(orgId, fileId, count)))) > 0;
  const ctx = await contextFor(services, orgId, requester);
  const [[task]] = await ctx.read([store.taskOf(orgId, requester.user_id, fileId)]);
  if (!task) throw new Error('the export was deleted');
  const mark = newMark(await makerOf(ctx), task.kind, task.log_id, clock.now());
  const packed = await pack(ctx, ids, { mark, stop, done });
  if (!packed) throw new Error('the packing was cancelled');
  const object_key = `exports/${orgId}/${fileId}-${randomBytes(6).toString('base64url')}`;
  await makeObject(services, orgId, object_key, await keys.encryptBytes(orgId, packed.bytes, locationOf(fileId)));
  const left = await context.commit(async (tx) => {
    const count = await tx.run(
      store.taskReady(orgId, fileId, { object_key, file_size: packed.bytes.length }, isoTime(clock.now() + KEPT_MS)),
    );
    if (count === 0) return letGo(tx, { clock }, orgId, [object_key]);
    await keepObject(tx, orgId, object_key);
    await storeMark(tx, orgId, requester.user_id, mark, [digestOf(packed.bytes), ...(packed.digests ?? [])]);
    await notifyRequester(tx, context, requester.user_id, 'export_ready');
    return [];
  });
  await removeStrays(services, orgId, left);
}

const notifyRequester = (
  tx: Tx,
  { job, services, tenant }: JobContext,
  userId: string,
  kind: 'export_ready' | 'export_failed',
) => notify(tx, services, tenant.orgId ?? '', [userId], { kind, subject: { type: 'export', id: job.subject } });

async function giveUp(context: JobContext): Promise<void> {
  const { job, tenant } = context;
  const { requester } = await context.request();
  await context.commit(async (tx) => {
    if ((await tx.run(store.taskFailed(tenant.orgId ?? '', job.subject))) > 0)
      await notifyRequester(tx, context, requester.user_id, 'export_failed');
  });
}

/** A kind of job that builds exports. It fails when its process dies; when its process stops, another one continues. */
export const packing = (name: string, pack: Pack): JobKind => ({
  name,
  slots: 3,
  leaseMs: 60_000,
  maxAttempts: 1,
  maxCrashes: 0,
  run: (context) => run(context, pack),
  giveUp,
});

/**
 * Queues an export and adds it to the caller's list.
 *
 * @param kind created by `packing`
 * @param requester with whose rights it is packed (`requesterOf`)
 * @throws AppError AC_TOO_MANY_REQUESTS
 */
export async function startPacking(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  { name: kind }: JobKind,
  { ids, entries, ...request }: Package,
): Promise<{ task_id: string }> {
  const {
    actor: { orgId, roleId },
    caller: { userId },
    services: { clock, jobs, ledger },
  } = ctx;
  const now = clock.now();
  const fileId = newId(clock);
  const logged = entries.map((entry) => loggedEntry(ctx, entry));
  const [{ n } = { n: 0 }] = await tx.run(store.countPacking(orgId, userId));
  if (n >= AT_ONCE) throw new AppError('AC_TOO_MANY_REQUESTS', { message: '您还有任务正在打包，请等它们完成' });
  await tx.run(
    store.insertTask({
      org_id: orgId,
      file_id: fileId,
      user_id: userId,
      role_id: roleId,
      type: request.type,
      kind: request.kind,
      area: request.area,
      log_id: logged[0]?.log_id ?? '',
      file_name: request.fileName,
      status: store.PACKING,
      total: request.total,
      done: 0,
      object_key: null,
      file_size: null,
      created_at: isoTime(now),
      expires_at: isoTime(now + KEPT_MS),
    }),
  );
  await jobs.add(tx, { kind, orgId, subject: fileId, request: { requester, ids } });
  addEntries(tx, ledger, orgId, logged);
  tx.afterCommit(() => jobs.wake(kind));
  return { task_id: fileId };
}
