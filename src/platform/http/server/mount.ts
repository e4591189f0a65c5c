import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isProtected } from '../../access/secondary.ts';
import { requireService } from '../../access/server/service-rules.ts';
import { logRead } from '../../audit/server/log-read.ts';
import type { AuditEntry } from '../../audit/server/queries/audit-logs.ts';
import type {
  Actor,
  AppKind,
  Blob,
  Caller,
  Implementation,
  Services,
  StreamContext,
} from '../../context/server/context.ts';
import type { FailureDetail } from '../../contract/common.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { deviceOf } from '../../identity/device.ts';
import { requireSecondaryToken } from '../../identity/server/secondary-tokens.ts';
import { accountKey } from '../../identity/sign-in.ts';
import { own } from '../../schema/json.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { underSchema } from '../../schema/server/under-schema.ts';
import { fieldsOf } from '../../schema/types.ts';
import { sendBlob, sendEvents, sendJson, sendTagged } from './answer.ts';
import { findSession, proveSignature } from './authenticate.ts';
import { jsonReader, rawBody } from './body.ts';
import { createOnce } from './create-once.ts';
import { entityBodyCheck, entityEncoder, entityOf, requireEntity } from './entity.ts';
import type { Throttle } from './limits.ts';
import { header } from './request.ts';
import { partsCheck } from './validation.ts';

export interface MountOptions {
  services: Services;
  throttle: Throttle;
  /** Bytes; an endpoint may allow less, and files have limits of their own. */
  bodyLimit: number;
}

const APPS: Readonly<Record<string, AppKind>> = { 'portal-web': 'web', 'portal-mobile': 'mobile' };

const refuse = (field: string, message: string) => new AppError('PSY_INVALID_INPUT', { details: [{ field, message }] });

/** @throws AppError where the client does not say which app it is */
function appKind(request: FastifyRequest): AppKind {
  const kind = APPS[header(request.headers['app-id'])];
  if (!kind) throw refuse('/app-id', '请求头 app-id 应为 portal-web 或 portal-mobile');
  return kind;
}

/** Path and query as sent are visible ASCII; everything else is percent-encoded, and NUL is no text. */
const UNSPEAKABLE = /[^!-~]|%00/;

const KEY = /^[\x21-\x7e]{1,128}$/;

/** The key of a create call that may be repeated, where one came. */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key;
  throw refuse('/idempotency-key', '请求头 idempotency-key 应为 1–128 个可见字符');
}

/** The actor of an organisation's call; an account's call may come before an organisation was chosen. */
async function actorOf(
  { access }: Services,
  { headers }: FastifyRequest,
  caller: Caller,
  needed: boolean,
): Promise<Actor | null> {
  const claim = {
    orgId: header(headers['org-id']),
    orgType: header(headers['org-type']),
    roleId: header(headers['role-id']),
  };
  if (!needed && !claim.orgId && !claim.orgType && !claim.roleId) return null;
  return access.resolveActor(caller.userId, claim);
}

/**
 * One route of the contract. What happens to a request stands here in its order: session, body as bytes, signature and
 * nonce, role, right, second-step verification, then the content is read, checked and handed to the handler, and its
 * answer is cut to what the declaration shows.
 */
