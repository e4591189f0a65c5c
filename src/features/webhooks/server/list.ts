import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import type { DataOf, QueryOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { deliveries, Delivery, Webhook, webhooks } from '../contract.ts';
import * as store from './queries.ts';

function stateOf({ paused_at, failing_since }: store.WebhooksTable): Webhook['state'] {
  if (paused_at !== null) return 'paused';
  return failing_since === null ? 'active' : 'failing';
}

/** The organisation's addresses, and the events that features offer. */
export async function listWebhooks(ctx: OrgContext): Promise<DataOf<typeof webhooks>> {
  const [rows] = await ctx.read([store.allWebhooks(ctx.actor.orgId)]);
  const items = rows.map((row): Webhook => ({
    webhook_id: row.webhook_id,
    name: row.name,
    url: row.url,
    events: row.events,
    state: stateOf(row),
    responsible: row.responsible_name ?? '',
    created_at: row.created_at,
    ...(row.paused_why !== null && { paused_why: row.paused_why }),
    ...(row.paused_at !== null && { paused_at: row.paused_at }),
    ...(row.failing_since !== null && { failing_since: row.failing_since }),
    ...(row.former_until !== null &&
      Date.parse(row.former_until) > ctx.now() && { former_secret_until: row.former_until }),
    ...(row.last_sent_at !== null && { last_sent_at: row.last_sent_at }),
  }));
  const offered = ctx.services.events.kinds.map(({ name, title }) => ({ name, title: title.zh, title_en: title.en }));
  return { total: items.length, items, offered };
}

type Stored = Omit<store.DeliveriesTable, 'delivery_id' | 'attempts'> & { delivery_id: string; attempts: number };

const deliveryOf = (row: Stored): Delivery => ({
  delivery_id: row.delivery_id,
  event: row.event,
  ids: row.ids,
  at: row.at,
  state: row.state,
  attempts: row.attempts,
  ...(row.tried_at !== null && { tried_at: row.tried_at }),
  ...(row.next_at !== null && { next_at: row.next_at }),
  ...(row.code !== null && { code: row.code }),
  ...(row.fault !== null && { fault: row.fault }),
  ...(row.ms !== null && { ms: row.ms }),
  ...(row.answer !== null && { answer: row.answer }),
});

/** What was sent to an address, the latest first. @throws AppError PSY_NOT_FOUND */
export async function listDeliveries(
  ctx: OrgContext,
  webhookId: string,
  { page = 1, size = PAGE_SIZE_DEFAULT, state }: QueryOf<typeof deliveries>,
): Promise<DataOf<typeof deliveries>> {
  const { orgId } = ctx.actor;
  const [[found], rows, [count]] = await ctx.read([
    store.webhookById(orgId, webhookId),
    store.pageOfDeliveries(orgId, webhookId, { state, limit: size, offset: (page - 1) * size }),
    store.countDeliveries(orgId, webhookId, state),
  ]);
  if (!found) throw new AppError('PSY_NOT_FOUND');
  return { total: count?.total ?? 0, items: rows.map(deliveryOf) };
}
