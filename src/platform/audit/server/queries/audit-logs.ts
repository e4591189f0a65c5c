import type { Services } from '../../../context/server/context.ts';
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
import type { LoggedEntry } from '../ledger.ts';
import { chained } from './audit-chain.ts';

/** Who did what to which row; rows are added and never changed. */
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
  /** What people call the row, kept since the row may be gone. */
  rowLabel?: string | null;
  /** The row, or the fields that changed; absent where there was none. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
}

/**
 * Who acts, as which role, and in which organisation's log it stands. The product itself has no role, no address and no
 * request.
 */
export interface Auditor {
  services: Pick<Services, 'clock' | 'ledger'>;
  caller: { userId: string };
  actor: { orgId: string; roleId: number | null };
  address: string | null;
  requestId: string | null;
}

/**
 * What others did meanwhile, or a database that is away, is what it is everywhere. @returns what to tell where an entry
 * cannot be written
 */
const notWritten = (error: unknown): unknown =>
  isConnectionLost(error) ||
  isTimeout(error) ||
  isStorageFull(error) ||
  isUniqueViolation(error) ||
  isForeignKeyViolation(error)
    ? error
    : new AppError('PSY_AUDIT_UNAVAILABLE', { cause: error });

/** Entries of transactions under way. */
const waiting = new WeakMap<Tx, LoggedEntry[]>();

/**
 * Writes entries in the transaction of the change itself, so that neither is there without the other. They join the
 * organisation's chain when all else is done: its head is held for no longer than the commit, and whoever waits for it
 * holds nothing that somebody else before it wants.
 */
export async function audit(tx: Tx, ctx: Auditor, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const {
    services: { clock, ledger },
    caller,
    actor: { orgId, roleId },
    address,
    requestId,
  } = ctx;
  const at = nowIso(clock);
  let all = waiting.get(tx);
  if (!all) {
    const mine: LoggedEntry[] = (all = []);
    waiting.set(tx, all);
    tx.beforeCommit({ statements: () => chained(tx, ledger, orgId, mine), mapError: notWritten });
  }
  all.push(
    ...entries.map((entry) => ({
      org_id: orgId,
      log_id: newId(clock),
      at,
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
    })),
  );
}
