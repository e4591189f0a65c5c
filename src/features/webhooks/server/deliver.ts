import { systemIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import type { JobContext, JobKind } from '../../../platform/jobs/server/kinds.ts';
import { isServiceExpired, tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { isoTime, nowIso } from '../../../platform/runtime/server/clock.ts';
import { notify } from '../../notices/server/public.ts';
import { KEPT_DAYS, PAUSE_AFTER_DAYS, RETRY_DELAYS_MS } from '../rules.ts';
import { sendOnce, type Outcome } from './attempt.ts';
import { placeOf } from './manage.ts';
import * as store from './queries.ts';

const DAY_MS = 86_400_000;
const GONE = 410;
const RIGHTS = ['webhook open'];

type Webhook = store.WebhooksTable;
type Why = NonNullable<Webhook['paused_why']>;

/** What is sent: the name of the event and ids, never names or contents. */
const bodyOf = (orgId: string, { event, ids, at }: { event: string; ids: string[]; at: string }): string =>
  JSON.stringify({ type: event, timestamp: at, data: { org_id: orgId, ids } });

/** Pauses an address, once, and notifies the person who answers for it. */
async function pauseFor(tx: Tx, services: Services, { org_id, webhook_id, ...hook }: Webhook, why: Why): Promise<void> {
  const [now] = await tx.run(store.lockWebhook(org_id, webhook_id));
  if (now?.paused_at !== null) return;
  await tx.run(store.updateWebhook(org_id, webhook_id, { paused_at: nowIso(services.clock), paused_why: why }));
  await notify(tx, services, org_id, [hook.responsible], {
    kind: 'webhook_paused',
    subject: { type: 'webhook', id: webhook_id },
  });
  await audit(tx, systemIn(services, org_id), {
    act: 'update',
    resource: 'webhook',
    rowId: webhook_id,
    rowLabel: hook.name,
    before: { paused: false },
    after: { paused: true, why },
  });
}

/** The secrets that sign now; undefined while the keys of the organisation are locked. */
async function secretsNow({ keys, db, clock }: Services, { org_id, webhook_id }: Webhook) {
  const [rows] = await db.read({ orgId: org_id, userId: null }, [store.secretsOf(org_id, webhook_id, nowIso(clock))]);
  try {
    return await Promise.all(rows.map(({ secret_id, secret }) => keys.decryptText(org_id, secret, placeOf(secret_id))));
  } catch (error) {
    if (isServiceExpired(error)) return undefined;
    throw error;
  }
}

/** Why an address must be paused after a failure. */
function pauseReason({ failing_since }: Webhook, { code }: Outcome, now: number): Why | undefined {
  if (code === GONE) return 'gone';
  const isLong = failing_since !== null && now - Date.parse(failing_since) >= PAUSE_AFTER_DAYS * DAY_MS;
  return isLong ? 'failing' : undefined;
}

/** Records what came of an attempt. @returns when the next one follows */
async function record(
  { commit, services }: Pick<JobContext, 'commit' | 'services'>,
  hook: Webhook,
  delivery: { delivery_id: string; attempts: number },
  { isDelivered, ...outcome }: Outcome,
): Promise<{ at: string } | undefined> {
  const now = services.clock.now();
  const { org_id, webhook_id } = hook;
  const delay = isDelivered ? undefined : RETRY_DELAYS_MS[delivery.attempts];
  const next = delay === undefined ? undefined : isoTime(now + delay);
  const why = isDelivered ? undefined : pauseReason(hook, { isDelivered, ...outcome }, now);
  const failed = next === undefined ? ('failed' as const) : ('waiting' as const);
  await commit(async (tx) => {
    if (isDelivered !== (hook.failing_since === null))
      await tx.run(store.updateWebhook(org_id, webhook_id, { failing_since: isDelivered ? null : isoTime(now) }));
    await tx.run(
      store.updateDelivery(org_id, delivery.delivery_id, {
        ...outcome,
        state: isDelivered ? 'delivered' : failed,
        attempts: delivery.attempts + 1,
        tried_at: isoTime(now),
        next_at: next ?? null,
      }),
    );
    if (why) await pauseFor(tx, services, hook, why);
  });
  return next === undefined ? undefined : { at: next };
}

/** Makes one attempt at a delivery, or holds it while its address is paused. */
async function deliver(context: JobContext): Promise<{ at: string } | undefined> {
  const { services, tenant, job } = context;
  const orgId = tenant.orgId ?? '';
  const [[delivery]] = await services.db.read(tenant, [store.deliveryById(orgId, job.subject)]);
  if (delivery?.state !== 'waiting') return undefined;
  const [[hook]] = await services.db.read(tenant, [store.webhookById(orgId, delivery.webhook_id)]);
  if (!hook) return undefined;
  const { responsible, role_id: roleId } = hook;
  const standing = await services.access.standingOf({ orgId, responsible, roleId, rights: RIGHTS });
  const isAbandoned = !standing?.length;
  const secrets = isAbandoned || hook.paused_at !== null ? undefined : await secretsNow(services, hook);
  if (secrets === undefined) {
    await context.commit(async (tx) => {
      await tx.run(store.updateDelivery(orgId, delivery.delivery_id, { state: 'held', next_at: null }));
      if (isAbandoned) await pauseFor(tx, services, hook, 'abandoned');
    });
    return undefined;
  }
  const outcome = await sendOnce(services, hook.url, secrets, {
    id: delivery.delivery_id,
    at: services.clock.now(),
    body: bodyOf(orgId, delivery),
  });
  return record(
    { services, commit: (work) => context.commit(work) },
    hook,
    { delivery_id: delivery.delivery_id, attempts: delivery.attempts },
    outcome,
  );
}

/** One job for each delivery: it waits between attempts, and a dead process leaves it to another one. */
export const deliveryJob: JobKind = {
  name: store.DELIVERING,
  slots: 4,
  leaseMs: 60_000,
  maxAttempts: 20,
  maxCrashes: 20,
  run: deliver,
};

/** Removes old deliveries and ended secrets. */
export const clearDeliveries = tenantChore('webhook-clearing', DAY_MS, async ({ db, clock }, orgId) => {
  const before = isoTime(clock.now() - KEPT_DAYS * DAY_MS);
  const [gone] = await db.write({ orgId, userId: null }, [
    store.forgetDeliveries(orgId, before),
    store.forgetSecrets(orgId, nowIso(clock)),
  ]);
  return gone;
});
