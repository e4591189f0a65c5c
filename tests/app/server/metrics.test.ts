import { mkdtempSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { features } from '../../../src/app/server/features.ts';
import { countObjects, countSms } from '../../../src/app/server/metrics/outside.ts';
import { tenantLoad } from '../../../src/app/server/metrics/tenants.ts';
import { watchDisk } from '../../../src/app/server/watch-disk.ts';
import { countersign } from '../../../src/platform/audit/server/countersign.ts';
import { DatabaseUnavailable } from '../../../src/platform/db/server/errors.ts';
import { processMetrics } from '../../../src/platform/http/server/metrics.ts';
import type { ObjectStore } from '../../../src/platform/objects/server/store.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { CLASSES, rowsOf, useClient } from '../../platform/resources/server/support.ts';
import { deployed, yamlOf } from '../../support/deployment.ts';
import { useServer } from '../../support/server.ts';

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const rules = (yamlOf('monitoring/alerts.yaml')[0] as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const panels = (JSON.parse(deployed('monitoring/dashboard.json')) as { panels: { targets: { expr: string }[] }[] })
  .panels;
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** The texts of the nodes of a kind in a PromQL expression. */
function nodesOf(expression: string, kind: string): string[] {
  const found: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (name === kind) found.push(expression.slice(from, to));
      if (name === '⚠') throw new Error(`${expression} at ${from}`);
    },
  });
  return found;
}

/** Succeeds and fails in turn. */
function unreliable(): () => Promise<undefined> {
  let asked = 0;
  return () => (++asked % 2 === 0 ? Promise.reject(new Error('refused')) : Promise.resolve(undefined));
}

function unreliableStore(): ObjectStore {
  const take = unreliable();
  const sign = () => ({ host: '', access_id: '', policy: '', signature: '', fields: {} });
  return { origin: undefined, sign, read: take, write: take, remove: take };
}

const valueOf = async (registry: Registry, series: string): Promise<number | undefined> => {
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
};

describe('metrics', () => {
  const metrics = processMetrics();
  const server = useServer('embedded', { app: { metrics } });
  const admin = useClient(server, 2001, 4);
  const sms = countSms(metrics, { available: true, send: unreliable() });
  const objects = countObjects(metrics, unreliableStore());

  it('count the jobs of each kind, and how long the oldest one waits', async () => {
    const now = server().clock.now();
    const at = (ms: number) => new Date(now - ms).toISOString();
    await rowsOf(
      server(),
      `insert into jobs (job_id, kind, tenant, subject, state, run_after) values
        ('m1', 'counted', '2001', 'a', 'waiting', '${at(90_000)}'),
        ('m2', 'counted', '2001', 'b', 'waiting', '${at(-60_000)}'),
        ('m3', 'counted', '2001', 'c', 'failed', '${at(0)}')`,
    );
    expect(await valueOf(metrics, 'jobs_due{kind="counted"}')).toBe(1);
    expect(await valueOf(metrics, 'jobs_failed{kind="counted"}')).toBe(1);
    expect(await valueOf(metrics, 'jobs_oldest_due_seconds{kind="counted"}')).toBe(90);
    // The work of a suspended organisation rests: nobody has to be called.
    await rowsOf(server(), "update tenants set suspended_at = now(), suspended_for = '合同到期' where org_id = '2001'");
    expect(await valueOf(metrics, 'jobs_due{kind="counted"}')).toBe(0);
    expect(await valueOf(metrics, 'jobs_oldest_due_seconds{kind="counted"}')).toBe(0);
    await rowsOf(server(), "update tenants set suspended_at = null, suspended_for = null where org_id = '2001'");
    await rowsOf(server(), "delete from jobs where kind = 'counted'");
    expect(await valueOf(metrics, 'jobs_due{kind="counted"}')).toBeUndefined();
  });

  it('count the requests of an organisation', async () => {
    const series = 'tenant_requests_total{org_id="2001"}';
    const before = (await valueOf(metrics, series)) ?? 0;
    await admin().get('/v1/portal/students');
    await expect.poll(() => valueOf(metrics, series)).toBeGreaterThan(before);
  });

  it('count log entries until they are countersigned', async () => {
    const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'xinyu-')), 'audit-seals.jsonl');
    const sign = () => countersign(server().services, file);
    await sign();
    expect(await valueOf(metrics, 'audit_entries_ahead')).toBe(0);
    await admin().post(CLASSES, { period: 3, grade: 7, class_name: '计数班', class_no: 30 });
    expect(await valueOf(metrics, 'audit_entries_ahead')).toBe(1);
    await sign();
    expect(await valueOf(metrics, 'audit_entries_ahead')).toBe(0);
  });

  it('bound the number of organisations', async () => {
    const registry = new Registry();
    const observe = tenantLoad(registry);
    for (let org = 0; org < 600; org++) observe(String(org), 1);
    expect(await valueOf(registry, 'tenant_requests_total{org_id="others"}')).toBe(100);
    expect((await registry.metrics()).split('\n').length).toBeLessThan(1100);
  });

  it('say that the database is away, and are still served', async () => {
    expect(await valueOf(metrics, 'database_up')).toBe(1);
    const { db } = server();
    const read = db.read.bind(db);
    db.read = () => Promise.reject(new DatabaseUnavailable('gone'));
    try {
      expect(await valueOf(metrics, 'database_up')).toBe(0);
      expect(await valueOf(metrics, 'push_streams')).toBe(0);
    } finally {
      db.read = read;
    }
  });

  it('count what a provider refused, and hand the failure on', async () => {
    const message = { mobile: '19900000001', type: 1, text: '' };
    await sms.send(message);
    await expect(sms.send(message)).rejects.toThrow('refused');
    expect(await valueOf(metrics, 'sms_messages_total{result="failed"}')).toBe(1);
    await objects.write('a', new Uint8Array(), '');
    await expect(objects.read('a', 1)).rejects.toThrow('refused');
    expect(await valueOf(metrics, 'object_store_requests_total{result="done"}')).toBe(1);
    expect(await valueOf(metrics, 'object_store_requests_total{result="failed"}')).toBe(1);
  });

  it('have the names that dashboard and alerts ask for', async () => {
    const stop = await watchDisk(root, { log: server().services.log, metrics });
    await stop();
    const text = await metrics.metrics();
    const names = expressions.flatMap((expression) => nodesOf(expression, 'Identifier'));
    const known = (name: string) => new RegExp(`^# TYPE ${name.replace(/_(count|bucket|sum)$/, '')} `, 'm').test(text);
    // Prometheus makes `up` itself.
    expect([...new Set(names)].filter((name) => name !== 'up' && !known(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(30);
  });

  it('have kinds of jobs that the product has, where an alert names one', () => {
    const kinds = features.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name));
    const named = rules.flatMap(({ expr }) => [...expr.matchAll(/kind="([^"]+)"/g)].map(([, kind]) => kind));
    expect(named).not.toEqual([]);
    expect(named.filter((kind) => !kinds.includes(String(kind)))).toEqual([]);
  });

  it('have a runbook for each alert', () => {
    const manual = readFileSync(path.join(root, '.readme/operating.md'), 'utf8');
    for (const { alert, annotations } of rules) expect(manual, alert).toContain(`\n### ${annotations.runbook}\n`);
  });
});
