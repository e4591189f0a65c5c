import type { Caller, Services } from '../context.ts';
import type { Tx } from './db/database.ts';
import { qb } from './db/query-builder.ts';
import { newId } from './ids.ts';

/** Who did what to which row; rows are added and never changed. */
export interface AuditLogsTable {
  org_id: string;
  log_id: string;
  at: string;
  user_id: string;
  role_id: number | null;
  act: string;
  resource: string;
  row_id: string;
  row_label: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  request_id: string | null;
}
declare module './tables.ts' {
  interface Tables { audit_logs: AuditLogsTable }
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

/** Who acts, as which role, and in which organisation's log it stands. */
export interface Auditor {
  services: Pick<Services, 'clock'>;
  caller: Pick<Caller, 'userId'>;
  actor: { orgId: string; roleId: number | null };
  address: string | null;
  requestId: string | null;
}

/** Writes entries in the transaction of the change itself, so that neither is there without the other. */
export async function audit(tx: Tx, call: Auditor, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { services: { clock }, caller, actor, address, requestId } = call;
  const at = new Date(clock.now()).toISOString();
  await tx.run(qb.insertInto('audit_logs').values(entries.map((entry) => ({
    org_id: actor.orgId, log_id: newId(clock), at, user_id: caller.userId, role_id: actor.roleId,
    act: entry.act, resource: entry.resource, row_id: entry.rowId, row_label: entry.rowLabel ?? null,
    before: entry.before ?? null, after: entry.after ?? null, address, request_id: requestId,
  }))));
}
