import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { TEST_EVENT } from '../rules.ts';
import { lockOwn } from './manage.ts';
import * as store from './queries.ts';

/** @throws AppError PSY_CONFLICT while it is paused */
async function lockSending(ctx: OrgContext, tx: Tx, webhookId: string) {
  const found = await lockOwn(ctx, tx, webhookId);
  if (found.paused_at !== null) throw new AppError('PSY_CONFLICT', { message: '已暂停发送，请先恢复' });
  return found;
}

/** Queues a test event. @throws AppError PSY_NOT_FOUND; PSY_CONFLICT while it is paused */
export async function queueTest(ctx: OrgContext, tx: Tx, webhookId: string): Promise<{ delivery_id: string }> {
  const {
    actor: { orgId: org_id },
    services: { clock, jobs },
  } = ctx;
  await lockSending(ctx, tx, webhookId);
  const delivery_id = newId(clock);
  const at = ctx.nowIso();
  const row = { org_id, webhook_id: webhookId, delivery_id, event: TEST_EVENT, ids: [], at };
  await tx.run(store.insertDelivery({ ...row, state: 'waiting', next_at: at }));
  await jobs.add(tx, { kind: store.DELIVERING, orgId: org_id, subject: delivery_id });
  tx.afterCommit(() => jobs.wake(store.DELIVERING));
  return { delivery_id };
}

/**
 * Queues deliveries again under their ids.
 *
 * @param ids Undefined for all that failed or were held
 * @throws AppError PSY_NOT_FOUND; PSY_CONFLICT while it is paused
 */
export async function replay(
  ctx: OrgContext,
  tx: Tx,
  webhookId: string,
  ids: readonly string[] | undefined,
): Promise<{ total: number }> {
  const { jobs } = ctx.services;
  const { name } = await lockSending(ctx, tx, webhookId);
  const total = await tx.run(store.requeue(ctx.actor.orgId, webhookId, ids, ctx.nowIso()));
  if (total === 0) return { total };
  await audit(tx, ctx, {
    act: 'update',
    resource: 'webhook',
    rowId: webhookId,
    rowLabel: name,
    after: { sent_again: total },
  });
  tx.afterCommit(() => jobs.wake(store.DELIVERING));
  return { total };
}
