import { rightsOfRoles } from '../../../../platform/access/server/rights-of-roles.ts';
import { OPEN } from '../../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import { holdersOf } from '../../../../platform/identity/server/queries/memberships.ts';
import type { JobContext, JobKind } from '../../../../platform/jobs/server/kinds.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { notify, settle } from '../../../notices/server/public.ts';
import { plansOf, type BureauPlan } from '../queries/bureau-plans.ts';

const ANSWERING = 'bureau-answer';
const LEASE_MS = 60_000;

/** Notifies the institution that a school has answered its plan, after the school's transaction: two tenants. */
export async function informInstitution(tx: Tx, { services: { jobs } }: OrgContext, plan: BureauPlan): Promise<void> {
  await jobs.add(tx, { kind: ANSWERING, orgId: plan.org_id, subject: plan.plan_id });
  tx.afterCommit(() => jobs.wake(ANSWERING));
}

/** The person who sent the plan, while they may still open it; else everyone who may. */
async function recipients(tx: Tx, { access, clock }: Services, { org_id, sent_by }: BureauPlan): Promise<string[]> {
  const may = await rightsOfRoles((statements) => tx.batch(statements), access, org_id);
  const roles = access.grants.rolesIn(ORG_TYPE.institution).filter((role) => may(role, 'screening/bureau', OPEN));
  const holders = (await tx.run(holdersOf(org_id, roles, nowIso(clock)))).map(({ user_id }) => user_id);
  return sent_by !== null && holders.includes(sent_by) ? [sent_by] : holders;
}

/** One unread notice for a plan, however many schools answer before it is read. */
async function run(context: JobContext): Promise<void> {
  const { job, services, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const subject = { type: 'bureau_answer', id: job.subject } as const;
  const [[plan]] = await services.db.read(tenant, [plansOf(orgId, [job.subject])]);
  if (!plan) return;
  await context.commit(async (tx) => {
    await settle(tx, services, orgId, subject);
    await notify(tx, services, orgId, await recipients(tx, services, plan), { kind: 'bureau_answered', subject });
  });
}

export const answeringJob: JobKind = {
  name: ANSWERING,
  slots: 2,
  leaseMs: LEASE_MS,
  maxAttempts: 5,
  maxCrashes: 5,
  run,
};
