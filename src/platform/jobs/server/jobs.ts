import type { ServiceGrant } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** Work that outlives its request. */
    jobs: Jobs;
  }
}

/** The requester of a job, stored with it: a process that never saw the request runs it with the same rights. */
export interface Requester {
  user_id: string;
  session_id: string;
  chain_id: string;
  /** The app that signed in, and the one that sent the request. */
  signed_in_with: 'web' | 'mobile';
  app_kind: 'web' | 'mobile';
  org_type: number;
  role_id: number;
  request_id: string;
  address: string;
  device: string;
  /** Whether the request carried a valid second-step token. */
  verified: boolean;
  /** The grant of a service account. */
  service?: ServiceGrant;
}

/** The requester of a job, and its parameters. Kept in a table of the tenant until the job has ended. */
export interface JobRequest {
  requester: Requester;
  /** Rows that the job is about, where its subject does not say it. */
  ids?: readonly string[];
}

/** Work to be done once, after the transaction that adds it. */
export interface NewJob {
  kind: string;
  orgId: string;
  /** Id of what it works on, within its tenant. At most one job of a kind is open for a subject. */
  subject: string;
  request?: JobRequest;
}

/** The durable jobs of this process. */
export interface Jobs {
  /** Adds a job in the transaction of the change that it follows from. Register `wake` with `tx.afterCommit`. */
  add(tx: Tx, job: NewJob): Promise<void>;
  /** Starts jobs of a kind that are due, in this process and at once. Other processes find them by polling. */
  wake(kind: string): void;
  /** Takes over the jobs of dead processes, adds the recurring chores and polls until `close`. */
  start(): Promise<void>;
  /** Resolves when no job runs in this process. */
  idle(): Promise<void>;
  /** Runs everything that is due now, recurring chores included, and waits for it. */
  runDue(): Promise<void>;
  /** Runs a recurring chore now, due or not, and waits for it. */
  runNow(kind: string): Promise<void>;
  /** Stops claiming jobs; running jobs continue. */
  pause(): void;
  /** Stops running jobs, releases them for other processes, and waits until that is stored. */
  close(): Promise<void>;
}
