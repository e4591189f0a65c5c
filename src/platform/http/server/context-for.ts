import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppKind, OrgContext, RequestContext } from '../../context/server/context.ts';
import { accountContext, orgContext, requestContext, streamContext } from '../../context/server/make-context.ts';
import type { Services } from '../../context/server/services.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { databaseWith } from '../../db/server/database-with.ts';
import { deviceOf } from '../../identity/device.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { requireVerified, stillMay } from './admit.ts';
import { deviceCookie } from './device-cookie.ts';
import { header } from './request.ts';
import type { Route } from './route.ts';

/** The context for the handler, and the same as an organisation context where the request has a role. */
export interface Contexts {
  ctx: RequestContext;
  org?: OrgContext;
}

/** The services for a request. While its nonce is being written to the disk, what changes rows waits for that. */
function servicesFor({ services }: Route, { whenDurable }: FastifyRequest): Services {
  if (!whenDurable) return services;
  const { db } = services;
  return {
    ...services,
    db: databaseWith(db, {
      write: (tenant, statements) => whenDurable().then(() => db.write(tenant, statements)),
      transaction: (tenant, work, options) => whenDurable().then(() => db.transaction(tenant, work, options)),
    }),
  };
}

/**
 * Builds the kind of context that the endpoint declares, from the caller and actor that `admit` has verified.
 *
 * @throws Error where caller or actor are missing although the declaration requires them
 */
export function contextFor(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  appKind: AppKind,
  entity: Entity | undefined,
): Contexts {
  const { endpoint } = route;
  const { caller, actor } = request;
  const services = servicesFor(route, request);
  const base = requestContext({
    services,
    caller,
    actor,
    requestId: request.id,
    appKind,
    origin: `${request.protocol}://${header(request.headers.host).toLowerCase()}`,
    address: request.ip,
    device: deviceOf(header(request.headers['user-agent'])),
    deviceCookie: deviceCookie(request, reply),
    secondaryToken: header(request.headers['secondary-token']),
    resource: entity?.name,
  });
  const { auth } = endpoint.access;
  if (!caller) return { ctx: requireKind(endpoint, auth === 'public' || auth === 'optional', base) };
  const account = accountContext(base, caller);
  if (!actor) return { ctx: requireKind(endpoint, auth !== 'org' && endpoint.kind !== 'stream', account) };

  const org = orgContext(account, actor, (area) => requireVerified(services, request, caller, actor, area));
  if (endpoint.kind !== 'stream') return { ctx: org, org };
  const lastEventId = header(request.headers['last-event-id']) || undefined;
  return { ctx: streamContext(org, { lastEventId, stillMay: () => stillMay(route, request) }), org };
}

function requireKind<C extends RequestContext>({ name }: EndpointSpec, isKind: boolean, ctx: C): C {
  if (!isKind) throw new Error(`${name} was admitted without the caller or actor that it declares`);
  return ctx;
}
