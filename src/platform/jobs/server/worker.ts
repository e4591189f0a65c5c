import type { Services } from '../../context/server/services.ts';
import type { Tx } from '../../db/server/database.ts';
import { newId } from '../../db/server/ids.ts';
import { isoTime, nowIso } from '../../runtime/server/clock.ts';
import { JobRun, NO_TENANT } from './job-run.ts';
import type { Jobs, NewJob } from './jobs.ts';
import { isRowChore, LeaseLost, type JobKind, type RowChore } from './kinds.ts';
import * as store from './queries.ts';
import { QUIET_START_MS, QuietStart } from './quiet-start.ts';

const POLL_MS = 5000;
/** Shorter than every lease by a factor of three. */
const BEAT_MS = 5000;
/** Delay before a job runs again after an error: five seconds, four times longer after each further error. */
const RETRY_MS = 5000;
const RETRY_MAX_MS = 10 * 60_000;
/** Tenants whose chore is performed in one pass at most; the next pass follows with the next poll. */
const PASS_MAX = 500;
/** Tenants that a process remembers to have served. */
const SERVED_MAX = 1000;

/** When a job that ended without an error runs again; undefined where it is done. */
function nextRun({ everyMs }: JobKind, rest: Awaited<ReturnType<JobKind['run']>>, now: number): number | undefined {
  if (rest === 'again') return now;
  if (rest !== undefined) return Date.parse(rest.at);
  return everyMs === undefined ? undefined : now + everyMs;
}

export interface WorkerOptions {
  pollMs?: number;
  beatMs?: number;
  /** How long seldom chores wait after the start. */
  quietStartMs?: number;
}

/** Claims jobs of the kinds that the product declares and runs them, so many of each kind at a time. */
export class Worker implements Jobs {
  readonly #kinds: readonly JobKind[];
  readonly #chores: readonly RowChore[];
  readonly #services: Services;
  readonly #options: Required<WorkerOptions>;
  readonly #runs = new Map<JobRun, JobKind>();
  readonly #busy = new Set<Promise<void>>();
  readonly #claiming = new Map<string, { again: boolean }>();
  readonly #passing = new Set<string>();
  readonly #served: string[] = [];
  #polling: NodeJS.Timeout | undefined;
  #beating: NodeJS.Timeout | undefined;
  readonly #quietStart = new QuietStart();
  #paused = false;
  #closed = false;

  constructor(kinds: readonly (JobKind | RowChore)[], services: Omit<Services, 'jobs'>, options: WorkerOptions = {}) {
    this.#kinds = kinds.filter((kind): kind is JobKind => !isRowChore(kind));
    this.#chores = kinds.filter(isRowChore);
    this.#services = { ...services, jobs: this };
    this.#options = { pollMs: POLL_MS, beatMs: BEAT_MS, quietStartMs: QUIET_START_MS, ...options };
  }

  async add(tx: Tx, { kind, orgId, subject, request }: NewJob): Promise<void> {
    const { clock } = this.#services;
    const job_id = newId(clock);
    await tx.batch([
      ...store.insertJob({ job_id, kind, tenant: orgId, subject }, nowIso(clock)),
      ...(request === undefined ? [] : [store.insertRequest(orgId, job_id, request)]),
    ]);
  }

  wake(name: string): void {
    const kind = this.#kinds.find((one) => one.name === name);
    if (!kind) throw new Error(`no kind of job is called ${name}`);
    this.#track(this.#claimAll(kind));
  }

