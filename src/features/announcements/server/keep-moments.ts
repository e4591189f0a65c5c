import { systemIn } from '../../../platform/audit/server/operator.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import type { RowChore } from '../../../platform/jobs/server/kinds.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { deliverLater } from './deliver.ts';
import { MOMENTS, publishRow } from './publish.ts';
import * as store from './queries/delivery.ts';
import { changeWritten } from './queries/writing.ts';

const AT_ONCE = 50;

/**
 * Publishes what is due, and removes the notices of what is over.
 *
 * @returns when this publisher is due next
 */
export async function keepMoments(tx: Tx, services: Services, orgId: string): Promise<string | undefined> {
  const now = nowIso(services.clock);
  for (const row of await tx.run(store.dueToPublish(orgId, now, AT_ONCE)))
    await publishRow(tx, services, systemIn(services, orgId), row, now, row.published_by ?? row.created_by);
  for (const { announcement_id } of await tx.run(store.dueToClose(orgId, now, AT_ONCE))) {
    await tx.run(changeWritten(orgId, announcement_id, { closed: true }));
    await deliverLater(tx, services, orgId, announcement_id);
  }
  return (await tx.run(store.nextMoment(orgId)))[0]?.at ?? undefined;
}

/** Publication and end of announcements at their time. */
export const momentsChore: RowChore = {
  name: MOMENTS,
  perform: async (tx, services, orgId) => ({ next: await keepMoments(tx, services, orgId) }),
};
