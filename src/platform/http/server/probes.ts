import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { API_HEADERS } from './headers.ts';

/** Milliseconds for which a database check is reused, so that probes cause no load. */
const FRESH_MS = 1000;

/**
 * `GET /healthz`: the process answers. `GET /readyz`: the process accepts requests, because the database answers and no
 * stop is pending.
 *
 * @param detail What `/readyz` says besides
 */
export function serveProbes(
  app: FastifyInstance,
  { db, clock }: Services,
  isStopping: () => boolean,
  detail: () => object = () => ({}),
): void {
  let asked = -Infinity;
  let reached: Promise<void> = Promise.resolve();
  const ping = () => {
    if (clock.now() - asked >= FRESH_MS) {
      asked = clock.now();
      reached = db.ping();
    }
    return reached;
  };
  const beside = { config: { beside: true }, exposeHeadRoute: true } as const;
  app.get('/healthz', beside, (_request, reply) => reply.headers(API_HEADERS).send({ status: 'ok' }));
  app.get('/readyz', beside, async (_request, reply) => {
    if (isStopping()) throw new AppError('PSY_UNAVAILABLE', { message: '服务正在停止' });
    await ping();
    return reply.headers(API_HEADERS).send({ status: 'ready', ...detail() });
  });
}