  async start(): Promise<void> {
    const { db, clock } = this.#services;
    // The embedded engine admits one process at a time, so all earlier lease holders are gone.
    if (db.kind === 'embedded') await db.write(NO_TENANT, [store.endLeases(nowIso(clock))]);
    await this.#addChores();
    this.#quietStart.begin(this.#options.quietStartMs);
    const poll = () => this.#track(this.#poll());
    poll();
    this.#polling = setInterval(poll, this.#options.pollMs).unref();
  }

  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy);
  }

  async runDue(): Promise<void> {
    await this.#addChores();
    for (const chore of this.#chores) await this.#pass(chore);
    for (const { name } of this.#kinds) this.wake(name);
    await this.idle();
  }

  async runNow(name: string): Promise<void> {
    const { db, clock } = this.#services;
    await this.#addChores();
    await db.write(NO_TENANT, [store.choreDue(name, nowIso(clock))]);
    this.wake(name);
    await this.idle();
  }

  pause(): void {
    this.#paused = true;
    clearInterval(this.#polling);
  }

  async close(): Promise<void> {
    this.pause();
    this.#closed = true;
    for (const run of this.#runs.keys()) run.stop();
    await this.idle();
    clearInterval(this.#beating);
  }

  /** A failed poll is only logged, because the next poll tries again. */
  #track(work: Promise<void>): void {
    const busy = work
      .catch((error: unknown) => this.#services.log.error({ err: error }, 'jobs could not be looked for'))
      .finally(() => this.#busy.delete(busy));
    this.#busy.add(busy);
  }

  async #addChores(): Promise<void> {
    const { db, clock } = this.#services;
    const names = this.#kinds.filter(({ everyMs }) => everyMs !== undefined).map(({ name }) => name);
    if (names.length > 0) await db.write(NO_TENANT, [store.insertChores(names, nowIso(clock))]);
  }

  async #poll(): Promise<void> {
    const { db, clock } = this.#services;
    const [due] = await db.read(NO_TENANT, [store.dueKinds(nowIso(clock), this.#leases())]);
    const names = new Set(due.map(({ kind }) => kind));
    for (const kind of this.#kinds)
      if (names.has(kind.name) && !this.#quietStart.delays(kind)) this.#track(this.#claimAll(kind));
    // Not awaited, so that a chore that waits for another machine does not delay the others.
    for (const chore of this.#chores)
      if (names.has(chore.name) && !this.#passing.has(chore.name)) this.#track(this.#pass(chore));
  }

  #leases(kind?: JobKind): string[] {
    return [...this.#runs].flatMap(([run, of]) => (kind === undefined || of === kind ? [run.lease] : []));
  }

  /** Fills the free slots of a kind. Calls during a round cause another round, so that slots are never overbooked. */
  async #claimAll(kind: JobKind): Promise<void> {
    const claiming = this.#claiming.get(kind.name);
    if (claiming) {
      claiming.again = true;
      return;
    }
    const round = { again: false };
    this.#claiming.set(kind.name, round);
    try {
      while (!this.#paused && this.#leases(kind).length < kind.slots) {
        round.again = false;
        if (!(await this.#claim(kind)) && !round.again) return;
      }
    } finally {
      this.#claiming.delete(kind.name);
    }
  }

  async #claim(kind: JobKind): Promise<boolean> {
    const { db, clock } = this.#services;
    const now = clock.now();
    const lease = newId(clock);
    const claim = {
      kind: kind.name,
      now: isoTime(now),
      lease,
      until: isoTime(now + kind.leaseMs),
      mine: this.#leases(),
      perTenant: Math.max(1, kind.slots - 1),
      served: this.#served,
    };
    const [[job]] = await db.write(NO_TENANT, [store.claimJob(claim)]);
    if (!job) return false;
    this.#remember(job.tenant);
    const run = new JobRun(this.#services, job, { lease, leaseMs: kind.leaseMs });
    this.#runs.set(run, kind);
    if (this.#closed) run.stop();
    this.#beat();
    this.#track(
      this.#perform(kind, run).finally(() => {
        this.#runs.delete(run);
        this.#track(this.#claimAll(kind));
      }),
    );
    return true;
  }

  #remember(tenant: string | null): void {
    if (tenant === null) return;
    const at = this.#served.indexOf(tenant);
    if (at >= 0) this.#served.splice(at, 1);
    if (this.#served.push(tenant) > SERVED_MAX) this.#served.shift();
  }

  async #perform(kind: JobKind, run: JobRun): Promise<void> {
    const { db, log, clock } = this.#services;
    const { job, lease } = run;
    const about = { kind: kind.name, job_id: job.job_id, org_id: job.tenant };
    const end = (statement: ReturnType<typeof store.deleteJob> | ReturnType<typeof store.waitAgain>) =>
      db.write(NO_TENANT, [statement]);
    try {
      if (job.crashes > kind.maxCrashes) {
        log.error({ ...about, crashes: job.crashes }, 'a job was given up: its process died');
        await this.#giveUp(kind, run, { attempts: job.attempts });
        return;
      }
      const rest = await kind.run(run);
      const next = nextRun(kind, rest, clock.now());
      await end(
        next === undefined
          ? store.deleteJob(job.job_id, lease)
          : store.waitAgain(job.job_id, lease, isoTime(next), { attempts: 0, crashes: 0, progress: 0 }),
      );
    } catch (error) {
      if (error instanceof LeaseLost || run.isLost) log.warn({ ...about, err: error }, 'a job was taken over');
      else if (run.signal.aborted) await end(store.waitAgain(job.job_id, lease, nowIso(clock)));
      else await this.#failed(kind, run, error, about);
    }
  }

  async #failed(kind: JobKind, run: JobRun, error: unknown, about: object): Promise<void> {
    const { db, log, clock } = this.#services;
    const { job, lease } = run;
    const attempts = job.attempts + 1;
    log.error({ ...about, err: error, attempts }, 'a job failed');
    if (attempts >= kind.maxAttempts && kind.everyMs === undefined) {
      await this.#giveUp(kind, run, { attempts, error });
      return;
    }
    const wait = Math.min(RETRY_MS * 4 ** Math.min(attempts - 1, 10), RETRY_MAX_MS, kind.everyMs ?? Infinity);
    await db.write(NO_TENANT, [store.waitAgain(job.job_id, lease, isoTime(clock.now() + wait), { attempts })]);
  }

  async #giveUp(kind: JobKind, run: JobRun, { attempts, error }: { attempts: number; error?: unknown }): Promise<void> {
    const { db, clock } = this.#services;
    await kind.giveUp?.(run, error);
    await db.write(NO_TENANT, [store.failJob(run.job.job_id, run.lease, attempts, nowIso(clock))]);
  }

  /**
   * Renews the leases of what runs without committing batches. Not on the embedded engine: its one connection may be at
   * work, and no other process could take a job over.
   */
  #beat(): void {
    if (this.#beating !== undefined || this.#services.db.kind === 'embedded') return;
    this.#beating = setInterval(() => this.#track(this.#keepLeases()), this.#options.beatMs).unref();
  }

  async #keepLeases(): Promise<void> {
    const { db, clock } = this.#services;
    for (const leaseMs of new Set([...this.#runs.keys()].map((run) => run.leaseMs))) {
      const runs = [...this.#runs.keys()].filter((run) => run.leaseMs === leaseMs);
      const until = isoTime(clock.now() + leaseMs);
      const leases = runs.map(({ lease }) => lease);
      const [kept] = await db.write(NO_TENANT, [store.keepLeases(leases, until)]);
      const held = new Set(kept.map(({ lease }) => lease));
      for (const run of runs) if (!held.has(run.lease) && this.#runs.has(run)) run.loseLease();
    }
    if (this.#runs.size === 0) {
      clearInterval(this.#beating);
      this.#beating = undefined;
    }
  }

  /** Performs a chore for every tenant that is due, once. */
  async #pass(chore: RowChore): Promise<void> {
    const { db, clock, log } = this.#services;
    this.#passing.add(chore.name);
    try {
      const [due] = await db.read(NO_TENANT, [store.dueTenants(chore.name, nowIso(clock), PASS_MAX)]);
      for (const { tenant } of due) {
        if (this.#paused) return;
        await this.#performChore(chore, tenant).catch((error: unknown) =>
          log.error({ err: error, org_id: tenant, chore: chore.name }, 'a chore failed'),
        );
      }
    } finally {
      this.#passing.delete(chore.name);
    }
  }

  async #performChore({ name, perform }: RowChore, orgId: string): Promise<void> {
    const { db, clock } = this.#services;
    const afterCommit = await db.transaction({ orgId, userId: null }, async (tx) => {
      if ((await tx.run(store.takeChore(orgId, name, nowIso(clock)))).length === 0) return undefined;
      const { next, afterCommit: rest } = await perform(tx, this.#services, orgId);
      await tx.run(store.choreNext(orgId, name, next));
      return rest;
    });
    await afterCommit?.();
  }
}
