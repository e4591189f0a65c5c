import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '../../contract/common.ts';
import { isConnectionLost, isStorageFull, isTimeout } from '../../db/server/errors.ts';
import { AppError } from '../../errors/app-error.ts';
import { errorOf, type ErrorCode } from '../../errors/catalogue.ts';
import { StoreUnavailable } from '../../objects/server/store.ts';
import { JSON_TYPE } from './answer.ts';
import { API_HEADERS } from './headers.ts';
import type { Logger } from './log.ts';

/** Maps Fastify's own refusals to codes of the catalogue. */
const FROM_FASTIFY: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'PSY_UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'PSY_BODY_TOO_LARGE',
  FST_ERR_MAX_PARAM_LENGTH: 'PSY_NOT_FOUND',
};

/** A limit, so that the answer cannot become larger than the request. */
const DETAILS_MAX = 1000;

/** Any error as one of the catalogue; an unknown error is `PSY_INTERNAL`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isConnectionLost(error) || isTimeout(error) || error instanceof StoreUnavailable)
    return new AppError('PSY_UNAVAILABLE', { cause: error });
  if (isStorageFull(error)) return new AppError('PSY_STORAGE_FULL', { cause: error });
  return new AppError(refusedByFastify(error) ?? 'PSY_INTERNAL', { cause: error });
}

/** The code for a refusal by Fastify or a plugin; undefined where the server itself is at fault. */
function refusedByFastify(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as Error & { code?: unknown; statusCode?: unknown };
  const isClients = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  return FROM_FASTIFY[String(code)] ?? (isClients ? 'PSY_MALFORMED_BODY' : undefined);
}

/**
 * The failure body of `api.md`. The message of an AppError is sent to the client, the message of any other error is
 * not.
 */
export const failureBody = (error: AppError, requestId: string): Failure => ({
  code: error.code,
  message: error.message,
  request_id: requestId,
  ...(error.details?.length ? { details: error.details.slice(0, DETAILS_MAX) } : {}),
});

/** Fastify's error handler: answers in the standard envelope, and logs server faults. */
export const errorHandler =
  (log: Logger) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = asAppError(error);
    request.failure = failure.code;
    if (failure.status >= 500) {
      const line = { request_id: request.id, route: request.routeOptions.url, err: failure.cause ?? failure };
      if (failure.code === 'PSY_INTERNAL') log.error(line, 'request failed');
      else log.warn(line, 'request not served');
    }
    // The client of an oversized body would continue to send.
    if (failure.code === 'PSY_BODY_TOO_LARGE' || failure.code === 'PSY_REQUEST_TIMEOUT')
      reply.header('connection', 'close');
    if (failure.retryInMs !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(failure.retryInMs / 1000)));
    // A file that failed before its first byte has set its own.
    for (const header of ['content-disposition', 'content-length']) reply.removeHeader(header);
    void reply.code(failure.status).headers(API_HEADERS).type(JSON_TYPE).send(failureBody(failure, request.id));
  };

const CLIENT_ERRORS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'PSY_HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'PSY_REQUEST_TIMEOUT',
};

/**
 * Answers requests that could not be parsed: a malformed or oversized head, or one that did not arrive in time. Their
 * content is not logged.
 */
export const clientErrorHandler =
  (log: Logger, nextId: () => string) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const code = CLIENT_ERRORS[error.code ?? ''] ?? 'PSY_MALFORMED_BODY';
    const requestId = nextId();
    log.debug({ request_id: requestId, code: error.code }, 'unreadable request');
    const body = JSON.stringify(failureBody(new AppError(code), requestId));
    const { status } = errorOf(code);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      ...Object.entries(API_HEADERS).map(([k, v]) => `${k}: ${v}`),
    ];
    if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    else socket.destroy();
  };
