import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AppKind } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { AppError } from '../../errors/app-error.ts';
import { invalid } from '../../errors/invalid.ts';
import { accountKey } from '../../identity/sign-in.ts';
import type { Entity } from '../../schema/server/entity.ts';
import { requireEntity } from './entity.ts';
import type { Throttle } from './limits.ts';
import { header } from './request.ts';
import type { Route } from './route.ts';

const APPS: Readonly<Record<string, AppKind>> = { 'portal-web': 'web', 'portal-mobile': 'mobile' };

/** @throws AppError PSY_INVALID_INPUT where the client does not name its app */
export function appKind({ fromServers }: EndpointSpec, request: FastifyRequest): AppKind {
  const kind = fromServers ? 'web' : APPS[header(request.headers['app-id'])];
  if (!kind) throw invalid('/app-id', '请求头 app-id 应为 portal-web 或 portal-mobile');
  return kind;
}

/** Path and query as sent are visible ASCII; everything else is percent-encoded, and NUL is no text. */
const NOT_ALLOWED_IN_URL = /[^!-~]|%00/;

/** The parts of a request that its handler uses. */
export interface Content {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Reads the content and validates it by the contract. Rows of an entity are validated where they are written
 * (`write-rows.ts`), and a file's bytes are left to its handler.
 *
 * @throws AppError PSY_INVALID_INPUT with every field, PSY_NOT_FOUND
 */
export function checkContent(
  { endpoint, readJson, checkParts }: Route,
  request: FastifyRequest,
  raw: Buffer | undefined,
  entity: Entity | undefined,
): Content {
  if (NOT_ALLOWED_IN_URL.test(request.raw.url ?? '')) throw invalid('', '地址中含有不允许的字符');
  const isFile = endpoint.upload !== undefined;
  const body = !isFile && raw?.length ? readJson(request, raw) : undefined;
  const parts = { params: request.params, query: request.query, body };
  const details = checkParts(parts);
  if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
  if (endpoint.entity) requireEntity(entity);
  return isFile ? { ...parts, body: raw ?? Buffer.alloc(0) } : parts;
}

/** Invented names share a fixed number of counters, so that they occupy a bounded memory. */
const BUCKETS = 2 ** 18;
const bucketOf = (account: string): string =>
  (createHash('sha256').update(account).digest().readUInt32BE(0) % BUCKETS).toString(36);

/**
 * Requests that name an account count against the limit of that account, from any address. A device that signed in
 * before has a limit of its own, which requests from elsewhere cannot use up.
 */
export async function throttleAccount(
  throttle: Throttle,
  name: string,
  body: unknown,
  device: string | undefined,
): Promise<void> {
  if (typeof body !== 'object' || body === null || !('account' in body) || typeof body.account !== 'string') return;
  const account = bucketOf(accountKey(body.account));
  await throttle(name, 'account', device === undefined ? account : `${device}:${account}`);
}

const KEY = /^[\x21-\x7e]{1,128}$/;

/** The idempotency key of a create request, if present. @throws AppError PSY_INVALID_INPUT */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || (typeof key === 'string' && KEY.test(key))) return key;
  throw invalid('/idempotency-key', '请求头 idempotency-key 应为 1–128 个可见字符');
}
