import path from 'node:path';
import fastJson, { type Schema } from 'fast-json-stringify';
import fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { hostsOfSites } from '../../features/sites/server/site-hosts.ts';
import type { Implementation } from '../../platform/context/server/context.ts';
import type { Services } from '../../platform/context/server/services.ts';
import type { EndpointSpec } from '../../platform/contract/endpoint.ts';
import { requireAllowedHost } from '../../platform/http/server/allowed-hosts.ts';
import { requireComplete } from '../../platform/http/server/complete.ts';
import { clientErrorHandler, errorHandler } from '../../platform/http/server/failures.ts';
import { API_HEADERS } from '../../platform/http/server/headers.ts';
import { throttle, type Limits } from '../../platform/http/server/limits.ts';
import { Journal } from '../../platform/http/server/log.ts';
import { countAlarms, requestDurations, serveMetrics } from '../../platform/http/server/metrics.ts';
import { mount } from '../../platform/http/server/mount.ts';
import { notFound } from '../../platform/http/server/not-found.ts';
import { serveObjects } from '../../platform/http/server/objects.ts';
import { servePortal } from '../../platform/http/server/portal.ts';
import { serveProbes } from '../../platform/http/server/probes.ts';
import { requestIds } from '../../platform/http/server/request-id.ts';
import { serveOpenApi } from '../../platform/http/server/serve-openapi.ts';
import { lazily } from '../../platform/runtime/server/lazily.ts';
import { root } from '../../platform/runtime/server/root.ts';
import { OUTBOX_PATH, type Outbox } from '../../platform/sms/server/sms.ts';
import { addReadings } from './metrics/readings.ts';
import { tenantLoad } from './metrics/tenants.ts';

export interface AppOptions {
  /** Every implementation; each must match one entry of `declared`. */
  implementations: readonly Implementation[];
  declared: readonly EndpointSpec[];
  /** Largest body, in bytes. */
  bodyLimit?: number;
  /** Trusted proxies: addresses and networks whose forwarding headers are accepted. */
  trustProxy?: readonly string[];
  /** Hosts under which the portal answers, beside those of sites and loopback names. */
  allowedHosts?: readonly string[];
  metricsToken?: string;
  /** Limits of public calls per minute. */
  limits?: Limits;
  /** Folder of the built portal. */
  webFolder?: string;
  /** Short messages of the demo, shown at `/dev/outbox`. */
  outbox?: Outbox;
  isStopping?: () => boolean;
  /** Registers what follows each request from its beginning, such as spans. */
  follow?: ((app: FastifyInstance) => void) | undefined;
  /** What `/readyz` says besides. */
  readyDetail?: (() => object) | undefined;
  metrics?: Registry;
}

/** Longest path parameter: the 200 ids of a batch. Node's limit for the whole head (16 KiB) applies as well. */
const PARAM_MAX = 14_000;
/**
 * Longest time until a request has arrived: a file of 20 MB over a slow line. All other bodies have less time
 * (`platform/http/server/body.ts`).
 */
const REQUEST_TIMEOUT_MS = 15 * 60_000;

/**
 * Builds the server without listening: `start.ts` listens, tests inject requests.
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
    // Requests over open connections are still answered while the server stops.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: PARAM_MAX },
    clientErrorHandler: clientErrorHandler(log, nextId),
    frameworkErrors: errorHandler(log),
  });

  app.setErrorHandler(errorHandler(log));
  // Serializers are compiled with the first answer, which shortens the start.
  app.setSerializerCompiler(({ schema }) => {
    const write = lazily(() => fastJson(schema as Schema));
    return (data) => write()(data);
  });
  app
    .decorateRequest('caller', null)
    .decorateRequest('actor', null)
    .decorateRequest('endpoint', null)
    .decorateRequest('failure', null)
    .decorateRequest('whenDurable', null);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.endpoint && !config?.beside)
      throw new Error(`${String(method)} ${url} is neither mounted from the contract nor named as a route beside it`);
  });
  // Node would answer an unknown `expect` header itself, outside of the envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // The routes read bodies themselves, after they have found the session.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  // Open event streams would keep the server from closing.
  app.addHook('preClose', (done) => {
    services.push.close();
    for (const stop of services.runningAnswers) stop();
    done();
  });
  options.follow?.(app);
  countAlarms(metrics, services.alarms);
  addReadings(metrics, services);
  const observeTenant = tenantLoad(metrics);
  const observe = requestDurations(metrics);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  closeWhileStopping(app, isStopping);
  requireAllowedHost(app, options.allowedHosts ?? [], hostsOfSites(services));
  app.addHook('onResponse', (request, reply, done) => {
    const { method, endpoint, caller, actor, failure } = request;
    const { statusCode: status, elapsedTime: ms } = reply;
    // The label is the route and never the address: an address holds ids, and sometimes a token.
    const route = endpoint?.path ?? request.routeOptions.url ?? 'none';
    // The duration of an event stream says nothing about response times.
    if (endpoint?.kind !== 'stream') {
      observe(route, method, status, ms / 1000);
      if (actor) observeTenant(actor.orgId, ms / 1000);
    }
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
  serveProbes(app, services, isStopping, options.readyDetail);
  serveMetrics(app, metrics, options.metricsToken);
  serveObjects(app, services);
  serveOpenApi(app, declared, services);
  if (options.outbox) serveOutbox(app, options.outbox);
  const sendPage = servePortal(app, options.webFolder ?? path.join(root, 'dist/web'), services.objects.origin);
  app.setNotFoundHandler(notFound(declared, sendPage));
  await app.ready();
  return app;
}

/**
 * While the process stops, each answer is the last one of its connection. What a proxy or browser keeps open would
 * otherwise be closed at the moment of its next request, which would be lost.
 */
function closeWhileStopping(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping()) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Serves the short messages that the demo did not send. */
function serveOutbox(app: FastifyInstance, outbox: Outbox): void {
  app.get(OUTBOX_PATH, { config: { beside: true } }, (_request, reply) =>
    reply.headers(API_HEADERS).send({ data: { total: outbox.messages.length, items: outbox.messages } }),
  );
}
