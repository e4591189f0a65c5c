import { sql, type Expression, type Generated, type UpdateResult } from 'kysely';
import { qb } from '../../db/server/query-builder.ts';
import type { JobRequest } from './jobs.ts';
import type { Job } from './kinds.ts';

/** Work that outlives its request. Ids only: the table is outside row-level security. */
export interface JobsTable {
  job_id: Generated<string>;
  kind: string;
  /** Null: a chore of the whole installation. */
  tenant: string | null;
  subject: Generated<string>;
  state: Generated<'waiting' | 'running' | 'failed'>;
  run_after: string;
  attempts: Generated<number>;
  crashes: Generated<number>;
  lease: string | null;
  lease_until: string | null;
  progress: Generated<number>;
  created_at: Generated<string>;
  failed_at: string | null;
}
/** The requester of a job, and its parameters. */
export interface JobRequestsTable {
  org_id: string;
  job_id: string;
  request: JobRequest;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    jobs: JobsTable;
    job_requests: JobRequestsTable;
  }
}

const NO_MORE = 'infinity';
const time = (at: string | undefined) => sql<string>`${at ?? NO_MORE}::timestamptz`;

/** Whether a subject of a tenant has an open job, waiting or running. Without one its work has ended. */
export const hasJob = (orgId: string, subject: Expression<string>) => sql<boolean>`exists (
  select from jobs as open where open.tenant = ${orgId} and open.subject = ${subject} and open.state <> 'failed')`;

/** Replaces an earlier job for the same subject. */
export const insertJob = (job: { job_id: string; kind: string; tenant: string; subject: string }, now: string) =>
  [
    qb
      .deleteFrom('jobs')
      .where('tenant', '=', job.tenant)
      .where('subject', '=', job.subject)
      .where('kind', '=', job.kind),
    qb.insertInto('jobs').values({ ...job, run_after: now, created_at: now }),
  ] as const;

export const insertRequest = (orgId: string, jobId: string, request: JobRequest) =>
  qb
    .insertInto('job_requests')
    .values({ org_id: orgId, job_id: jobId, request: sql<JobRequest>`${JSON.stringify(request)}::jsonb` });
export const requestOf = (orgId: string, jobId: string) =>
  qb.selectFrom('job_requests').select('request').where('org_id', '=', orgId).where('job_id', '=', jobId);

/** Inserts missing recurring chores, due now. */
export const insertChores = (kinds: readonly string[], now: string) =>
  qb
    .insertInto('jobs')
    .values(kinds.map((kind) => ({ kind, tenant: null, run_after: now })))
    .onConflict((c) => c.columns(['tenant', 'subject', 'kind']).doNothing());
export const choreDue = (kind: string, now: string) =>
  qb
    .updateTable('jobs')
    .set({ run_after: now })
    .where('kind', '=', kind)
    .where('tenant', 'is', null)
    .where('state', '=', 'waiting');

/** The work of an organisation rests while the operator has suspended it. */
const isInService = sql<boolean>`not exists (
  select from tenants s where s.org_id = j.tenant and s.suspended_at is not null)`;

const isDue = (now: string, mine: readonly string[]) =>
  sql<boolean>`${isInService} and ((j.state = 'waiting' and j.run_after <= ${now}) or (j.state = 'running' and j.lease_until <= ${now} and j.lease <> all(${[...mine]}::text[])))`;

/** Kinds with due jobs. @param mine leases of this process, which it does not take over from itself */
export const dueKinds = (now: string, mine: readonly string[]) =>
  qb.selectFrom('jobs as j').select('j.kind').distinct().where(isDue(now, mine));

/**
 * How many jobs of each kind are due, run or were given up, and how many seconds the oldest due one has waited. Those
 * of a suspended organisation are not due.
 */
export const jobCounts = (now: string) => {
  const due = sql<boolean>`j.state = 'waiting' and j.run_after <= ${now} and ${isInService}`;
  return sql<{ kind: string; due: number; running: number; failed: number; oldest: number }>`
  select j.kind, count(*) filter (where ${due})::int as due,
    count(*) filter (where j.state = 'running')::int as running, count(*) filter (where j.state = 'failed')::int as failed,
    coalesce(extract(epoch from ${now}::timestamptz - min(j.run_after) filter (where ${due})), 0)::float8 as oldest
  from jobs as j group by j.kind order by j.kind`.compile(qb);
};

