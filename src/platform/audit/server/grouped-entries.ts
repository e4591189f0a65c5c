import type { Database, Tx } from '../../db/server/database.ts';
import { isConnectionLost, isStorageFull, isTimeout } from '../../db/server/errors.ts';
import type { Ledger, LoggedEntry } from './ledger.ts';
import { addEntries, audit, loggedEntry, type AuditEntry, type Auditor } from './queries/audit-logs.ts';

/** Appends log entries that belong to no change, such as those of reads. */
export interface EntryLog {
  /**
   * Returns after the entry's commit.
   *
   * @throws AppError PSY_AUDIT_UNAVAILABLE, or a database error
   */
  append(ctx: Auditor, entry: AuditEntry): Promise<void>;
  /** The log for work inside a running transaction: the entries are part of it. */
  within(tx: Tx): EntryLog;
}

declare module '../../context/server/services.ts' {
  interface Services {
    entryLog: EntryLog;
  }
}

/** Entries of one transaction; bounds its size and the time that each waits. */
const GROUP_SIZE = 200;

interface Waiting {
  readonly entry: LoggedEntry;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Entries of one organisation that arrive while a commit is under way share the next one. Each would otherwise wait for
 * all others, because the head of the organisation's chain is locked until the commit.
 */
class GroupedEntries implements EntryLog {
  readonly #parts: { db: Database; ledger: Ledger };
  /** Organisations with a commit under way, and the entries that wait for the next one. */
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(parts: { db: Database; ledger: Ledger }) {
    this.#parts = parts;
  }

  async append(ctx: Auditor, entry: AuditEntry): Promise<void> {
    // Refused here, so that only this caller fails and not the group.
    this.#parts.db.assertOutside();
    const logged = loggedEntry(ctx, entry);
    await new Promise<void>((resolve, reject) => {
      const one = { entry: logged, resolve, reject };
      const waiting = this.#waiting.get(logged.org_id);
      if (waiting) waiting.push(one);
      else {
        this.#waiting.set(logged.org_id, [one]);
        void this.#commitAll(logged.org_id);
      }
    });
  }

  within(tx: Tx): EntryLog {
    return { append: (ctx, entry) => audit(tx, ctx, entry), within: (inner) => this.within(inner) };
  }

  /** Commits group after group until no entry of the organisation waits. It never rejects. */
  async #commitAll(orgId: string): Promise<void> {
    const waiting = this.#waiting.get(orgId) ?? [];
    while (waiting.length > 0) await this.#commitGroup(orgId, waiting.splice(0, GROUP_SIZE));
    this.#waiting.delete(orgId);
  }

  async #commitGroup(orgId: string, group: readonly Waiting[]): Promise<void> {
    const { db, ledger } = this.#parts;
    const entries = group.map(({ entry }) => entry);
    try {
      await db.transaction({ orgId, userId: null }, async (tx) => addEntries(tx, ledger, orgId, entries));
    } catch (error) {
      // One entry that the database refuses must not fail the requests of others.
      if (group.length > 1 && !isOutage(error)) for (const one of group) await this.#commitGroup(orgId, [one]);
      else for (const { reject } of group) reject(error);
      return;
    }
    for (const { resolve } of group) resolve();
  }
}

/** Whether the database is unavailable, so that another entry would fail in the same way. */
const isOutage = (error: unknown) => isConnectionLost(error) || isTimeout(error) || isStorageFull(error);

export const createEntryLog = (parts: { db: Database; ledger: Ledger }): EntryLog => new GroupedEntries(parts);