export function mount(
  app: FastifyInstance,
  { endpoint, handle }: Implementation,
  { services, throttle, bodyLimit }: MountOptions,
): void {
  const { name, method, path, access: right, status = 200 } = endpoint;
  const limit = endpoint.upload ?? Math.min(endpoint.bodyLimit ?? bodyLimit, bodyLimit);
  const readJson = jsonReader(app);
  const checkParts = partsCheck(endpoint);
  const checkEntity = entityBodyCheck(endpoint);
  const encodeEntity = entityEncoder(endpoint);

  /** Proves who asks, and that they may. Sets caller and actor on the request; answers the body's bytes. */
  async function admit(request: FastifyRequest): Promise<Buffer | undefined> {
    const { mac, caller, code } = await findSession(services, request);
    const raw = await rawBody(request, limit);
    await proveSignature(services, request, mac, caller, code, raw);
    // Whoever reads is not turned away because that cannot be written down.
    if (!endpoint.passive)
      await services.sessions
        .touch(mac.id)
        .catch((error: unknown) =>
          services.log.warn({ err: error, request_id: request.id }, 'the use of a session was not noted'),
        );
    request.caller = caller;
    request.actor = await actorOf(services, request, caller, right.auth === 'org');
    const area = right.auth === 'org' && request.actor ? areaOf(request, request.actor, right.area) : '';
    if (right.auth === 'org' && request.actor)
      requireService(services.access.serves, request.actor, area, right.act, services.clock.now());
    if (right.auth === 'org' && !(request.actor && services.access.decide(request.actor, area, right.act)))
      throw new AppError('AC_FORBIDDEN');
    await requireVerified(request, caller, request.actor, area, endpoint.verified);
    return raw;
  }

  /**
   * Where the area is protected, or the call always is, whoever may make it has to prove a second time who they are.
   * The token is under the MAC already.
   */
  async function requireVerified(
    { headers }: FastifyRequest,
    caller: Caller,
    actor: Actor | null,
    area: string,
    always?: true,
  ): Promise<void> {
    const protectedArea = actor !== null && isProtected(actor.security.verified, area);
    if (protectedArea || always)
      await requireSecondaryToken(services, caller, actor?.orgId ?? '', header(headers['secondary-token']));
  }

  const entityIn = (request: FastifyRequest, { orgId }: Actor): Entity | undefined =>
    entityOf(endpoint, services.schemas, orgId, request.params);
  /** A tenant's own resource is open to whom its own area is. */
  const areaOf = (request: FastifyRequest, actor: Actor, area: string): string =>
    endpoint.entity?.param === undefined ? area : (entityIn(request, actor)?.schema['x-resource'].area ?? area);

  /** Who sends no signature to a call that may do without one is nobody. */
  const isUnsigned = ({ headers }: FastifyRequest): boolean =>
    right.auth === 'public' || (right.auth === 'optional' && headers.authorization === undefined);

  async function admitPublic(request: FastifyRequest): Promise<Buffer | undefined> {
    await throttle(name, 'address', request.ip);
    return rawBody(request, limit);
  }

  function checked(
    request: FastifyRequest,
    raw: Buffer | undefined,
    entity: Entity | undefined,
  ): { params: unknown; query: unknown; body: unknown } {
    if (UNSPEAKABLE.test(request.raw.url ?? '')) throw refuse('', '地址中含有不允许的字符');
    // A file is what it is: whoever reads it looks at its bytes.
    const body = endpoint.upload === undefined && raw?.length ? readJson(request, raw) : undefined;
    const parts = { params: request.params, query: request.query, body };
    const details: FailureDetail[] = checkParts(parts);
    if (details.length === 0 && checkEntity) details.push(...checkEntity(requireEntity(entity), body));
    if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
    return endpoint.upload === undefined ? parts : { ...parts, body: raw ?? Buffer.alloc(0) };
  }

  /** Asked again while somebody listens; a database that is away changes nobody's rights. */
  async function stillMay(request: FastifyRequest): Promise<boolean> {
    try {
      const { caller } = await findSession(services, request);
      const actor = await actorOf(services, request, caller, true);
      return right.auth === 'org' && actor !== null && services.access.decide(actor, right.area, right.act);
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  const encode = (reply: FastifyReply, data: unknown, entity: Entity | undefined): string =>
    encodeEntity ? encodeEntity(requireEntity(entity), data) : (reply.code(status).serialize({ data }) as string);

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    request.endpoint = endpoint;
    const raw = isUnsigned(request) ? await admitPublic(request) : await admit(request);
    const kind = appKind(request);
    const entity = request.actor ? entityIn(request, request.actor) : undefined;
    const input = checked(request, raw, entity);
    if (endpoint.entity) requireEntity(entity);
    if (isUnsigned(request)) await throttleAccount(throttle, name, input.body);

    const { caller, actor } = request;
    // What a handler is given follows from its declaration: callers and actors are there where `access` says so.
    const proveVerified = async (other: string) => {
      if (caller) await requireVerified(request, caller, actor, other);
    };
    const ctx = {
      services,
      caller,
      actor,
      requestId: request.id,
      appKind: kind,
      address: request.ip,
      device: deviceOf(header(request.headers['user-agent'])),
      resource: entity?.name,
      proveVerified,
      lastEventId: header(request.headers['last-event-id']) || undefined,
      stillMay: () => stillMay(request),
    } as StreamContext;
    const handled = async () => {
      const data = await handle(ctx, input as never);
      const read = readEntry(endpoint, entity, input.params, data);
      if (read) await logRead(ctx, read);
      return data;
    };
    if (endpoint.kind === 'stream') return sendEvents(reply, (await handled()) as Readable);
    if (endpoint.kind === 'blob') return sendBlob(reply, (await handled()) as Blob);
    const answer = async () => encode(reply, await handled(), entity);

    const key = status === 201 && caller && actor ? idempotencyKey(request) : undefined;
    if (key !== undefined) {
      const once = await underSchema(ctx, () => createOnce(ctx, key, fingerprint(endpoint, actor, raw), answer));
      if (once.replayed) reply.header('idempotency-replayed', 'true');
      return sendJson(reply, status, once.answer);
    }
    const json = await underSchema(ctx, answer);
    return endpoint.etag ? sendTagged(request, reply, json) : sendJson(reply, status, json);
  }

  app.route({
    method,
    url: path,
    handler: serve,
    config: { endpoint },
    ...(endpoint.response && !encodeEntity
      ? { schema: { response: { [status]: { type: 'object', properties: { data: endpoint.response } } } } }
      : {}),
  });
}

/**
 * What the log tells of a reader: what the declaration says, and of a row of a kind that has protected values that it
 * was looked at.
 */
function readEntry(
  { logged, entity: about, summary }: EndpointSpec,
  entity: Entity | undefined,
  params: unknown,
  data: unknown,
): AuditEntry | undefined {
  const rowId = String(own(params, 'id') ?? '*');
  if (logged !== undefined) return { act: 'read', resource: logged, rowId, after: { content: summary } };
  if (!entity || about?.op !== 'get' || !hasProtected(entity)) return undefined;
  const { id, label } = entity.schema['x-resource'];
  return {
    act: 'read',
    resource: entity.name,
    rowId: String(own(data, id) ?? rowId),
    rowLabel: String(own(data, label) ?? ''),
  };
}

const hasProtected = ({ schema }: Entity): boolean =>
  fieldsOf(schema).some(([, field]) => field['x-mask'] !== undefined || field['x-confidential'] !== undefined);

/** Calls that name an account are counted for it, wherever they come from. */
async function throttleAccount(throttle: Throttle, name: string, body: unknown): Promise<void> {
  if (typeof body !== 'object' || body === null || !('account' in body) || typeof body.account !== 'string') return;
  await throttle(name, 'account', accountKey(body.account));
}

/** Role, call and content: what a repeated call has in common with the first. */
const fingerprint = ({ name }: EndpointSpec, actor: Actor | null, raw: Buffer | undefined): string =>
  createHash('sha256')
    .update(`${name}\n${actor?.roleId}\n`)
    .update(raw ?? '')
    .digest('base64url');
