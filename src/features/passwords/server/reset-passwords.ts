import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import type { BatchState, Chosen, PasswordBatch } from '../contract/passwords.ts';
import { planPasswordReset } from './plan-password-reset.ts';
import { passwordsJob } from './prepare-passwords.ts';
import * as store from './queries.ts';

/**
 * An unfetched batch expires after this time without effect; a fetched sheet can be fetched again until then, unless
 * confirmed.
 */
export const KEPT_MS = 24 * 3_600_000;
const SHOWN = 10;
/** Rows per statement. */
const CHUNK = 1000;
export const RESOURCE = 'password_batch';

export function* chunks<T>(items: readonly T[]): Generator<T[]> {
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

/** Past its time an open batch counts as expired, even before the chore has ended it. */
const stateOf = ({ state, expires_at }: Stored, now: number): BatchState =>
  isOpen(state) && Date.parse(expires_at) <= now ? 'expired' : state;

function presentBatch(ctx: OrgContext, batch: Stored): PasswordBatch {
  const { batch_id, user_id, total, skipped, created_by, created_at, expires_at, in_effect_at, done } = batch;
  const state = stateOf(batch, ctx.now());
  return {
    batch_id,
    state,
    status: STATUS[state],
    total,
    done: isOpen(state) ? (done ?? 0) : in_effect_at === null ? 0 : total,
    skipped,
    own: user_id === ctx.caller.userId,
    created_by,
    created_at,
    ...(isOpen(state) && { expires_at }),
    ...(in_effect_at !== null && { in_effect_at }),
  };
}

/** Ends expired batches: unfetched ones have no effect, and sheets are deleted. Returns how many. */
export async function expireOverdue(tx: Tx, orgId: string, now: string): Promise<number> {
  const overdue = (await tx.run(store.overdueBatches(orgId, now))).map(({ batch_id }) => batch_id);
  for (const batchId of overdue)
    await tx.run(store.moveBatch(orgId, batchId, ['preparing', 'ready', 'in_effect'], { state: 'expired' }));
  if (overdue.length > 0) await tx.run(store.deleteItems(orgId, overdue));
  return overdue.length;
}

/** Latest batches of the school. */
export async function passwordBatches(ctx: OrgContext): Promise<{ total: number; items: PasswordBatch[] }> {
  const { orgId } = ctx.actor;
  const [found] = await ctx.read([store.latestBatches(orgId, SHOWN)]);
  return { total: found.length, items: found.map((batch) => presentBatch(ctx, batch)) };
}

/** @throws AppError PSY_NOT_FOUND */
export async function passwordBatch(ctx: OrgContext, id: string): Promise<PasswordBatch> {
  const { orgId } = ctx.actor;
  const [[batch]] = await ctx.read([store.batchById(orgId, id)]);
  if (!batch) throw new AppError('PSY_NOT_FOUND');
  return presentBatch(ctx, batch);
}

/** The conflict with the batch of the school that is open. */
async function otherIsOpen(tx: Tx, orgId: string): Promise<AppError> {
  const other = (await tx.run(store.latestBatches(orgId, SHOWN))).find(
    ({ state }) => state === 'preparing' || state === 'ready',
  );
  return new AppError('PSY_CONFLICT', {
    message: other
      ? `${other.created_by}发起的批量修改还没有结束，请先领取密码表或取消`
      : '刚刚有另一项批量修改，请重试',
  });
}

/**
 * Starts to create new passwords; none is active yet.
 *
 * @returns id of the batch
 * @throws AppError PSY_INVALID_INPUT when no account is left to change; PSY_CONFLICT while another batch of the school
 *   is open
 */
export async function startPasswordReset(ctx: OrgContext, tx: Tx, chosen: Chosen): Promise<string> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock, jobs },
  } = ctx;
  const { meant, skipped } = await planPasswordReset(ctx, tx, chosen);
  if (meant.length === 0) throw new AppError('PSY_INVALID_INPUT', { message: '所选范围内没有可以修改密码的账号' });
  const batchId = newId(clock);
  const now = clock.now();
  const batch = {
    org_id: orgId,
    batch_id: batchId,
    user_id: userId,
    state: 'preparing' as const,
    total: meant.length,
    skipped,
    created_at: isoTime(now),
    expires_at: isoTime(now + KEPT_MS),
    in_effect_at: null,
  };
  await expireOverdue(tx, orgId, batch.created_at);
  if ((await tx.run(store.insertBatch(batch))) === 0) throw await otherIsOpen(tx, orgId);
  const items = meant.map((one, n) => ({ org_id: orgId, batch_id: batchId, n, ...one }));
  for (const chunk of chunks(items)) await tx.run(store.insertItems(chunk));
  await jobs.add(tx, { kind: passwordsJob.name, orgId, subject: batchId });
  tx.afterCommit(() => jobs.wake(passwordsJob.name));
  await audit(tx, ctx, {
    act: 'create',
    resource: RESOURCE,
    rowId: batchId,
    rowLabel: `${meant.length} 个账号`,
    after: { total: meant.length, skipped: skipped.length },
  });
  return batchId;
}

/**
 * Cancels a batch that is not active yet. Anyone who may start one may cancel, so that an absent user cannot block the
 * school.
 *
 * @throws AppError PSY_CONFLICT when it is active or has ended
 */
export async function cancelPasswordReset(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const { orgId } = ctx.actor;
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
}
