import { systemIn } from '../../../../platform/audit/server/operator.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { isMoreThan } from '../../../../platform/identity/server/queries/memberships.ts';
import { tenantChore } from '../../../../platform/jobs/server/tenant-chore.ts';
import { letGo, removeStrays } from '../../../../platform/media/server/strays.ts';
import { deleteAccounts } from '../../../../platform/resources/server/queries/child-records.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { ITEM } from '../../rules.ts';
import { namesOfKinds } from '../names.ts';
import { countHoldsOf } from '../queries/holds.ts';
import * as store from '../queries/runs.ts';
import { lockAgainstHolds } from '../untouched.ts';

const HOUR_MS = 3_600_000;
const CHUNK = 50;

/**
 * Erases for good what has been in quarantine long enough: each student in a transaction of their own, so that a
 * process that dies loses nothing and repeats nothing.
 *
 * @returns how many students
 */
export async function eraseDue(services: Services, orgId: string, stop?: AbortSignal): Promise<number> {
  const { db, clock, log } = services;
  const tenant = { orgId, userId: null };
  let erased = 0;
  const failed = new Set<string>();
  for (;;) {
    const [due] = await db.read(tenant, [store.dueItems(orgId, nowIso(clock), CHUNK + failed.size)]);
    const next = due.filter(({ run_id, subject_id }) => !failed.has(`${run_id} ${subject_id}`));
    if (next.length === 0) break;
    for (const item of next) {
      stop?.throwIfAborted();
      try {
        erased += Number(await db.transaction(tenant, (tx) => eraseItem(services, tx, orgId, item)));
      } catch (error) {
        failed.add(`${item.run_id} ${item.subject_id}`);
        log.error({ err: error, org_id: orgId, run_id: item.run_id }, 'a student could not be erased after quarantine');
      }
    }
  }
  await db.transaction(tenant, (tx) => tx.run(store.endRuns(orgId, nowIso(clock))));
  return erased;
}

async function eraseItem(
  services: Services,
  tx: Tx,
  orgId: string,
  { run_id: runId, subject_id: childId }: { run_id: string; subject_id: string },
): Promise<boolean> {
  const { clock } = services;
  await lockAgainstHolds(tx, orgId, childId);
  const [item] = await tx.run(store.lockItem(orgId, runId, childId));
  const [holds] = await tx.run(countHoldsOf(orgId, childId));
  if (item?.status !== ITEM.quarantined || (holds?.n ?? 0) > 0) return false;
  const parts = await tx.run(store.quarantinedParts(orgId, runId, childId));
  const people = parts.filter(({ of_table }) => of_table !== 'media_files');
  const objects = await letGo(
    tx,
    { clock },
    orgId,
    parts.map(({ object_key }) => object_key),
  );
  await tx.run(store.eraseQuarantined(runId, childId));
  const alone: string[] = [];
  for (const { of_table, user_id } of people) {
    if (user_id === null) continue;
    const [more] = await tx.run(
      isMoreThan(user_id, orgId, of_table === 'students' ? IDENTITY.student : IDENTITY.parent),
    );
    if (more?.is_more === false) alone.push(user_id);
  }
  if (alone.length > 0) await tx.run(deleteAccounts(alone));
  await tx.run(store.changeItem(orgId, runId, childId, { status: ITEM.erased, at: nowIso(clock) }));
  await audit(tx, systemIn(services, orgId), {
    act: 'erase',
    resource: 'student',
    rowId: childId,
    after: { retention_kinds: namesOfKinds(item.kinds) },
  });
  tx.afterCommit(() => removeStrays(services, orgId, objects));
  return true;
}

export const eraseQuarantined = tenantChore('retention-erase', HOUR_MS, eraseDue);
