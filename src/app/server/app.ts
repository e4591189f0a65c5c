import path from 'node:path';
import fastJson, { type Schema } from 'fast-json-stringify';
import fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Implementation, Services } from '../../platform/context/server/context.ts';
import type { EndpointSpec } from '../../platform/contract/endpoint.ts';
import { requireComplete } from '../../platform/http/server/complete.ts';
import { clientErrorHandler, errorHandler } from '../../platform/http/server/failures.ts';
import { API_HEADERS } from '../../platform/http/server/headers.ts';
import { throttle, type Limits } from '../../platform/http/server/limits.ts';
import { Journal } from '../../platform/http/server/log.ts';
import { requestDurations, serveMetrics } from '../../platform/http/server/metrics.ts';
import { mount } from '../../platform/http/server/mount.ts';
import { notFound } from '../../platform/http/server/not-found.ts';
import { serveObjects } from '../../platform/http/server/objects.ts';
import { serveOpenApi } from '../../platform/http/server/openapi.ts';
import { servePortal } from '../../platform/http/server/portal.ts';
import { serveProbes } from '../../platform/http/server/probes.ts';
import { requestIds } from '../../platform/http/server/request-id.ts';
import { lazily } from '../../platform/runtime/server/lazily.ts';
import { root } from '../../platform/runtime/server/root.ts';
import type { Outbox } from '../../platform/sms/server/sms.ts';

export interface AppOptions {
  /** Everything that is mounted; must be `declared`, one to one. */
  implementations: readonly Implementation[];
  declared: readonly EndpointSpec[];
  /** Bytes. */
  bodyLimit?: number;
  /** Addresses and networks of proxies whose word on client and protocol counts. */
  trustProxy?: readonly string[];
  metricsToken?: string;
  /** Of public calls, a minute. */
  limits?: Limits;
  /** The built portal. */
  webFolder?: string;
  /** Shown at `/dev/outbox`; in demonstrations only. */
  outbox?: Outbox;
  isStopping?: () => boolean;
  metrics?: Registry;
}

/** Longest path parameter: two hundred ids of a batch. What Node takes as a whole head (16 KiB) limits it further. */
const PARAM_MAX = 14_000;
/**
 * A request must have arrived by then: a file of 20 MB over a slow line. All other bodies have less time
 * (`http/body.ts`).
 */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/**
 * The server without a port: `main.ts` listens, tests inject.
 *
 * @throws Error where a declared call is not implemented, an implementation not declared, or a route was added beside
 *   the contract
 */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { log } = services;
  const {
    implementations,
    declared,
    bodyLimit = 1024 * 1024,
    trustProxy = [],
    metrics = new Registry(),
    isStopping = () => false,
  } = options;
  requireComplete(declared, implementations);
  const nextId = requestIds(trustProxy.length > 0);
  const app = fastify({
    logController: new Journal(log),
    genReqId: nextId,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit,
    requestTimeout: REQUEST_TIMEOUT_MS,
    exposeHeadRoutes: false,
    // While stopping, what still arrives over open connections is answered as ever.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAM_MAX },
    clientErrorHandler: clientErrorHandler(log, nextId),
    frameworkErrors: errorHandler(log),
  });

  app.setErrorHandler(errorHandler(log));
  // Compiled with the first answer, as what checks requests is with the first of those.
  app.setSerializerCompiler(({ schema }) => {
    const write = lazily(() => fastJson(schema as Schema));
    return (data) => write()(data);
  });
  app
    .decorateRequest('caller', null)
    .decorateRequest('actor', null)
    .decorateRequest('endpoint', null)
    .decorateRequest('failure', null);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.endpoint && !config?.beside)
      throw new Error(`${String(method)} ${url} is neither mounted from the contract nor named as a route beside it`);
  });
  // An `expect` that means nothing to it Node would answer by itself, outside of the envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Bodies are read by the routes themselves, whose first question is who sent them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // Whoever listens would do so for as long as the server waits for them.
  app.addHook('preClose', (done) => {
    services.push.close();
    done();
  });
  const observe = requestDurations(metrics);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, endpoint, caller, actor, failure } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    // Never the address itself: it holds ids, and tokens where a call carries one in its path.
    const route = endpoint?.path ?? request.routeOptions.url ?? 'none';
    // How long somebody listens says nothing of how fast they were answered.
    if (endpoint?.kind !== 'stream') observe(route, method, status, ms / 1000);
    const line = {
      request_id: request.id,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      user_id: caller?.userId,
      org_id: actor?.orgId,
      role_id: actor?.roleId,
      code: failure ?? undefined,
    };
    if (endpoint || failure) log.info(line, 'request');
    else log.debug(line, 'request');
    done();
  });

  const mounting = { services, throttle: throttle(services.state, services.clock, options.limits), bodyLimit };
  for (const implementation of implementations) mount(app, implementation, mounting);
  serveProbes(app, services, isStopping);
  serveMetrics(app, metrics, options.metricsToken);
  serveObjects(app, services);
  serveOpenApi(app, declared, services.schemas.core());
  if (options.outbox) serveOutbox(app, options.outbox);
  const sendPage = servePortal(app, options.webFolder ?? path.join(root, 'dist/web'), services.objects.origin);
  app.setNotFoundHandler(notFound(declared, sendPage));
  await app.ready();
  return app;
}

/** Messages that a demonstration did not send. */
function serveOutbox(app: FastifyInstance, outbox: Outbox): void {
  app.get('/dev/outbox', { config: { beside: true } }, (_request, reply) =>
    reply.headers(API_HEADERS).send({ data: { total: outbox.messages.length, items: outbox.messages } }),
  );
}
