import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { endSessionsOfUsers } from '../../../platform/identity/server/queries/sessions.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { dayOf } from '../../../platform/schema/sheet.ts';
import { writeXlsx, XLSX_TYPE } from '../../../platform/sheets/server/write-xlsx.ts';
import type { BatchState, Chosen, PasswordBatch } from '../contract/passwords.ts';
import { manageable, planPasswordReset } from './plan-password-reset.ts';
import { passwordsJob, passwordBinding } from './prepare-passwords.ts';
import * as store from './queries.ts';

/**
 * An unfetched batch expires after this time without effect; a fetched sheet can be fetched again until then, unless
 * confirmed.
 */
const KEPT_MS = 24 * 3_600_000;
const SHOWN = 10;
/** Rows per statement. */
const CHUNK = 1000;
const RESOURCE = 'password_batch';

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += CHUNK) yield items.slice(from, from + CHUNK);
}

type Stored = {
  batch_id: string;
  user_id: string;
  state: BatchState;
  total: number;
  skipped: PasswordBatch['skipped'];
  created_at: string;
  expires_at: string;
  in_effect_at: string | null;
  created_by: string;
  done: number | null;
};

const STATUS: Readonly<Record<BatchState, number>> = {
  preparing: 0,
  ready: 1,
  in_effect: 1,
  received: 2,
  cancelled: 2,
  expired: 2,
  failed: -1,
};
const isOpen = (state: BatchState) => STATUS[state] === 0 || STATUS[state] === 1;

const presentBatch =
  ({ caller: { userId } }: OrgContext) =>
  ({
    batch_id,
    user_id,
    state,
    total,
    skipped,
    created_by,
    created_at,
    expires_at,
    in_effect_at,
    done,
  }: Stored): PasswordBatch => ({
    batch_id,
    state,
    status: STATUS[state],
    total,
    done: isOpen(state) ? (done ?? 0) : in_effect_at === null ? 0 : total,
    skipped,
    own: user_id === userId,
    created_by,
    created_at,
    ...(isOpen(state) && { expires_at }),
    ...(in_effect_at !== null && { in_effect_at }),
  });

/** Ends expired batches: unfetched ones have no effect, and sheets are deleted. */
async function expireOverdue(ctx: OrgContext): Promise<void> {
  const {
    actor: { orgId },
  } = ctx;
  const now = ctx.nowIso();
  await ctx.transaction(async (tx) => {
    const overdue = (await tx.run(store.overdueBatches(orgId, now))).map(({ batch_id }) => batch_id);
    for (const batchId of overdue)
      await tx.run(store.moveBatch(orgId, batchId, ['preparing', 'ready', 'in_effect'], { state: 'expired' }));
    if (overdue.length > 0) await tx.run(store.deleteItems(orgId, overdue));
  });
}

/** Latest batches of the school. */
export async function passwordBatches(ctx: OrgContext): Promise<{ total: number; items: PasswordBatch[] }> {
  const { orgId } = ctx.actor;
  await expireOverdue(ctx);
  const [found] = await ctx.read([store.latestBatches(orgId, SHOWN)]);
  return { total: found.length, items: found.map(presentBatch(ctx)) };
}

/** @throws AppError PSY_NOT_FOUND */
export async function passwordBatch(ctx: OrgContext, id: string): Promise<PasswordBatch> {
  const { orgId } = ctx.actor;
  await expireOverdue(ctx);
  const [[batch]] = await ctx.read([store.batchById(orgId, id)]);
  if (!batch) throw new AppError('PSY_NOT_FOUND');
  return presentBatch(ctx)(batch);
}

/**
 * Starts to create new passwords; none is active yet.
 *
 * @throws AppError PSY_INVALID_INPUT when no account is left to change; PSY_CONFLICT while another batch of the school
 *   is open
 */
