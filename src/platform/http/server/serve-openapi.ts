import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { OPEN } from '../../access/server/rights.ts';
import type { Services } from '../../context/server/services.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { offered, resourceEndpoints, resourceSpecOf } from '../../resources/contract/resource.ts';
import { lazily } from '../../runtime/server/lazily.ts';
import { root } from '../../runtime/server/root.ts';
import { isOwn } from '../../schema/own-resource.ts';
import type { EntitySchema } from '../../schema/types.ts';
import { sendTagged } from './answer.ts';
import { findSession, proveCaller } from './authenticate.ts';
import { openApi } from './openapi.ts';
import { header } from './request.ts';

/** Documents of organisations that are kept; one has some hundred kilobytes. */
const KEPT = 20;
/** Every member of staff may read what an organisation has. */
const ACCESS = { auth: 'org', area: 'directory', act: OPEN } as const;

const version = lazily(
  () => (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version,
);

/** The calls of an organisation: those that its schemas offer, and those of its own resources at their own addresses. */
function callsOf(declared: readonly EndpointSpec[], schemas: readonly EntitySchema[]): EndpointSpec[] {
  const byName = new Map(schemas.map((schema) => [schema.$id, schema]));
  const ofCore = declared.filter((endpoint) => {
    if (endpoint.entity === undefined) return true;
    const schema = byName.get(endpoint.entity.name);
    return endpoint.entity.param === undefined && schema !== undefined && offered(schema)(endpoint);
  });
  const ofOwn = schemas
    .filter(isOwn)
    .flatMap((schema) => Object.values(resourceEndpoints(resourceSpecOf(schema))).filter(offered(schema)));
  return [...ofCore, ...ofOwn];
}

/** The document of one organisation, with its own fields and resources. */
export function openApiOf(declared: readonly EndpointSpec[], resources: Readonly<Record<string, EntitySchema>>) {
  const schemas = Object.values(resources);
  return openApi(callsOf(declared, schemas), schemas, version());
}

/**
 * The organisation of a signed request.
 *
 * @throws AppError AC_* where the signature is wrong, or the role may not read what the organisation has
 */
async function orgOf(services: Services, request: FastifyRequest): Promise<string> {
  const session = await findSession(services, request);
  const caller = await proveCaller(services, request, session, undefined, { access: ACCESS });
  const claim = {
    orgId: header(request.headers['org-id']),
    orgType: header(request.headers['org-type']),
    roleId: header(request.headers['role-id']),
  };
  const actor = await services.access.resolveActor(caller.userId, claim, caller);
  if (!services.access.decide(actor, ACCESS.area, ACCESS.act)) throw new AppError('AC_FORBIDDEN');
  return actor.orgId;
}

/**
 * `GET /openapi.json`: unsigned, the calls that all organisations have; signed, those of the caller's organisation with
 * its own fields and resources.
 */
export function serveOpenApi(app: FastifyInstance, declared: readonly EndpointSpec[], services: Services): void {
  const common = lazily(() => JSON.stringify(openApi(declared, services.schemas.core(), version())));
  const kept = new LRUCache<string, string>({ max: KEPT });
  const documentOf = (orgId: string): string => {
    const { version: of, resources } = services.schemas.all(orgId);
    const known = kept.get(of);
    if (known !== undefined) return known;
    const text = JSON.stringify(openApiOf(declared, resources));
    kept.set(of, text);
    return text;
  };
  app.get('/openapi.json', { config: { beside: true } }, async (request, reply) => {
    const isSigned = request.headers.authorization !== undefined;
    return sendTagged(request, reply, isSigned ? documentOf(await orgOf(services, request)) : common());
  });
}
