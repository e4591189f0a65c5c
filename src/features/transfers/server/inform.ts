import { rightsOfRoles } from '../../../platform/access/server/rights-of-roles.ts';
import { systemIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { holdersOf } from '../../../platform/identity/server/queries/memberships.ts';
import type { JobKind } from '../../../platform/jobs/server/kinds.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { notify, settle } from '../../notices/server/public.ts';
import { lockPackage, noteInformed } from './queries/received.ts';
import { lockSentPackage, noteTold } from './queries/sent.ts';

const LEASE_MS = 60_000;

/** Adds a job of the other school's tenant to the transaction that it follows from. */
export async function informLater(
  tx: Tx,
  { services: { jobs } }: { services: Pick<Services, 'jobs'> },
  { name }: JobKind,
  { orgId, transferId }: { orgId: string; transferId: string },
): Promise<void> {
  await jobs.add(tx, { kind: name, orgId, subject: transferId });
  tx.afterCommit(() => jobs.wake(name));
}

/** People of a school whose role may do this. */
async function entitled(tx: Tx, { access, clock }: Services, orgId: string, area: string, act: string) {
  const may = await rightsOfRoles((statements) => tx.batch(statements), access, orgId);
  const roles = access.grants.rolesIn(ORG_TYPE.school).filter((role) => may(role, area, act));
  return (await tx.run(holdersOf(orgId, roles, nowIso(clock)))).map(({ user_id }) => user_id);
}

const job = (
  name: string,
  work: (tx: Tx, services: Services, orgId: string, id: string) => Promise<void>,
): JobKind => ({
  name,
  slots: 2,
  leaseMs: LEASE_MS,
  maxAttempts: 5,
  maxCrashes: 5,
  run: async (context) => {
    const { job: one, services, tenant } = context;
    await context.commit((tx) => work(tx, services, tenant.orgId ?? '', one.subject));
  },
});

/** At the receiving school: a package has come in. */
async function informOfArrival(tx: Tx, services: Services, orgId: string, id: string): Promise<void> {
  const [found] = await tx.run(lockPackage(orgId, id));
  if (found?.state !== 'waiting' || found.informed_at !== null) return;
  const people = await entitled(tx, services, orgId, 'transfer/receive', 'accept');
  await notify(tx, services, orgId, people, { kind: 'transfer_arrived', subject: { type: 'transfer', id } });
  await tx.run(noteInformed(orgId, id, nowIso(services.clock)));
  await audit(tx, systemIn(services, orgId), {
    act: 'arrive',
    resource: 'transfer',
    rowId: id,
    rowLabel: found.from_name,
  });
}

/** At the receiving school: a package that it was notified of was taken back. */
async function informOfRecall(tx: Tx, services: Services, orgId: string, id: string): Promise<void> {
  const subject = { type: 'transfer', id } as const;
  const [found] = await tx.run(lockPackage(orgId, id));
  if (found?.state !== 'withdrawn' || found.informed_at === null) return;
  await settle(tx, services, orgId, subject);
  const people = await entitled(tx, services, orgId, 'transfer/receive', 'accept');
  await notify(tx, services, orgId, people, { kind: 'transfer_recalled', subject });
  // A second run finds nobody to notify.
  await tx.run(noteInformed(orgId, id, null));
  await audit(tx, systemIn(services, orgId), {
    act: 'recall',
    resource: 'transfer',
    rowId: id,
    rowLabel: found.from_name,
  });
}

const ANSWER_ACTS: Readonly<Record<string, string>> = { accepted: 'accept', declined: 'turn_back', expired: 'end' };

/** At the sending school: what became of its package. */
async function informOfAnswer(tx: Tx, services: Services, orgId: string, id: string): Promise<void> {
  const [found] = await tx.run(lockSentPackage(orgId, id));
  const act = found && ANSWER_ACTS[found.state];
  if (!found || act === undefined || found.told_at !== null) return;
  const { sent_by, child_id, child_name, to_name } = found;
  const people = await entitled(tx, services, orgId, 'transfer/send', 'send');
  const whom = people.includes(sent_by) ? [sent_by] : people;
  await notify(tx, services, orgId, whom, { kind: 'transfer_answered', subject: { type: 'transfer_answer', id } });
  await tx.run(noteTold(orgId, found.org_id, id, nowIso(services.clock)));
  const entry = { act, resource: 'student', rowId: child_id, rowLabel: child_name, after: { school_name: to_name } };
  await audit(tx, systemIn(services, orgId), entry);
}

export const arrivalJob = job('transfer-arrival', informOfArrival);
export const recallJob = job('transfer-recall', informOfRecall);
export const answerJob = job('transfer-answer', informOfAnswer);
