import { sql, type Generated, type InsertResult, type UpdateResult } from 'kysely';
import { qb } from '../../../platform/db/server/query-builder.ts';
import type { Happening } from '../../../platform/events/server/events.ts';
import type { Delivery, Webhook } from '../contract.ts';
import { REPLAY_MAX } from '../rules.ts';

/** The kind of job that delivers. */
export const DELIVERING = 'webhook';

export interface WebhooksTable {
  org_id: string;
  webhook_id: string;
  name: string;
  url: string;
  events: string[];
  responsible: string;
  role_id: number;
  created_by: string;
  created_at: string;
  failing_since: string | null;
  paused_at: string | null;
  paused_why: Exclude<Webhook['paused_why'], undefined> | null;
}
interface WebhookSecretsTable {
  org_id: string;
  webhook_id: string;
  secret_id: string;
  secret: string;
  created_at: string;
  until: string | null;
}
export interface DeliveriesTable {
  org_id: string;
  delivery_id: Generated<string>;
  webhook_id: string;
  event: string;
  ids: string[];
  at: string;
  state: Delivery['state'];
  attempts: Generated<number>;
  tried_at: string | null;
  next_at: string | null;
  code: number | null;
  fault: Exclude<Delivery['fault'], undefined> | null;
  ms: number | null;
  answer: string | null;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    webhooks: WebhooksTable;
    webhook_secrets: WebhookSecretsTable;
    webhook_deliveries: DeliveriesTable;
  }
}

/** The addresses of an organisation, the latest first. */
export const allWebhooks = (orgId: string) =>
  qb
    .selectFrom('webhooks as w')
    .leftJoin('accounts as r', 'r.user_id', 'w.responsible')
    .selectAll('w')
    .select('r.real_name as responsible_name')
    .select(
      sql<string | null>`(select max(s.until) from webhook_secrets s
        where s.org_id = w.org_id and s.webhook_id = w.webhook_id)`.as('former_until'),
    )
    .select(
      sql<string | null>`(select max(d.tried_at) from webhook_deliveries d
        where d.org_id = w.org_id and d.webhook_id = w.webhook_id)`.as('last_sent_at'),
    )
    .where('w.org_id', '=', orgId)
    .orderBy('w.created_at', 'desc');

export const webhookById = (orgId: string, webhookId: string) =>
  qb.selectFrom('webhooks').selectAll().where('org_id', '=', orgId).where('webhook_id', '=', webhookId);

/** Locked until the transaction ends. */
export const lockWebhook = (orgId: string, webhookId: string) => webhookById(orgId, webhookId).forUpdate();

export const insertWebhook = ({ events, ...row }: Omit<WebhooksTable, 'failing_since' | 'paused_at' | 'paused_why'>) =>
  qb.insertInto('webhooks').values({
    ...row,
    events: sql<string[]>`${events}::text[]`,
    failing_since: null,
    paused_at: null,
    paused_why: null,
  });

export const updateWebhook = (
  orgId: string,
  webhookId: string,
  { events, ...rest }: Partial<Omit<WebhooksTable, 'org_id' | 'webhook_id'>>,
) =>
  qb
    .updateTable('webhooks')
    .set({ ...rest, ...(events && { events: sql<string[]>`${events}::text[]` }) })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId);

export const deleteWebhookRow = (orgId: string, webhookId: string) =>
  qb.deleteFrom('webhooks').where('org_id', '=', orgId).where('webhook_id', '=', webhookId);

/** Secrets that sign at a time, the newest first. */
export const secretsOf = (orgId: string, webhookId: string, at: string) =>
  qb
    .selectFrom('webhook_secrets')
    .select(['secret_id', 'secret'])
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', at)]))
    .orderBy('created_at', 'desc');

export const insertSecret = (row: Omit<WebhookSecretsTable, 'until'>) =>
  qb.insertInto('webhook_secrets').values({ ...row, until: null });

/** Former secrets end at this time at the latest. */
export const endSecrets = (orgId: string, webhookId: string, until: string) =>
  qb
    .updateTable('webhook_secrets')
    .set({ until })
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', until)]));

