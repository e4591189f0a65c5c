import type { Tx } from '../../db/server/database.ts';

/** Work to be done once, after the transaction that adds it. */
export interface NewJob {
  kind: string;
  orgId: string;
  /** Id of what it works on, within its tenant. At most one job of a kind is open for a subject. */
  subject: string;
  /** Who asked, and of what: kept in a table of the tenant until the job has ended. */
  request?: unknown;
}

/** The durable jobs of this process. */
export interface Jobs {
  /** Adds a job in the transaction of the change that it follows from. Call `wake` after the commit. */
  add(tx: Tx, job: NewJob): Promise<void>;
  /** Starts jobs of a kind that are due, in this process and at once. Other processes find them by polling. */
  wake(kind: string): void;
  /** Takes over what dead processes left, adds the recurring chores and polls until `close`. */
  start(): Promise<void>;
  /** Resolves when this process has nothing under way. */
  idle(): Promise<void>;
  /** Does everything that is due now, recurring chores included, and waits for it. */
  runDue(): Promise<void>;
  /** Does a recurring chore now, due or not, and waits for it. */
  runNow(kind: string): Promise<void>;
  /** Claims nothing more. What is under way goes on. */
  pause(): void;
  /** Stops what is under way, releases it for other processes, and waits until that is written. */
  close(): Promise<void>;
}
