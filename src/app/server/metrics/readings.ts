import { Gauge, type Registry } from 'prom-client';
import { allHeads } from '../../../platform/audit/server/queries/audit-chain.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { jobCounts } from '../../../platform/jobs/server/queries.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';

const NO_TENANT = { orgId: null, userId: null };

type Parts = Pick<Services, 'db' | 'clock' | 'log' | 'push' | 'schemas'>;
/** Values of a gauge: one, or one for each value of its label. */
type Values = number | ReadonlyMap<string, number>;

/** Runs once for callers at the same time: a scrape asks all gauges together. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () =>
    (running ??= read().finally(() => {
      running = undefined;
    }));
}

/** Values that are read when `/metrics` is asked: connections, jobs, the operation log, streams, overlays. */
export function addReadings(registry: Registry, { db, clock, log, push, schemas }: Parts): void {
  const stored = shared(async () => {
    try {
      return await db.read(NO_TENANT, [jobCounts(nowIso(clock)), allHeads()]);
    } catch (error) {
      log.warn({ err: error }, 'the database could not be read for the metrics');
      return undefined;
    }
  });
  const jobs = (of: 'due' | 'running' | 'failed' | 'oldest') => async () => {
    const [rows] = (await stored()) ?? [[]];
    return new Map(rows.map((row) => [row.kind, row[of]]));
  };
  const gauge = (name: string, help: string, read: () => Values | Promise<Values>, label?: string) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [],
        async collect() {
          const values = await read();
          this.reset();
          if (typeof values === 'number') this.set(values);
          else for (const [value, count] of values) this.set({ [label ?? '']: value }, count);
        },
      }),
    );

  gauge('database_up', 'Whether the database answered', async () => ((await stored()) === undefined ? 0 : 1));
  gauge(
    'database_connections',
    'Connections of this process to the database',
    () => new Map(Object.entries({ used: db.connections.open - db.connections.idle, idle: db.connections.idle })),
    'state',
  );
  gauge('database_requests_waiting', 'Requests that wait for a connection', () => db.connections.waiting);
  gauge('jobs_due', 'Jobs that are due and not running', jobs('due'), 'kind');
  gauge('jobs_running', 'Jobs that run in any process', jobs('running'), 'kind');
  gauge('jobs_failed', 'Jobs that were given up', jobs('failed'), 'kind');
  gauge('jobs_oldest_due_seconds', 'How long the oldest due job has waited', jobs('oldest'), 'kind');
  gauge('audit_entries_ahead', 'Entries of the operation log without a countersignature', async () => {
    const [, heads] = (await stored()) ?? [[], []];
    return heads.reduce((sum, { seq, witnessed }) => sum + seq - witnessed, 0);
  });
  gauge('push_streams', 'Open event streams of this process', () => push.size);
  gauge('schema_overlay_problems', 'Problems of overlays that are not in force', () => schemas.problems().length);
}