export async function startPasswordReset(ctx: OrgContext, chosen: Chosen): Promise<PasswordBatch> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, jobs },
  } = ctx;
  const { meant, skipped } = await planPasswordReset(ctx, chosen);
  if (meant.length === 0) throw new AppError('PSY_INVALID_INPUT', { message: '所选范围内没有可以修改密码的账号' });
  await expireOverdue(ctx);
  const batchId = newId(clock);
  const now = clock.now();
  try {
    await ctx.transaction(async (tx) => {
      await tx.run(
        store.insertBatch({
          org_id: orgId,
          batch_id: batchId,
          user_id: userId,
          state: 'preparing',
          total: meant.length,
          skipped,
          created_at: isoTime(now),
          expires_at: isoTime(now + KEPT_MS),
          in_effect_at: null,
        }),
      );
      const items = meant.map((one, n) => ({ org_id: orgId, batch_id: batchId, n, ...one }));
      for (const chunk of chunks(items)) await tx.run(store.insertItems(chunk));
      await jobs.add(tx, { kind: passwordsJob.name, orgId, subject: batchId });
      await audit(tx, ctx, {
        act: 'create',
        resource: RESOURCE,
        rowId: batchId,
        rowLabel: `${meant.length} 个账号`,
        after: { total: meant.length, skipped: skipped.length },
      });
    });
  } catch (error) {
    if (!isUniqueViolation(error, store.OPEN_INDEX)) throw error;
    const { items } = await passwordBatches(ctx);
    const other = items.find(({ state }) => state === 'preparing' || state === 'ready');
    throw new AppError('PSY_CONFLICT', {
      message: other
        ? `${other.created_by}发起的批量修改还没有结束，请先领取密码表或取消`
        : '刚刚有另一项批量修改，请重试',
      cause: error,
    });
  }
  jobs.wake(passwordsJob.name);
  return passwordBatch(ctx, batchId);
}

/**
 * A batch of the caller, locked.
 *
 * @throws AppError PSY_NOT_FOUND; AC_FORBIDDEN when another user started it
 */
async function lockOwn(tx: Tx, ctx: OrgContext, id: string) {
  const [batch] = await tx.run(store.lockBatch(ctx.actor.orgId, id));
  if (!batch) throw new AppError('PSY_NOT_FOUND');
  if (batch.user_id !== ctx.caller.userId) throw new AppError('AC_FORBIDDEN', { message: '只有发起人可以领取密码表' });
  return batch;
}

const columns = (headers: readonly string[]) => headers.map((header) => ({ header, cell: 'text' as const }));
const OF_STUDENTS = columns(['班级', '姓名', '学号', '登录账号', '新密码']);
const OF_STAFF = columns(['姓名', '工号', '登录账号', '新密码']);

/**
 * Activates the new passwords, ends the sessions of these accounts and returns the sheet, in one transaction, so that
 * every active password is in a sheet that can be fetched. Returns the same sheet again until its arrival is
 * confirmed.
 *
 * @throws AppError PSY_CONFLICT when the batch is not ready or has ended
 */
export async function passwordSheet(ctx: OrgContext, id: string): Promise<Blob> {
  const {
    actor: { orgId },
    services: { clock, cipher, sessions, access },
  } = ctx;
  await expireOverdue(ctx);
  const now = clock.now();
  const { items, ended, changed } = await ctx.transaction(async (tx) => {
    const { state } = await lockOwn(tx, ctx, id);
    if (state === 'preparing') throw new AppError('PSY_CONFLICT', { message: '新密码还在生成，请稍候' });
    if (state !== 'ready' && state !== 'in_effect')
      throw new AppError('PSY_CONFLICT', { message: '密码表已经领取、取消或过期' });
    const effect = state === 'ready' ? await putIntoEffect(tx, ctx, id, isoTime(now)) : { ended: [], changed: [] };
    const items = (await tx.run(store.itemsOf(orgId, id))).map(({ sealed, ...item }) => ({
      ...item,
      password: cipher.decrypt(passwordBinding(orgId, id, item.n), sealed ?? ''),
    }));
    await audit(tx, ctx, {
      act: 'export',
      resource: RESOURCE,
      rowId: id,
      rowLabel: `密码表 ${items.length} 行`,
      after: { total: items.length },
    });
    return { items, ...effect };
  });
  await Promise.all([sessions.publishEnded(ended), ...changed.map((userId) => access.invalidateUser(userId))]);
  return {
    contentType: XLSX_TYPE,
    fileName: `新密码_${dayOf(now)}.xlsx`,
    body: writeXlsx({
      name: '新密码',
      columns: items.some(({ staff }) => staff) ? OF_STAFF : OF_STUDENTS,
      rows: items.map(({ staff, class_name, child_name, student_no, login_name, password }) => [
        ...(staff ? [] : [class_name]),
        child_name,
        student_no,
        login_name,
        password,
      ]),
    }),
  };
}

