import type { Services } from '../../context/server/services.ts';
import type { Tenant, Tx } from '../../db/server/database.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import type { JobRequest } from './jobs.ts';
import { LeaseLost, type Job, type JobContext } from './kinds.ts';
import { keepLease, requestOf } from './queries.ts';

/** The jobs table belongs to no tenant. */
export const NO_TENANT: Tenant = { orgId: null, userId: null };

/** One run of a job under its lease. */
export class JobRun implements JobContext {
  readonly services: Services;
  readonly job: Job;
  readonly lease: string;
  readonly leaseMs: number;
  readonly tenant: Tenant;
  readonly #stopping = new AbortController();
  #progress = 0;
  #lost = false;

  constructor(services: Services, job: Job, { lease, leaseMs }: { lease: string; leaseMs: number }) {
    this.services = services;
    this.job = job;
    this.lease = lease;
    this.leaseMs = leaseMs;
    this.tenant = { orgId: job.tenant, userId: null };
  }

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  get isLost(): boolean {
    return this.#lost;
  }

  stop(): void {
    this.#stopping.abort();
  }

  loseLease(): void {
    this.#lost = true;
    this.#stopping.abort();
  }

  async request(): Promise<JobRequest> {
    const { job_id, tenant } = this.job;
    const [[found]] = await this.services.db.read(this.tenant, [requestOf(tenant ?? '', job_id)]);
    if (!found) throw new Error(`job ${job_id} was added without a request`);
    return found.request;
  }

  progress(done: number): void {
    this.#progress = done;
  }

  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.services.db.transaction(this.tenant, (tx) => {
      this.guard(tx);
      return work(tx);
    });
  }

  // Runs last, so that the row is locked only during the commit and a renewal does not wait for the batch.
  guard(tx: Tx): void {
    tx.beforeCommit({
      statements: async (last) => {
        this.#require(await last.run(this.#renewal()));
        return [];
      },
    });
  }

  async keep(): Promise<void> {
    const [kept] = await this.services.db.write(NO_TENANT, [this.#renewal()]);
    this.#require(kept);
  }

  #renewal() {
    const until = isoTime(this.services.clock.now() + this.leaseMs);
    return keepLease(this.job.job_id, this.lease, until, this.#progress);
  }

  #require(kept: number): void {
    if (kept > 0) return;
    this.loseLease();
    throw new LeaseLost();
  }
}
