import { schoolsOf } from '../../../platform/access/server/queries/school-rows.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import type { JobContext, JobKind } from '../../../platform/jobs/server/kinds.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { notify, retract } from '../../notices/server/public.ts';
import { peopleAfter } from './queries/audience.ts';
import * as store from './queries/delivery.ts';
import type { StoredAnnouncement } from './queries/tables.ts';

const DELIVERY = 'announcement-delivery';
const LEASE_MS = 60_000;
/** People of one transaction. */
const AT_ONCE = 1000;

/**
 * Brings the notices of an announcement to its people, or takes them back, after the transaction that changes it. A
 * later change replaces a job that has not ended.
 */
export async function deliverLater(tx: Tx, { jobs }: Pick<Services, 'jobs'>, orgId: string, id: string): Promise<void> {
  await jobs.add(tx, { kind: DELIVERY, orgId, subject: id });
  tx.afterCommit(() => jobs.wake(DELIVERY));
}

/**
 * Notifies the next people of one organisation, in its own tenant. The place where it stopped is stored with the
 * notices, so that each person is notified once.
 *
 * @returns whether there are more
 */
async function deliverSome(services: Services, row: StoredAnnouncement, orgId: string): Promise<boolean> {
  const { announcement_id: id, org_id: publisherId, kind, title, notifies, published_by } = row;
  return services.db.transaction({ orgId, userId: null }, async (tx) => {
    await tx.run(store.beginDelivery(orgId, id, publisherId));
    const [delivery] = await tx.run(store.lockDelivery(orgId, id));
    if (delivery?.state !== 'running') return false;
    const people = await tx.run(peopleAfter(orgId, row, nowIso(services.clock), delivery.after_user, AT_ONCE));
    const subject = { type: kind, id };
    const others = notifies ? people.filter(({ user_id }) => user_id !== published_by) : [];
    const idsOf = (staff: boolean) => others.filter((one) => one.staff === staff).map(({ user_id }) => user_id);
    await notify(tx, services, orgId, idsOf(true), { kind, subject, title });
    await notify(tx, services, orgId, idsOf(false), { kind: `own_${kind}`, subject, title });
    const more = people.length === AT_ONCE;
    await tx.run(
      store.changeDelivery(orgId, id, {
        state: more ? 'running' : 'done',
        after_user: people.at(-1)?.user_id ?? delivery.after_user,
        people: delivery.people + people.length,
      }),
    );
    return more;
  });
}

/** Takes the notices back. Waits for a delivery that is under way and ends it. */
const takeBack = (services: Services, row: StoredAnnouncement, orgId: string): Promise<void> =>
  services.db.transaction({ orgId, userId: null }, async (tx) => {
    await tx.run(store.beginDelivery(orgId, row.announcement_id, row.org_id));
    await tx.run(store.lockDelivery(orgId, row.announcement_id));
    await tx.run(store.changeDelivery(orgId, row.announcement_id, { state: 'over' }));
    await retract(tx, orgId, { type: row.kind, id: row.announcement_id });
  });

async function run(context: JobContext): Promise<void> {
  const { job, services, signal, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const [[row], schools] = await services.db.read(tenant, [
    store.announcementById(orgId, job.subject),
    schoolsOf(orgId),
  ]);
  if (!row || (row.status !== 'published' && row.status !== 'withdrawn')) return;
  const below = schools.map(({ org_id }) => org_id);
  const addressed = row.all_schools ? below : below.filter((id) => row.school_ids.includes(id));
  for (const recipient of [orgId, ...addressed]) {
    signal.throwIfAborted();
    if (row.status === 'withdrawn' || row.closed) {
      await takeBack(services, row, recipient);
      continue;
    }
    while (await deliverSome(services, row, recipient)) {
      signal.throwIfAborted();
      await context.keep();
    }
  }
}

export const deliveryJob: JobKind = {
  name: DELIVERY,
  slots: 2,
  leaseMs: LEASE_MS,
  maxAttempts: 5,
  maxCrashes: 5,
  run,
};
