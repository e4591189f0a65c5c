import { randomBytes } from 'node:crypto';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { WEBHOOKS_MAX } from '../rules.ts';
import { checkWanted, shownAddress, type Wanted } from './check-wanted.ts';
import * as store from './queries.ts';
import { newSecret } from './sign.ts';

const RESOURCE = 'webhook';
const HOUR_MS = 3_600_000;
const SECRET_BYTES = 32;

/** Place of a secret in its table, to which its encryption is bound. */
export const placeOf = (secretId: string) => ({ table: 'webhook_secrets', row: secretId, field: 'secret' });

async function addSecret(ctx: OrgContext, tx: Tx, webhook_id: string): Promise<string> {
  const {
    actor: { orgId: org_id },
    services: { clock, keys },
  } = ctx;
  const secret_id = newId(clock);
  const secret = newSecret(randomBytes(SECRET_BYTES));
  const sealed = await keys.within(tx).encryptText(org_id, secret, placeOf(secret_id));
  await tx.run(store.insertSecret({ org_id, webhook_id, secret_id, secret: sealed, created_at: ctx.nowIso() }));
  return secret;
}

/** @throws AppError PSY_NOT_FOUND */
export async function lockOwn(ctx: OrgContext, tx: Tx, webhookId: string): Promise<store.WebhooksTable> {
  const [found] = await tx.run(store.lockWebhook(ctx.actor.orgId, webhookId));
  if (!found) throw new AppError('PSY_NOT_FOUND');
  return found;
}

const responsibleNow = ({ caller, actor }: OrgContext) => ({ responsible: caller.userId, role_id: actor.roleId });

/**
 * Registers an address. The secret is in the answer only.
 *
 * @throws AppError PSY_INVALID_INPUT; PSY_CONFLICT when there are too many
 */
export async function create(ctx: OrgContext, tx: Tx, wanted: Wanted): Promise<{ webhook_id: string; secret: string }> {
  const {
    actor: { orgId: org_id },
    caller: { userId: created_by },
    services: { clock },
  } = ctx;
  const checked = checkWanted(ctx, wanted);
  await tx.run(lockOrg(org_id));
  if ((await tx.run(store.allWebhooks(org_id))).length >= WEBHOOKS_MAX)
    throw new AppError('PSY_CONFLICT', { message: `接收地址最多 ${WEBHOOKS_MAX} 个，请先删除不再需要的` });
  const webhook_id = newId(clock);
  const row = { org_id, webhook_id, ...checked, ...responsibleNow(ctx), created_by, created_at: ctx.nowIso() };
  await tx.run(store.insertWebhook(row));
  const secret = await addSecret(ctx, tx, webhook_id);
  await audit(tx, ctx, {
    act: 'create',
    resource: RESOURCE,
    rowId: webhook_id,
    rowLabel: checked.name,
    after: { url: shownAddress(checked.url), events: checked.events },
  });
  return { webhook_id, secret };
}

/** Changes an address; the caller answers for it from then on. @throws AppError PSY_NOT_FOUND; PSY_INVALID_INPUT */
export async function change(ctx: OrgContext, tx: Tx, webhookId: string, wanted: Wanted): Promise<void> {
  const checked = checkWanted(ctx, wanted);
  const before = await lockOwn(ctx, tx, webhookId);
  await tx.run(store.updateWebhook(ctx.actor.orgId, webhookId, { ...checked, ...responsibleNow(ctx) }));
  await audit(tx, ctx, {
    act: 'update',
    resource: RESOURCE,
    rowId: webhookId,
    rowLabel: checked.name,
    before: { name: before.name, url: shownAddress(before.url), events: before.events },
    after: { name: checked.name, url: shownAddress(checked.url), events: checked.events },
  });
}

/** Gives an address a new secret; the former one signs beside it for some hours. @throws AppError PSY_NOT_FOUND */
export async function rotate(
  ctx: OrgContext,
  tx: Tx,
  webhookId: string,
  overlapHours: number,
): Promise<{ webhook_id: string; secret: string }> {
  const { orgId } = ctx.actor;
  const { name } = await lockOwn(ctx, tx, webhookId);
  await tx.run(store.endSecrets(orgId, webhookId, isoTime(ctx.now() + overlapHours * HOUR_MS)));
  const secret = await addSecret(ctx, tx, webhookId);
  await tx.run(store.updateWebhook(orgId, webhookId, responsibleNow(ctx)));
  await audit(tx, ctx, {
    act: 'rotate_key',
    resource: RESOURCE,
    rowId: webhookId,
    rowLabel: name,
    after: { overlap_hours: overlapHours },
  });
  return { webhook_id: webhookId, secret };
}

/** Stops sending. Without effect where it is paused already. @throws AppError PSY_NOT_FOUND */
export async function pause(ctx: OrgContext, tx: Tx, webhookId: string): Promise<void> {
  const { name, paused_at } = await lockOwn(ctx, tx, webhookId);
  if (paused_at !== null) return;
  await tx.run(store.updateWebhook(ctx.actor.orgId, webhookId, { paused_at: ctx.nowIso(), paused_why: 'person' }));
  await audit(tx, ctx, {
    act: 'update',
    resource: RESOURCE,
    rowId: webhookId,
    rowLabel: name,
    before: { paused: false },
    after: { paused: true },
  });
}

/** Sends again; the caller answers for it from then on. @throws AppError PSY_NOT_FOUND */
export async function resume(ctx: OrgContext, tx: Tx, webhookId: string): Promise<void> {
  const { name, paused_at } = await lockOwn(ctx, tx, webhookId);
  if (paused_at === null) return;
  await tx.run(
    store.updateWebhook(ctx.actor.orgId, webhookId, {
      paused_at: null,
      paused_why: null,
      failing_since: null,
      ...responsibleNow(ctx),
    }),
  );
  await audit(tx, ctx, {
    act: 'update',
    resource: RESOURCE,
    rowId: webhookId,
    rowLabel: name,
    before: { paused: true },
    after: { paused: false },
  });
}

/** Removes an address with what was sent to it. @throws AppError PSY_NOT_FOUND */
export async function remove(ctx: OrgContext, tx: Tx, webhookId: string): Promise<void> {
  const { name, url } = await lockOwn(ctx, tx, webhookId);
  await tx.run(store.deleteWebhookRow(ctx.actor.orgId, webhookId));
  await audit(tx, ctx, {
    act: 'delete',
    resource: RESOURCE,
    rowId: webhookId,
    rowLabel: name,
    before: { url: shownAddress(url) },
  });
}