/** A delivery of each happening for each address that wants it, and a job for each that is not paused. */
export const insertHappenings = (orgId: string, happenings: readonly Happening[], at: string) => {
  const rows = JSON.stringify(happenings.map(({ name, ids }) => ({ event: name, ids })));
  return sql<InsertResult>`
    with made as (
      insert into webhook_deliveries (org_id, webhook_id, event, ids, at, state, next_at)
      select w.org_id, w.webhook_id, h.event, array(select jsonb_array_elements_text(h.ids)), ${at}::timestamptz,
        case when w.paused_at is null then 'waiting' else 'held' end,
        case when w.paused_at is null then ${at}::timestamptz end
      from webhooks w join jsonb_to_recordset(${rows}::jsonb) as h (event text, ids jsonb) on h.event = any (w.events)
      where w.org_id = ${orgId}
      returning delivery_id, state)
    insert into jobs (kind, tenant, subject, run_after)
    select ${DELIVERING}, ${orgId}, delivery_id, ${at}::timestamptz from made where state = 'waiting'`.compile(qb);
};

export const insertDelivery = ({
  ids,
  ...row
}: Pick<DeliveriesTable, 'org_id' | 'webhook_id' | 'event' | 'ids' | 'at' | 'state' | 'next_at'> & {
  delivery_id: string;
}) =>
  qb.insertInto('webhook_deliveries').values({
    ...row,
    ids: sql<string[]>`${ids}::text[]`,
    tried_at: null,
    code: null,
    fault: null,
    ms: null,
    answer: null,
  });

export const deliveryById = (orgId: string, deliveryId: string) =>
  qb.selectFrom('webhook_deliveries').selectAll().where('org_id', '=', orgId).where('delivery_id', '=', deliveryId);

export const updateDelivery = (
  orgId: string,
  deliveryId: string,
  change: Partial<Pick<DeliveriesTable, 'state' | 'tried_at' | 'next_at' | 'code' | 'fault' | 'ms' | 'answer'>> & {
    attempts?: number;
  },
) =>
  qb
    .updateTable('webhook_deliveries')
    .set(change)
    .where('org_id', '=', orgId)
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'waiting');

const listed = (orgId: string, webhookId: string, state: Delivery['state'] | undefined) =>
  qb
    .selectFrom('webhook_deliveries')
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'waiting'));

export const pageOfDeliveries = (
  orgId: string,
  webhookId: string,
  { state, limit, offset }: { state: Delivery['state'] | undefined; limit: number; offset: number },
) =>
  listed(orgId, webhookId, state).selectAll().orderBy('at', 'desc').orderBy('delivery_id').limit(limit).offset(offset);

export const countDeliveries = (orgId: string, webhookId: string, state: Delivery['state'] | undefined) =>
  listed(orgId, webhookId, state).select(sql<number>`count(*)::int`.as('total'));

/**
 * Queues deliveries again, the oldest first, and their jobs.
 *
 * @param ids Undefined for all that failed or were held
 */
export const requeue = (orgId: string, webhookId: string, ids: readonly string[] | undefined, at: string) =>
  sql<UpdateResult>`
    with chosen as (
      select delivery_id from webhook_deliveries
      where org_id = ${orgId} and webhook_id = ${webhookId}
        and ${ids === undefined ? sql`state in ('failed', 'held')` : sql`delivery_id = any (${[...ids]}::text[])`}
      order by at, delivery_id limit ${REPLAY_MAX} for update),
    changed as (
      update webhook_deliveries d set state = 'waiting', attempts = 0, next_at = ${at}::timestamptz
      from chosen where d.org_id = ${orgId} and d.delivery_id = chosen.delivery_id returning d.delivery_id)
    insert into jobs (kind, tenant, subject, run_after)
    select ${DELIVERING}, ${orgId}, delivery_id, ${at}::timestamptz from changed
    on conflict (tenant, subject, kind) do update set state = 'waiting', lease = null, lease_until = null,
      run_after = excluded.run_after, attempts = 0, crashes = 0, failed_at = null`.compile(qb);

export const forgetDeliveries = (orgId: string, before: string) =>
  qb
    .deleteFrom('webhook_deliveries')
    .where('org_id', '=', orgId)
    .where('at', '<', before)
    .where('state', '<>', 'waiting');
export const forgetSecrets = (orgId: string, before: string) =>
  qb.deleteFrom('webhook_secrets').where('org_id', '=', orgId).where('until', '<', before);
