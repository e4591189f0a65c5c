import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { AppError } from '../../errors/app-error.ts';
import type { Alarms } from '../../runtime/server/alarms.ts';

const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Observe = (route: string, method: string, status: number, seconds: number) => void;

/** Durations by route pattern, never by address: an address would create a series for each id, and contain tokens. */
export function requestDurations(registry: Registry): Observe {
  const histogram = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const series = new Map<string, { observe(seconds: number): void }>();
  return (route, method, status, seconds) => {
    const key = `${status} ${method} ${route}`;
    let one = series.get(key);
    if (!one) series.set(key, (one = histogram.labels(route, method, String(status))));
    one.observe(seconds);
  };
}

/** Alarms by kind, for a rule of the monitoring. */
export function countAlarms(registry: Registry, alarms: Alarms): void {
  registry.registerMetric(
    new Counter({
      name: 'security_alarms_total',
      help: 'Alarms since the start of the process',
      labelNames: ['kind'],
      registers: [],
      collect() {
        this.reset();
        for (const [kind, count] of alarms.counts) this.inc({ kind }, count);
      },
    }),
  );
}

/** A registry with the metrics of the process: memory, event loop, garbage collection. */
export function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** A request from this machine that no local proxy has forwarded. */
const isLocal = (request: FastifyRequest): boolean =>
  LOOPBACK.test(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers.forwarded === undefined;

function holds(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** `GET /metrics` in Prometheus' text format, for this machine or with the token. */
export function serveMetrics(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  app.get('/metrics', { config: { beside: true } }, async (request, reply) => {
    if (!(isLocal(request) || (token !== undefined && holds(request, token)))) throw new AppError('AC_FORBIDDEN');
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}
