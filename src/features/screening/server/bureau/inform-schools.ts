import { schoolsOf } from '../../../../platform/access/server/queries/school-rows.ts';
import { rightsOfRoles } from '../../../../platform/access/server/rights-of-roles.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import { holdersOf } from '../../../../platform/identity/server/queries/memberships.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { notify, settle } from '../../../notices/server/public.ts';
import { noteSchool, plansOf, type BureauPlan } from '../queries/bureau-plans.ts';

const INFORMING = 'bureau-plan';
const LEASE_MS = 60_000;

/** Notifies the schools of a plan of its state, after the transaction that changes it. */
export async function informLater(tx: Tx, { actor, services: { jobs } }: OrgContext, planId: string): Promise<void> {
  await jobs.add(tx, { kind: INFORMING, orgId: actor.orgId, subject: planId });
  tx.afterCommit(() => jobs.wake(INFORMING));
}

/** The people of a school who may answer a plan. */
async function planners(tx: Tx, { access, clock }: Services, schoolId: string): Promise<string[]> {
  const may = await rightsOfRoles((statements) => tx.batch(statements), access, schoolId);
  const roles = access.grants.rolesIn(ORG_TYPE.school).filter((role) => may(role, 'exam', 'accept'));
  return (await tx.run(holdersOf(schoolId, roles, nowIso(clock)))).map(({ user_id }) => user_id);
}

/** What a school is still to be notified of. */
function due({ status, informed, settled }: BureauPlan, schoolId: string): 'informed' | 'settled' | undefined {
  if (status === 'sent') return informed.includes(schoolId) ? undefined : 'informed';
  return informed.includes(schoolId) && !settled.includes(schoolId) ? 'settled' : undefined;
}

/** Notifies one school in its own tenant: of the plan, or that it is withdrawn; an ended one only leaves the list. */
async function inform(services: Services, plan: BureauPlan, schoolId: string): Promise<void> {
  const subject = { type: 'bureau_plan', id: plan.plan_id } as const;
  await services.db.transaction({ orgId: schoolId, userId: null }, async (tx) => {
    if (plan.status === 'closed') await settle(tx, services, schoolId, subject);
    if (plan.status === 'closed' && plan.withdrawn_at === null) return;
    const kind = plan.status === 'closed' ? 'bureau_recalled' : 'bureau_plan';
    await notify(tx, services, schoolId, await planners(tx, services, schoolId), { kind, subject });
  });
}

/** A run that dies between the notices of a school and its note notifies that school twice, and none not at all. */
async function run(context: JobContext): Promise<void> {
  const { job, services, signal, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const [[plan], schools] = await services.db.read(tenant, [plansOf(orgId, [job.subject]), schoolsOf(orgId)]);
  if (!plan) return;
  for (const { org_id: schoolId } of schools) {
    const list = plan.school_ids.includes(schoolId) ? due(plan, schoolId) : undefined;
    if (!list) continue;
    signal.throwIfAborted();
    await inform(services, plan, schoolId);
    await context.commit((tx) => tx.run(noteSchool(orgId, plan.plan_id, list, schoolId)));
  }
}

export const informingJob: JobKind = {
  name: INFORMING,
  slots: 2,
  leaseMs: LEASE_MS,
  maxAttempts: 5,
  maxCrashes: 5,
  run,
};
