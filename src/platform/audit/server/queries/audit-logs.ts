import type { Services } from '../../../context/server/services.ts';
import type { Tx } from '../../../db/server/database.ts';
import {
  isConnectionLost,
  isStorageFull,
  isTimeout,
  isUniqueViolation,
  isForeignKeyViolation,
} from '../../../db/server/errors.ts';
import { newId } from '../../../db/server/ids.ts';
import { AppError } from '../../../errors/app-error.ts';
import { nowIso } from '../../../runtime/server/clock.ts';
import type { Ledger, LoggedEntry } from '../ledger.ts';
import { chainExtension } from './audit-chain.ts';

/** Audit log: who did what to which row. Append-only. */
export interface AuditLogsTable extends LoggedEntry {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}
declare module '../../../db/server/tables.ts' {
  interface Tables {
    audit_logs: AuditLogsTable;
  }
}

/** One change of one row. */
export interface AuditEntry {
  /** `audit_act` of `schemas/enums.json`. */
  act: string;
  resource: string;
  rowId: string;
  /** Display name of the row, stored because the row may be deleted later. */
  rowLabel?: string | null;
  /** The row or its changed fields; absent when the row did not exist. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/** Actor, role and organisation of a log entry. The system itself has no role, address or request. */
export interface Auditor {
  services: Pick<Services, 'clock' | 'ledger' | 'events'>;
  caller: { userId: string };
  actor: { orgId: string; roleId: number | null };
  address: string | null;
  requestId: string | null;
}

/**
 * Maps errors of the commit to PSY_AUDIT_UNAVAILABLE, except those that callers handle: a lost connection, a timeout, a
 * full disk, or a conflict with a concurrent change.
 */
const toAuditError = (error: unknown): unknown =>
  isConnectionLost(error) ||
  isTimeout(error) ||
  isStorageFull(error) ||
  isUniqueViolation(error) ||
  isForeignKeyViolation(error)
    ? error
    : new AppError('PSY_AUDIT_UNAVAILABLE', { cause: error });

/** Entries of open transactions. */
const pending = new WeakMap<Tx, LoggedEntry[]>();

/** The entry with its time, actor and request. */
export function loggedEntry(ctx: Auditor, entry: AuditEntry): LoggedEntry {
  const {
    services: { clock },
    caller,
    actor: { orgId, roleId },
    address,
    requestId,
  } = ctx;
  return {
    org_id: orgId,
    log_id: newId(clock),
    at: nowIso(clock),
    user_id: caller.userId,
    role_id: roleId,
    act: entry.act,
    resource: entry.resource,
    row_id: entry.rowId,
    row_label: entry.rowLabel ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    address,
    request_id: requestId,
  };
}

/**
 * Adds entries of one organisation to a transaction. They are appended to the organisation's chain just before the
 * commit, which keeps the lock on its head short and avoids deadlocks.
 */
export function addEntries(tx: Tx, ledger: Ledger, orgId: string, entries: readonly LoggedEntry[]): void {
  if (entries.length === 0) return;
  const earlier = pending.get(tx);
  if (earlier) {
    earlier.push(...entries);
    return;
  }
  const all = [...entries];
  pending.set(tx, all);
  tx.extendLast({ ...chainExtension(ledger, orgId, all), mapError: toAuditError });
}

/** Adds entries to the transaction of the change, so that both commit or neither. */
export async function audit(tx: Tx, ctx: Auditor, ...entries: readonly AuditEntry[]): Promise<void> {
  const logged = entries.map((entry) => loggedEntry(ctx, entry));
  addEntries(tx, ctx.services.ledger, ctx.actor.orgId, logged);
  ctx.services.events.note(tx, ctx.actor.orgId, entries);
}