/** Input of the claim of a job. */
export interface Claim {
  kind: string;
  now: string;
  lease: string;
  until: string;
  /** Leases of this process. */
  mine: readonly string[];
  /** Jobs of one tenant that this process runs at a time. */
  perTenant: number;
  /** Tenants that this process has served, the latest last. */
  served: readonly string[];
}

/**
 * Claims one due job: of the tenant with the fewest running jobs, then of the tenant served longest ago. A job whose
 * process is silent is taken over, and its crash is counted.
 */
export const claimJob = ({ kind, now, lease, until, mine, perTenant, served }: Claim) =>
  sql<Job>`
  update jobs set state = 'running', lease = ${lease}, lease_until = ${until}, crashes = crashes + (state = 'running')::int
  where job_id = (
    select j.job_id from jobs as j
    left join (select tenant, count(*) filter (where lease = any(${[...mine]}::text[])) as mine,
        count(*) filter (where lease_until > ${now}) as running
      from jobs where kind = ${kind} and state = 'running' group by tenant) as o on o.tenant = j.tenant
    where j.kind = ${kind} and ${isDue(now, mine)} and coalesce(o.mine, 0) < ${perTenant}
    order by coalesce(o.running, 0), coalesce(array_position(${[...served]}::text[], j.tenant), 0), j.run_after, j.job_id
    limit 1 for update of j skip locked)
  returning job_id, kind, tenant, subject, attempts, crashes`.compile(qb);

const held = (jobId: string, lease: string) =>
  qb.updateTable('jobs').where('job_id', '=', jobId).where('lease', '=', lease);

/** Returns 0 when another process has taken the job over. */
export const keepLease = (jobId: string, lease: string, until: string, progress: number) =>
  held(jobId, lease).set({ lease_until: until, progress });
/** Returns the leases that are still held. */
export const keepLeases = (leases: readonly string[], until: string) =>
  sql<{ lease: string }>`
  update jobs set lease_until = ${until} where lease = any(${[...leases]}::text[]) and state = 'running' returning lease`.compile(
    qb,
  );
/** Leases of processes that are known to be gone. */
export const endLeases = (now: string) =>
  sql<UpdateResult>`update jobs set lease_until = ${now} where state = 'running'`.compile(qb);

export const deleteJob = (jobId: string, lease: string) =>
  qb.deleteFrom('jobs').where('job_id', '=', jobId).where('lease', '=', lease);

const OVER = { lease: null, lease_until: null } as const;
/** Returns a job to the waiting state. */
export const waitAgain = (
  jobId: string,
  lease: string,
  runAfter: string,
  counts: { attempts?: number; crashes?: number; progress?: number } = {},
) => held(jobId, lease).set({ ...OVER, ...counts, state: 'waiting', run_after: runAfter });
export const failJob = (jobId: string, lease: string, attempts: number, at: string) =>
  held(jobId, lease).set({ ...OVER, state: 'failed', attempts, failed_at: at });
export const forgetFailed = (before: string) =>
  qb.deleteFrom('jobs').where('state', '=', 'failed').where('failed_at', '<', before);

/** Makes a tenant due for a chore at this time or earlier. Only a process that performs this chore takes it. */
export const dueBy = (orgId: string, chore: string, at: string) =>
  qb
    .insertInto('jobs')
    .values({ kind: chore, tenant: orgId, run_after: at })
    .onConflict((c) =>
      c.columns(['tenant', 'subject', 'kind']).doUpdateSet({
        run_after: sql<string>`least(jobs.run_after, excluded.run_after)`,
      }),
    );
/** Tenants that are due for a chore, longest due first. */
export const dueTenants = (chore: string, now: string, limit: number) =>
  qb
    .selectFrom('jobs as j')
    .select(sql<string>`j.tenant`.as('tenant'))
    .where('kind', '=', chore)
    .where('tenant', 'is not', null)
    .where('run_after', '<=', now)
    .where(isInService)
    .orderBy('run_after')
    .limit(limit);
/** Locks the chore for one process until its transaction ends; other processes skip it. */
export const takeChore = (orgId: string, chore: string, now: string) =>
  qb
    .selectFrom('jobs')
    .select('job_id')
    .where('tenant', '=', orgId)
    .where('subject', '=', '')
    .where('kind', '=', chore)
    .where('run_after', '<=', now)
    .forUpdate()
    .skipLocked();
/** @param at undefined where nothing follows */
export const choreNext = (orgId: string, chore: string, at: string | undefined) =>
  qb
    .updateTable('jobs')
    .set({ run_after: time(at) })
    .where('tenant', '=', orgId)
    .where('subject', '=', '')
    .where('kind', '=', chore);
