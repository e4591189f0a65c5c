import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import * as Type from 'typebox/type';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../../../src/app/server/features.ts';
import { openTraces } from '../../../src/app/server/tracing/traces.ts';
import { ESCALATION } from '../../../src/features/crisis/server/escalation/escalate.ts';
import { implement } from '../../../src/platform/context/server/context.ts';
import { endpoint } from '../../../src/platform/contract/endpoint.ts';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { dueBy } from '../../../src/platform/jobs/server/queries.ts';
import { root } from '../../../src/platform/runtime/server/root.ts';
import { Client } from '../../support/client.ts';
import { describeApi, freshDatabase } from '../../support/databases.ts';
import { copyFirstStart, Running, useBuild } from '../../support/process.ts';
import { startServer } from '../../support/server.ts';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  events: { name: string; attributes: Attribute[] }[];
  status: { code?: number };
}
interface Sent {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const ABOVE = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${ABOVE}-01`;

/** A collector on this machine; any other address answers with the headers that it got. */
async function collector() {
  const texts: string[] = [];
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/v1/traces') texts.push(text);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(request.headers));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts,
    spans: () =>
      texts.flatMap((text) =>
        (JSON.parse(text) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

describeApi('traces', (kind) => {
  let to: Awaited<ReturnType<typeof collector>>;
  let carried: http.IncomingHttpHeaders;
  const person = { name: '欧阳踪迹', mobile: '19912345678', class: '踪迹班' };
  const secrets: string[] = [];

  beforeAll(async () => {
    to = await collector();
    const fresh = await freshDatabase(kind, 'demo');
    const raw = await openDatabase({ waitLimitMs: 60_000, ...fresh.options });
    const traces = openTraces(to.url);
    const asked = endpoint({
      name: 'test.out',
      method: 'GET',
      path: '/v1/test/out',
      summary: 'asks another server',
      access: { auth: 'public' },
      query: Type.Object({ mobile: Type.Optional(Type.String()) }),
      response: Type.Object({ carried: Type.String() }),
    });
    const broken = endpoint({ ...asked, name: 'test.broken', path: '/v1/test/broken' });
    const server = await startServer(traces.database(raw), {
      features: [...traces.features(features)],
      calls: [
        implement(asked, async () => ({ carried: await (await fetch(`${to.url}/other`)).text() })),
        implement(broken, ({ services }) =>
          services.db.transaction({ orgId: '2001', userId: null }, () => Promise.reject(new Error(person.name))),
        ),
      ],
      app: { follow: traces.follow },
    });
    const leader = (await server.client.signIn('o2001r4')).withRole(2001, 4);
    const made = await leader.post('/v1/portal/classes', { class_name: person.class, period: 3, grade: 7 });
    expect(made.status).toBe(201);
    secrets.push(made.data.class_id as string);
    await leader.get(`/v1/portal/classes/${made.data.class_id}`);
    await leader.get(`/v1/portal/classes?page=1&size=5&class_name=${encodeURIComponent(person.name)}`);
    await leader.get(`/v1/portal/search?text=${person.mobile}`);
    const out = await fetch(`${server.url}/v1/test/out?mobile=${person.mobile}`, {
      headers: { traceparent, baggage: 'account=o2001r4', 'app-id': 'portal-web' },
    });
    expect(out.status).toBe(200);
    const { data } = (await out.json()) as { data: { carried: string } };
    carried = JSON.parse(data.carried) as typeof carried;
    expect((await fetch(`${server.url}/v1/test/broken`, { headers: { 'app-id': 'portal-web' } })).status).toBe(500);
    const due = new Date(server.clock.now()).toISOString();
    await server.db.transaction({ orgId: '2001', userId: null }, (tx) => tx.run(dueBy('2001', ESCALATION, due)));
    await server.services.jobs.runDue();
    await server.close();
    await traces.close();
    await raw.close();
    await fresh.remove();
    return to.close;
  }, 120_000);

  const named = (name: string) => to.spans().filter((span) => span.name === name);
  const textOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) =>
    attributes.find((one) => one.key === key)?.value.stringValue;

  it('have a span for each request, by its route, with what the database did below it', () => {
    const [made] = named('POST /v1/portal/classes');
    expect(made && textOf(made, 'xinyu.org_id')).toBe('2001');
    const below = to.spans().filter(({ traceId }) => traceId === made?.traceId);
    const [transaction] = below.filter(({ name }) => name === 'db.transaction');
    expect(transaction?.parentSpanId).toBe(made?.spanId);
    const statements = below.flatMap(({ events }) => events.map((event) => textOf(event, 'db.query.text')));
    expect(statements).toContainEqual(expect.stringMatching(/^insert into "?classes"?.*\$1/));
    expect(named('GET /v1/portal/classes/:id')).toHaveLength(1);
  });

  it('have a span for each run of a job and each chore', () => {
    const names = new Set(to.spans().map(({ name }) => name));
    expect([...names].filter((name) => /^(chore|job) /.test(name)).sort()).toEqual(
      expect.arrayContaining([`chore ${ESCALATION}`, 'job sealing', 'job service-stages']),
    );
  });

  it('continue the trace of the caller, and hand it on to what the server asks', () => {
    const [span] = named('GET /v1/test/out');
    expect([span?.traceId, span?.parentSpanId]).toEqual([TRACE, ABOVE]);
    expect(carried.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(carried.traceparent).not.toBe(traceparent);
  });

  it('hand on nothing else that a caller sends', () => {
    expect(carried.baggage).toBeUndefined();
  });

  it('mark what failed, without the text of the error', () => {
    expect(named('GET /v1/test/broken')[0]?.status.code).toBe(2);
  });

  it('hold nothing about a person: no value, no login, no id of a row, no address', () => {
    const all = to.texts.join();
    expect(all.length).toBeGreaterThan(10_000);
    for (const value of [...Object.values(person), ...secrets, 'o2001r4', '127.0.0.1', 'Demo-2026', 'Bearer '])
      expect(all.includes(value), value).toBe(false);
    const keys = new Set(to.spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
    expect([...keys].sort()).toEqual([
      'db.system.name',
      'error.type',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'xinyu.attempts',
      'xinyu.org_id',
      'xinyu.request_id',
    ]);
  });
});

describe('tracing', () => {
  const entry = useBuild();
  const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu traces '));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

  it('is switched on by OTEL_EXPORTER_OTLP_ENDPOINT, and serves on where the collector is away', async () => {
    await copyFirstStart(home);
    const to = await collector();
    const running = new Running(entry('main'), { PORT: '0', DATA_DIR: home, OTEL_EXPORTER_OTLP_ENDPOINT: to.url });
    try {
      const port = await running.port();
      const healthy = () => new Client({ port, now: Date.now }).publicly('GET', '/readyz');
      expect((await healthy()).status).toBe(200);
      await expect.poll(() => to.spans().map(({ name }) => name)).toContain('GET /readyz');
      await to.close();
      expect((await healthy()).status).toBe(200);
      running.child.kill('SIGTERM');
      expect((await running.ended).code).toBe(0);
    } finally {
      await running.kill();
    }
  }, 180_000);

  it('is loaded by nothing else', () => {
    const loading = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => path.join('src', file))
      .filter((file) =>
        /from '(@opentelemetry\/|[^']*\/tracing\/)/.test(
          readFileSync(path.join(root, file), 'utf8').replaceAll(/^import type .*$/gm, ''),
        ),
      );
    expect(loading.filter((file) => !file.startsWith(path.join('src/app/server/tracing')))).toEqual([]);
  });
});
