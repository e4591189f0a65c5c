import { randomBytes } from 'node:crypto';
import { audit, type AuditEntry } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { keepObject, letGo, makeObject, removeStrays } from '../../../platform/media/server/strays.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { notify } from '../../notices/server/notify.ts';
import * as store from './queries.ts';
import { KEPT_MS, sealedAt } from './tasks.ts';

/** Of one person at a time. */
const AT_ONCE = 3;

/** How far a packing is. `done` answers false where nobody wants it any more. */
export interface Packing {
  stop: AbortSignal;
  done(count: number): Promise<boolean>;
}

export interface Package {
  /** For the log of the process. */
  name: string;
  /** `async_file` */
  type: number;
  fileName: string;
  /** Steps of which `done` counts. */
  total: number;
  /** That it is given out, written before anything is. */
  entries: readonly AuditEntry[];
  /** Makes the ZIP; undefined where it was cut short. */
  pack(packing: Packing): Promise<Uint8Array | undefined>;
}

async function work(ctx: OrgContext, fileId: string, { pack }: Package, stop: AbortSignal): Promise<void> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, keys },
    services,
  } = ctx;
  const done = async (count: number) =>
    (await ctx.write([store.taskProgress(orgId, fileId, count, ctx.nowIso())]))[0] > 0;
  try {
    const zip = await pack({ stop, done });
    if (!zip) throw new Error('the packing was cut short');
    const object_key = `exports/${orgId}/${fileId}-${randomBytes(6).toString('base64url')}`;
    await makeObject(services, orgId, object_key, await keys.encryptBytes(orgId, zip, sealedAt(fileId)));
    const left = await ctx.transaction(async (tx) => {
      const count = await tx.run(
        store.taskReady(orgId, fileId, { object_key, file_size: zip.length }, isoTime(clock.now() + KEPT_MS)),
      );
      if (count === 0) return letGo(tx, { clock }, orgId, [object_key]);
      await keepObject(tx, orgId, object_key);
      await notify(tx, { clock }, orgId, [userId], { kind: 'export_ready', subject: { type: 'export', id: fileId } });
      return [];
    });
    await removeStrays(services, orgId, left);
  } catch (error) {
    await ctx.transaction(async (tx) => {
      if ((await tx.run(store.taskFailed(orgId, fileId))) > 0)
        await notify(tx, { clock }, orgId, [userId], {
          kind: 'export_failed',
          subject: { type: 'export', id: fileId },
        });
    });
    if (!stop.aborted) throw error;
  }
}

/** Begins to pack a file in the background, in its caller's export task list. @throws AppError AC_TOO_MANY_REQUESTS */
export async function startPacking(ctx: OrgContext, wanted: Package): Promise<{ task_id: string }> {
  const {
    actor: { orgId, roleId },
    caller: { userId },
    services: { background, clock },
  } = ctx;
  const now = clock.now();
  const fileId = newId(clock);
  await ctx.transaction(async (tx) => {
    const [{ n } = { n: 0 }] = await tx.run(store.countPacking(orgId, userId));
    if (n >= AT_ONCE) throw new AppError('AC_TOO_MANY_REQUESTS', { message: '您还有任务正在打包，请等它们完成' });
    await tx.run(
      store.insertTask({
        org_id: orgId,
        file_id: fileId,
        user_id: userId,
        role_id: roleId,
        type: wanted.type,
        file_name: wanted.fileName,
        status: store.PACKING,
        total: wanted.total,
        done: 0,
        object_key: null,
        file_size: null,
        created_at: isoTime(now),
        expires_at: isoTime(now + KEPT_MS),
        alive_at: isoTime(now),
      }),
    );
    await audit(tx, ctx, ...wanted.entries);
  });
  background.start(wanted.name, (stop) => work(ctx, fileId, wanted, stop));
  return { task_id: fileId };
}
