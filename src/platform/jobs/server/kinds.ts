import type { Services } from '../../context/server/services.ts';
import type { Tenant, Tx } from '../../db/server/database.ts';
import type { JobRequest } from './jobs.ts';

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** Its background work. */
    jobs?: readonly (JobKind | RowChore)[];
  }
}

/** The job that a run works on. */
export interface Job {
  job_id: string;
  kind: string;
  /** Null: a chore of the whole installation. */
  tenant: string | null;
  subject: string;
  /** Runs before this one that ended with an error. */
  attempts: number;
  /** Runs before this one whose process died. */
  crashes: number;
}

/** What a run works with. */
export interface JobContext {
  readonly services: Services;
  readonly job: Job;
  /** The job's tenant. */
  readonly tenant: Tenant;
  /** Aborted when the process stops and when the lease is lost. A run that throws after that is not counted. */
  readonly signal: AbortSignal;
  /** The request that the job was added with. @throws Error where it had none */
  request(): Promise<JobRequest>;
  /** Records the progress; it is stored with the next batch. */
  progress(done: number): void;
  /**
   * Runs a batch in a transaction of the job's tenant.
   *
   * @throws LeaseLost where another process has taken the job over: nothing is committed
   */
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Makes the commit of a transaction depend on the lease, like `commit`. Call it first in the transaction. */
  guard(tx: Tx): void;
  /** Renews the lease between steps that commit nothing. @throws LeaseLost */
  keep(): Promise<void>;
}

/** A kind of job that runs outside of its claim, under a lease. */
export interface JobKind {
  name: string;
  /** Runs of this kind at a time in one process. One tenant gets at most all but one of them, and at least one. */
  slots: number;
  /** How long a process may be silent before others take its job over; milliseconds. */
  leaseMs: number;
  /** Maximum number of runs that end with an error. */
  maxAttempts: number;
  /** Maximum number of runs whose process dies. */
  maxCrashes: number;
  /** A recurring chore of the installation: the time from one run's end to the next; milliseconds. */
  everyMs?: number;
  /**
   * Does the work, or the rest of it. Must be safe to run again after a run that did not end.
   *
   * @returns `again` to leave the rest to another run, after the jobs of other tenants that wait; a time (ISO) to run
   *   again then
   */
  run(context: JobContext): Promise<'again' | { at: string } | void>;
  /** Ends the work of a job that is given up, for users who wait for it. @param error undefined where processes died */
  giveUp?(context: JobContext, error?: unknown): Promise<void>;
}

/**
 * A chore of tenants whose effect is rows: the claim and the effect are one transaction, so that the effect happens
 * exactly once. `dueBy` says when a tenant is due next.
 */
export interface RowChore {
  name: string;
  /** @returns when the tenant is due next (ISO), and what follows outside of the transaction once it is committed */
  perform(
    tx: Tx,
    services: Services,
    orgId: string,
  ): Promise<{ next: string | undefined; afterCommit?: () => Promise<void> }>;
}

export const isRowChore = (kind: JobKind | RowChore): kind is RowChore => 'perform' in kind;

/** Another process has taken the job over: this run must write nothing more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
  constructor() {
    super('the job was taken over by another process');
  }
}