/**
 * Students who left or were disabled since the preview keep their password and are not in the sheet. The same holds for
 * staff who got a password elsewhere or now rank above the caller.
 */
async function putIntoEffect(
  tx: Tx,
  ctx: OrgContext,
  id: string,
  at: string,
): Promise<{ ended: { session_id: string }[]; changed: string[] }> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  const staff = (await tx.run(store.itemsOf(orgId, id))).flatMap((item) => (item.staff ? [item.user_id] : []));
  const mine = staff.length > 0 ? [...(await manageable(tx, ctx, staff))] : [];
  const changed = (await tx.run(store.putIntoEffect(orgId, id, mine, at))).map(({ user_id }) => user_id);
  await tx.run(store.deleteItemsBut(orgId, id, changed));
  const ended = await tx.run(endSessionsOfUsers(changed, at));
  await tx.run(
    store.moveBatch(orgId, id, ['ready'], {
      state: 'in_effect',
      in_effect_at: at,
      expires_at: isoTime(clock.now() + KEPT_MS),
    }),
  );
  const items = await tx.run(store.itemsOf(orgId, id));
  for (const chunk of chunks(items)) {
    await audit(
      tx,
      ctx,
      ...chunk.map(({ staff: isStaff, child_id, child_name, login_name }) => ({
        act: 'reset_password',
        resource: isStaff ? 'teacher' : 'student',
        rowId: child_id,
        rowLabel: child_name,
        after: { login_name },
      })),
    );
  }
  return { ended, changed };
}

/** Deletes the passwords of a sheet that has arrived; idempotent. */
export async function confirmSheet(ctx: OrgContext, id: string): Promise<void> {
  const { orgId } = ctx.actor;
  await ctx.transaction(async (tx) => {
    const { state } = await lockOwn(tx, ctx, id);
    if (state === 'received') return;
    if (state !== 'in_effect') throw new AppError('PSY_CONFLICT', { message: '密码表还没有领取，或者已经过期' });
    await tx.run(store.moveBatch(orgId, id, ['in_effect'], { state: 'received' }));
    await tx.run(store.deleteItems(orgId, [id]));
  });
}

/**
 * Cancels a batch that is not active yet. Anyone who may start one may cancel, so that an absent user cannot block the
 * school.
 *
 * @throws AppError PSY_CONFLICT when it is active or has ended
 */
export async function cancelPasswordReset(ctx: OrgContext, id: string): Promise<void> {
  const { orgId } = ctx.actor;
  await ctx.transaction(async (tx) => {
    const [batch] = await tx.run(store.lockBatch(orgId, id));
    if (!batch) throw new AppError('PSY_NOT_FOUND');
    if (batch.state === 'cancelled') return;
    const moved = await tx.run(store.moveBatch(orgId, id, ['preparing', 'ready', 'failed'], { state: 'cancelled' }));
    if (moved === 0) throw new AppError('PSY_CONFLICT', { message: '新密码已经启用，不能取消' });
    await tx.run(store.deleteItems(orgId, [id]));
    await audit(tx, ctx, {
      act: 'delete',
      resource: RESOURCE,
      rowId: id,
      rowLabel: `${batch.total} 个账号`,
      before: { total: batch.total },
    });
  });
}
