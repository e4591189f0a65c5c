import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';

export type { Logger };

/** Stack frames only: the first line repeats the message, which for a database error may contain a personal value. */
const frames = (stack: string | undefined): string | undefined =>
  stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');

const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * An error for the log: kind, code, frames and causes. Messages of the database (`invalid input syntax for type
 * integer: "…"`, `Key (mobile)=(…)`) and all other properties may contain personal values, and are omitted.
 */
export function loggable(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  const fromDatabase = typeof code === 'string' && SQL_STATE.test(code);
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(fromDatabase ? {} : { message: error.message }),
    stack: frames(error.stack),
    ...(error.cause !== undefined && depth < 4 ? { cause: loggable(error.cause, depth + 1) } : {}),
  };
}

/** One JSON object per line. Requests, bodies, headers and raw addresses are never logged. */
export const createLog = (level: string, stream: DestinationStream): Logger =>
  pino({ level, timestamp: stdTimeFunctions.isoTime, base: undefined, serializers: { err: loggable } }, stream);

/** The relevant log lines of Fastify, without the request and address that it would add. */
export class Journal extends LogController {
  readonly #log: Logger;

  constructor(log: Logger) {
    super({ disableRequestLogging: true });
    this.#log = log;
  }

  override streamError(error: Error, request: FastifyRequest, _reply: FastifyReply): void {
    // A client may disconnect: every closed window ends its stream with this error.
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
      this.#log.info({ request_id: request.id }, 'the client disconnected before the end of the answer');
    else this.#log.warn({ request_id: request.id, err: error }, 'answer cut short');
  }

  override serializerError(error: Error, request: FastifyRequest): void {
    this.#log.error({ request_id: request.id, err: error }, 'answer does not fit its schema');
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    this.#log.warn({ request_id: request.id, err: error }, 'answer could not be begun');
  }
}
