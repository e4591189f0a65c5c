import { systemIn } from '../../../../platform/audit/server/operator.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { isMoreThan } from '../../../../platform/identity/server/queries/memberships.ts';
import { endSessionsOfUsers } from '../../../../platform/identity/server/queries/sessions.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { removeStrays } from '../../../../platform/media/server/strays.ts';
import {
  guardiansOnlyOf,
  leavingOf,
  lockCountsOfChild,
} from '../../../../platform/resources/server/queries/child-records.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { removeFilesAbout } from '../../../exports/server/public.ts';
import { isAtSchool } from '../../../students/public.ts';
import { lockStudent } from '../../../students/server/public.ts';
import { ITEM, PART_KINDS, TABLES } from '../../rules.ts';
import { namesOfKinds } from '../names.ts';
import * as store from '../queries/runs.ts';
import { blockersOf } from '../queries/students.ts';
import { lockAgainstHolds } from '../untouched.ts';

/** Kind of the job that moves an approved list into quarantine. */
export const MOVING = 'retention-quarantine';

/** Moves the students of an approved list one by one. A process that dies loses nothing: the next one goes on. */
async function run(context: JobContext): Promise<void> {
  const { services, job, tenant } = context;
  const orgId = tenant.orgId ?? '';
  for (let more = true; more;) {
    context.signal.throwIfAborted();
    more = await context.commit((tx) => moveNext(services, tx, orgId, job.subject));
  }
  await context.commit((tx) => tx.run(store.endRuns(orgId, nowIso(services.clock))));
}

/** @returns false when nobody is left */
async function moveNext(services: Services, tx: Tx, orgId: string, runId: string): Promise<boolean> {
  const [item] = await tx.run(store.nextToMove(orgId, runId));
  if (!item) return false;
  const { subject_id: childId, kinds } = item;
  const at = nowIso(services.clock);
  await lockAgainstHolds(tx, orgId, childId);
  await tx.run(lockCountsOfChild(childId));
  const [student] = await tx.run(lockStudent(orgId, childId));
  const [now] = await tx.run(blockersOf(orgId, childId, at));
  const blockers = (now?.blockers ?? []).filter((one) => one !== 'quarantine');
  const returned = !student || isAtSchool(student.study_status);
  if (returned || blockers.length > 0) {
    const why = returned ? (['returned'] as const) : blockers;
    await tx.run(store.changeItem(orgId, runId, childId, { status: ITEM.untouched, why, at }));
    return true;
  }
  const total = await quarantine(services, tx, orgId, { runId, childId, kinds, at });
  await tx.run(store.changeItem(orgId, runId, childId, { status: ITEM.quarantined, total, at }));
  // The entry contains no name, because it outlives the data.
  await audit(tx, systemIn(services, orgId), {
    act: 'quarantine',
    resource: 'student',
    rowId: childId,
    after: { total, retention_kinds: namesOfKinds(kinds) },
  });
  return true;
}

/**
 * Takes the rows out of all tables, and packed files with data of the student. With the whole record, the person's
 * sessions end too.
 */
async function quarantine(
  services: Services,
  tx: Tx,
  orgId: string,
  { runId, childId, kinds, at }: { runId: string; childId: string; kinds: readonly string[]; at: string },
): Promise<number> {
  const { access, sessions } = services;
  const packed = await removeFilesAbout(tx, services, orgId, childId);
  const parts = PART_KINDS.filter((kind) => kinds.includes(kind));
  const whole = kinds.includes('record');
  const ended = whole ? await endSessions(tx, orgId, childId, at) : [];
  const tables = whole ? null : parts.flatMap((kind) => TABLES[kind]);
  const [moved] = await tx.run(store.quarantineChild(runId, childId, tables, !whole && parts.includes('answers')));
  tx.afterCommit(async () => {
    await access.invalidateOrg(orgId);
    await sessions.publishEnded(ended);
    await removeStrays(services, orgId, packed);
  });
  return moved?.n ?? 0;
}

async function endSessions(tx: Tx, orgId: string, childId: string, at: string) {
  const [guardians, [student]] = await tx.batch([guardiansOnlyOf(orgId, childId), leavingOf(orgId, childId)]);
  const people = [
    ...guardians.map(({ user_id }) => [user_id, IDENTITY.parent] as const),
    [student?.user_id ?? null, IDENTITY.student] as const,
  ];
  const alone: string[] = [];
  for (const [userId, identity] of people) {
    if (userId === null) continue;
    const [more] = await tx.run(isMoreThan(userId, orgId, identity));
    if (more?.is_more === false) alone.push(userId);
  }
  return alone.length > 0 ? tx.run(endSessionsOfUsers(alone, at)) : [];
}

export const moveRun: JobKind = {
  name: MOVING,
  slots: 1,
  leaseMs: 60_000,
  maxAttempts: 20,
  maxCrashes: 20,
  run,
};
