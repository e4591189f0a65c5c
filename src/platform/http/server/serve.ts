import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Blob, OrgContext } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { logRead } from '../../resources/server/log-read.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { underSchema } from '../../schema/server/under-schema.ts';
import { sendBlob, sendEvents, sendJson, sendTagged } from './answer.ts';
import { idempotencyKey, type Content } from './check-content.ts';
import type { Contexts } from './context-for.ts';
import { createOnce } from './create-once.ts';
import { requireEntity } from './entity.ts';
import { readEntries } from './read-entry.ts';
import type { Route } from './route.ts';

/** An admitted request with checked content. */
export interface Checked extends Contexts {
  raw: Buffer | undefined;
  content: Content;
  entity: Entity | undefined;
}

/** Runs the handler and sends its answer, reduced to the declared fields. */
export async function serve(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  checked: Checked,
): Promise<FastifyReply> {
  const { endpoint } = route;
  if (endpoint.kind === 'stream') return sendEvents(reply, (await handled(route, checked)) as Readable);
  if (endpoint.kind === 'blob') return sendBlob(reply, (await handled(route, checked)) as Blob);
  const { status = 200 } = endpoint;
  const answer = async (contexts: Contexts) =>
    encode(route, reply, await handled(route, { ...checked, ...contexts }), checked.entity);
  const { ctx, org, raw } = checked;

  const key = status === 201 && org ? idempotencyKey(request) : undefined;
  if (key !== undefined && org) {
    const create = (bound: OrgContext) => answer({ ctx: bound, org: bound });
    const once = await underSchema(org, () => createOnce(org, key, fingerprint(endpoint, org.actor, raw), create));
    if (once.replayed) reply.header('idempotency-replayed', 'true');
    return sendJson(reply, status, once.answer);
  }
  const json = await underSchema(ctx, () => answer(checked));
  await request.whenDurable?.();
  return endpoint.etag ? sendTagged(request, reply, json) : sendJson(reply, status, json);
}

/** The handler's answer. Writes its read-log entries before anything is sent. */
async function handled({ endpoint, handle }: Route, { ctx, org, content, entity }: Checked): Promise<unknown> {
  // `contextFor` and `checkContent` have verified that both match the declaration.
  const data = await handle(ctx as never, content as never);
  const entries = readEntries(endpoint, entity, content.params, data);
  if (entries.length === 0) return data;
  if (!org) throw new Error(`${endpoint.name} is logged and has no organisation`);
  // They share a commit (`EntryLog`).
  await Promise.all(entries.map((entry) => logRead(org, entry)));
  return data;
}

const encode = (
  { endpoint, encodeEntity }: Route,
  reply: FastifyReply,
  data: unknown,
  entity: Entity | undefined,
): string =>
  encodeEntity
    ? encodeEntity(requireEntity(entity), data)
    : (reply.code(endpoint.status ?? 200).serialize({ data }) as string);

/** Role, endpoint and content: these must be equal in a repeated request. */
const fingerprint = ({ name }: EndpointSpec, actor: Actor, raw: Buffer | undefined): string =>
  createHash('sha256')
    .update(`${name}\n${actor.roleId}\n`)
    .update(raw ?? '')
    .digest('base64url');
