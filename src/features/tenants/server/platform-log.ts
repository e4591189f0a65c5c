import { audit, type AuditEntry, type Auditor } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PLATFORM_ORG } from '../../../platform/context/server/platform-org.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { JobContext } from '../../../platform/jobs/server/kinds.ts';

/** Who acts on organisations: an operator's account, or a user of the server (`server:root`). */
export interface Operator {
  userId: string;
  address: string | null;
  requestId: string | null;
}

/** The operator who sent a request. */
export const operatorIn = ({ caller, address, requestId }: OrgContext): Operator => ({
  userId: caller.userId,
  address,
  requestId,
});

/** The operator who requested a job. */
export async function operatorOfJob(context: JobContext): Promise<Operator> {
  const { requester } = await context.request();
  return { userId: requester.user_id, address: requester.address, requestId: requester.request_id };
}

/** The operator at a terminal of the server. */
export const terminalOperator = (systemUser: string): Operator => ({
  userId: `server:${systemUser}`,
  address: null,
  requestId: null,
});

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events'>;

/** Auditor for an act of an operator, in the log of an organisation or of the platform. */
export const operatorAuditor = (
  { clock, ledger, events }: Omit<Parts, 'db'>,
  { userId, address, requestId }: Operator,
  orgId: string,
): Auditor => ({
  services: { clock, ledger, events },
  caller: { userId },
  actor: { orgId, roleId: null },
  address,
  requestId,
});

/** Writes an entry into the platform's chain, in a transaction of its own. */
export const logPlatform = (parts: Parts, by: Operator, entry: AuditEntry): Promise<void> =>
  parts.db.transaction({ orgId: PLATFORM_ORG, userId: null }, (tx) =>
    audit(tx, operatorAuditor(parts, by, PLATFORM_ORG), entry),
  );

/**
 * Does something to an organisation. The entry is in the platform's chain before the change, so that no change is
 * missing there; a second one says where it failed.
 */
export async function withPlatformEntry<T>(
  parts: Parts,
  by: Operator,
  entry: AuditEntry,
  change: () => Promise<T>,
): Promise<T> {
  await logPlatform(parts, by, entry);
  try {
    return await change();
  } catch (error) {
    await logPlatform(parts, by, { ...entry, before: null, after: { failed: true } });
    throw error;
  }
}
