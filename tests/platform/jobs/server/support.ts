import { sql } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import { qb } from '../../../../src/platform/db/server/query-builder.ts';
import { createLog } from '../../../../src/platform/http/server/log.ts';
import type { JobRequest } from '../../../../src/platform/jobs/server/jobs.ts';
import type { JobKind, RowChore } from '../../../../src/platform/jobs/server/kinds.ts';
import { Worker, type WorkerOptions } from '../../../../src/platform/jobs/server/worker.ts';
import { LogLines, type TestServer } from '../../../support/server.ts';

export const LEASE_MS = 60_000;
export const [SCHOOL, OTHER] = ['2001', '2002'];

/** Blocks work until it is opened. */
export function gate(): { open: () => void; opened: Promise<void> } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** A kind of job for a test. */
export const kindOf = (name: string, run: JobKind['run'], more: Partial<JobKind> = {}): JobKind => ({
  name,
  slots: 1,
  leaseMs: LEASE_MS,
  maxAttempts: 1,
  maxCrashes: 5,
  run,
  ...more,
});

/** A separate process over the server's database. It sends no heartbeat unless the test requests it. */
export function process(
  { services }: TestServer,
  kinds: readonly (JobKind | RowChore)[],
  options: WorkerOptions = {},
): Worker {
  const log = createLog('silent', new LogLines());
  const worker = new Worker(kinds, { ...services, log }, { beatMs: 1e9, ...options });
  onTestFinished(() => worker.close());
  return worker;
}

/** Adds a job, one millisecond after the previous one. */
export function add(
  { db, clock }: TestServer,
  worker: Worker,
  kind: string,
  orgId: string,
  subject: string,
  request?: JobRequest,
): Promise<void> {
  clock.advance(1);
  return db.transaction({ orgId, userId: null }, (tx) =>
    worker.add(tx, { kind, orgId, subject, ...(request && { request }) }),
  );
}

export const jobRows = ({ db }: TestServer, kind: string) =>
  db.admin((run) => run('select * from jobs where kind = $1 order by subject', [kind]));

/** A countable effect: notes of a tenant by name. */
export const note = (orgId: string, name: string) =>
  sql`insert into stray_objects (org_id, object_key, due_at) values (${orgId}, ${name}, 'infinity')`.compile(qb);
export const notes = async ({ db }: TestServer, prefix: string): Promise<string[]> =>
  (
    await db.admin((run) =>
      run("select object_key from stray_objects where object_key like $1 || '%' order by 1", [prefix]),
    )
  ).map(({ object_key }) => String(object_key));

export const until = <T>(expected: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(expected, { timeout: 20_000, interval: 5 });
