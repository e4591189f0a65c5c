import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Blob } from '../../context/server/context.ts';
import { API_HEADERS } from './headers.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends text that is JSON already. */
export const sendJson = (reply: FastifyReply, status: number, json: string): FastifyReply =>
  reply.code(status).headers(API_HEADERS).header('content-type', JSON_TYPE).send(json);

/**
 * Like `sendJson` with an ETag, or 304 where the client has the same version. The client must revalidate before every
 * use, because the answer depends on the current organisation and role.
 */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, json: string): FastifyReply {
  const tag = `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`;
  reply.headers(API_HEADERS).header('cache-control', 'private, no-cache').header('etag', tag);
  const held = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return held.includes(tag) || held.includes('*')
    ? reply.code(304).send()
    : reply.code(200).header('content-type', JSON_TYPE).send(json);
}

/** `filename*` of RFC 8187. */
const encodedName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Headers of a file. Opened directly it cannot run scripts; with a name it is downloaded instead of shown. */
export const fileHeaders = (fileName: string | undefined) => ({
  ...API_HEADERS,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ...(fileName !== undefined && { 'content-disposition': `attachment; filename*=UTF-8''${encodedName(fileName)}` }),
});

export const sendBlob = (reply: FastifyReply, { contentType, fileName, size, body }: Blob): FastifyReply =>
  reply
    .headers({ ...fileHeaders(fileName), ...(size !== undefined && { 'content-length': size }) })
    .type(contentType)
    .send(body);

/** A stream of events. Tells proxies not to buffer, and all caches not to store or compress it. */
export const sendEvents = (reply: FastifyReply, events: Readable): FastifyReply =>
  reply
    .headers({ ...API_HEADERS, 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .type('text/event-stream; charset=utf-8')
    .send(events);
