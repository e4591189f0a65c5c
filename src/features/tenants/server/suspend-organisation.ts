import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import { PLATFORM_ORG } from '../../../platform/context/server/platform-org.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORG_TOPIC, SESSION_TOPIC } from '../../../platform/identity/server/revocation.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { operatorAuditor, withPlatformEntry, type Operator } from './platform-log.ts';
import { endSessionsOf, lockTenant, organisationOf, setSuspended } from './queries/organisations.ts';
import { withdrawProposal } from './queries/tasks.ts';
import { hasOpenWork, readOpenWork, type OpenWork } from './read-open-work.ts';
import { requireNoTask } from './tasks/require-no-task.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'state'>;

export interface Suspension {
  reason: string;
  /** The operator has arranged who looks after the students of open warnings and cases. */
  confirmsOpenCases: boolean;
}

const RESOURCE = 'organisation';
const tenantOf = (orgId: string) => ({ orgId, userId: null });

async function nameOf({ db }: Pick<Services, 'db'>, orgId: string): Promise<string> {
  const [[org]] = await db.read(tenantOf(orgId), [organisationOf(orgId)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  return org.org_name;
}

/**
 * Suspends an organisation: its people are signed out and cannot sign in, its jobs rest, its data stay. Open warnings
 * and cases must be confirmed, because their escalation rests too; their numbers stand in both logs.
 *
 * @throws AppError PSY_OPEN_CASES; PSY_TENANT_STATE where it is suspended already
 */
export async function suspendOrganisation(
  parts: Parts,
  by: Operator,
  orgId: string,
  { reason, confirmsOpenCases }: Suspension,
): Promise<{ open: OpenWork; sessions: number }> {
  const { db, clock, state } = parts;
  const rowLabel = await nameOf(parts, orgId);
  const open = await readOpenWork(parts, orgId);
  if (hasOpenWork(open) && !confirmsOpenCases) throw new AppError('PSY_OPEN_CASES');
  const entry = {
    act: 'suspend',
    resource: RESOURCE,
    rowId: orgId,
    rowLabel,
    after: { reason, open_warnings: open.warnings.length, open_cases: open.cases.length },
  };
  const ended = await withPlatformEntry(parts, by, entry, () =>
    db.transaction(tenantOf(orgId), async (tx) => {
      const [tenant] = await tx.run(lockTenant(orgId));
      if (!tenant || tenant.suspended_at !== null) throw new AppError('PSY_TENANT_STATE');
      const at = nowIso(clock);
      await tx.run(setSuspended(orgId, { at, reason }));
      const sessions = await tx.run(endSessionsOf(orgId, at));
      await audit(tx, operatorAuditor(parts, by, orgId), entry);
      return sessions;
    }),
  );
  await state.publish(ORG_TOPIC, orgId);
  for (const { session_id } of ended) await state.publish(SESSION_TOPIC, session_id);
  return { open, sessions: ended.length };
}

/**
 * Resumes the service of an organisation. What became due meanwhile, such as the next step of an escalation, is done
 * within seconds. A proposal to erase it is withdrawn: it was made about another state.
 *
 * @throws AppError PSY_TENANT_STATE where it is not suspended; PSY_TENANT_TASK while it is exported or erased
 */
export async function resumeOrganisation(
  parts: Parts,
  by: Operator,
  orgId: string,
  reason: string,
): Promise<{ open: OpenWork }> {
  const { db, clock } = parts;
  await requireNoTask(parts, orgId);
  const entry = {
    act: 'resume',
    resource: RESOURCE,
    rowId: orgId,
    rowLabel: await nameOf(parts, orgId),
    after: { reason },
  };
  await withPlatformEntry(parts, by, entry, () =>
    db.transaction(tenantOf(orgId), async (tx) => {
      const [tenant] = await tx.run(lockTenant(orgId));
      if (!tenant || tenant.suspended_at === null) throw new AppError('PSY_TENANT_STATE');
      await tx.run(setSuspended(orgId, null));
      await audit(tx, operatorAuditor(parts, by, orgId), entry);
    }),
  );
  await db.write(tenantOf(PLATFORM_ORG), [withdrawProposal(orgId, 'resumed', nowIso(clock))]);
  await parts.state.publish(ORG_TOPIC, orgId);
  return { open: await readOpenWork(parts, orgId) };
}
