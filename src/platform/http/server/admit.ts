import type { FastifyRequest } from 'fastify';
import { isProtected } from '../../access/secondary.ts';
import { requireService } from '../../access/server/service-rules.ts';
import type { Actor, Caller, ServiceGrant } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { network } from '../../identity/server/network.ts';
import { isInside } from '../../identity/server/networks.ts';
import { requireSecondaryToken } from '../../identity/server/secondary-tokens.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { findSession, proveCaller } from './authenticate.ts';
import { rawBody } from './body.ts';
import { entityOf } from './entity.ts';
import { header } from './request.ts';
import type { Route } from './route.ts';

/** Whether the endpoint accepts requests without a signature and this one has none. */
export const isUnsigned = ({ access }: EndpointSpec, { headers }: FastifyRequest): boolean =>
  access.auth === 'public' || (access.auth === 'optional' && headers.authorization === undefined);

/**
 * Decides whether the request is allowed: session, body as bytes, signature and nonce, role, right, second step. Sets
 * caller and actor on the request. @returns the body's bytes @throws AppError AC_* or PSY_* where it is not allowed
 */
export async function admit(route: Route, request: FastifyRequest): Promise<Buffer | undefined> {
  const { endpoint, services, throttle, bodyLimit } = route;
  if (isUnsigned(endpoint, request)) {
    await throttle(endpoint.name, 'address', network(request.ip));
    return rawBody(request, bodyLimit);
  }
  const session = await findSession(services, request);
  const raw = await rawBody(request, bodyLimit);
  const caller = await proveCaller(services, request, session, raw, endpoint);
  if (!endpoint.passive) await noteUse(services, request, session.mac.id);

  if (caller.service) await requireSystemCall(route, request, caller.userId, caller.service);
  request.caller = caller;
  request.actor = await actorOf(route, request, caller);
  const area = requireRight(route, request, request.actor);
  await requireVerified(services, request, caller, request.actor, area, endpoint.verified);
  return raw;
}

/**
 * A system calls from its networks, for its organisation, and opens nothing that is made for people: pages, streams,
 * accounts. @throws AppError AC_FORBIDDEN; AC_TOO_MANY_REQUESTS
 */
async function requireSystemCall(
  { endpoint, throttle }: Route,
  { ip }: FastifyRequest,
  userId: string,
  { networks }: ServiceGrant,
): Promise<void> {
  const isForPeople = endpoint.access.auth !== 'org' || endpoint.kind === 'stream';
  if ((isForPeople && endpoint.limited !== 'session') || !isInside(networks, ip)) throw new AppError('AC_FORBIDDEN');
  await throttle('system', 'account', userId);
}

/** Extends the session. A failure to write that down does not stop the request. */
const noteUse = ({ sessions, log }: Services, request: FastifyRequest, sessionId: string): Promise<void> =>
  sessions
    .touch(sessionId)
    .catch((error: unknown) => log.warn({ err: error, request_id: request.id }, 'the use of a session was not noted'));

/** The actor of an organisation's endpoint; an account's endpoint may be called before an organisation was chosen. */
async function actorOf(
  { endpoint, services: { access } }: Route,
  { headers }: FastifyRequest,
  caller: Caller,
): Promise<Actor | null> {
  const claim = {
    orgId: header(headers['org-id']),
    orgType: header(headers['org-type']),
    roleId: header(headers['role-id']),
  };
  if (caller.service && endpoint.access.auth === 'org')
    return access.resolveService(caller.userId, caller.service, claim);
  if (caller.service) return null;
  if (caller.limit) return access.resolveLimited(caller.userId, caller.limit, claim);
  if (endpoint.access.auth !== 'org' && !claim.orgId && !claim.orgType && !claim.roleId) return null;
  return access.resolveActor(caller.userId, claim, caller);
}

/** @returns the area of the request; empty where its endpoint requires no right */
function requireRight(route: Route, request: FastifyRequest, actor: Actor | null): string {
  const { access } = route.endpoint;
  const { services } = route;
  if (access.auth !== 'org') return '';
  if (!actor) throw new AppError('AC_FORBIDDEN');
  const area = areaOf(route, request, actor, access.area);
  requireService(services.access.serves, actor, area, access.act, services.clock.now());
  if (!services.access.decide(actor, area, access.act)) throw new AppError('AC_FORBIDDEN');
  return area;
}

/** The entity that the request is about, as the actor's organisation has it. */
export const entityIn = ({ endpoint, services }: Route, { params }: FastifyRequest, { orgId }: Actor) =>
  entityOf(endpoint, services.schemas, orgId, params);

/** A tenant's own resource declares its area itself. */
function areaOf(route: Route, request: FastifyRequest, actor: Actor, area: string): string {
  if (route.endpoint.entity?.param === undefined) return area;
  const entity: Entity | undefined = entityIn(route, request, actor);
  return entity?.schema['x-resource'].area ?? area;
}

/**
 * Requires the second-step token where the area is protected or the endpoint always requires it. The MAC covers the
 * token. @throws AppError PSY_INVALID_SECONDARY_TOKEN
 */
export async function requireVerified(
  services: Services,
  { headers }: FastifyRequest,
  caller: Caller,
  actor: Actor | null,
  area: string,
  always?: true,
): Promise<void> {
  const protectedArea = actor !== null && isProtected(actor.security.verified, area);
  if (protectedArea || always)
    await requireSecondaryToken(
      services,
      caller,
      { orgId: actor?.orgId ?? '', authenticator: actor?.security.authenticatorRequired ?? false },
      header(headers['secondary-token']),
    );
}

/**
 * Whether the listener of a stream is still allowed. Throws where the database is unavailable, which does not change
 * rights.
 */
export async function stillMay(route: Route, request: FastifyRequest): Promise<boolean> {
  const { endpoint, services } = route;
  try {
    const { caller } = await findSession(services, request);
    const actor = await actorOf(route, request, caller);
    const { access } = endpoint;
    return access.auth === 'org' && actor !== null && services.access.decide(actor, access.area, access.act);
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
