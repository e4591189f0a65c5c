import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FailureDetail } from '../../contract/common.ts';
import { AppError } from '../../errors/app-error.ts';
import { pointer } from '../../schema/json.ts';

/** Maximum nesting of accepted content; deeper content could overflow the stack of recursive code. */
const DEPTH_MAX = 16;

const hasBody = (request: FastifyRequest): boolean => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && length !== '0');
};

/** Milliseconds until a body must have arrived; browsers wait as long for the answer (`spec §9`). */
const BODY_TIMEOUT_MS = 60_000;

/**
 * The body's bytes as they were sent; undefined without a body.
 *
 * @throws AppError `PSY_BODY_TOO_LARGE`, `PSY_MALFORMED_BODY` where the client disconnected while sending,
 *   `PSY_REQUEST_TIMEOUT`
 */
export function rawBody(request: FastifyRequest, limit: number): Promise<Buffer> | undefined {
  if (!hasBody(request)) return undefined;
  const { raw } = request;
  if (Number(request.headers['content-length']) > limit) throw new AppError('PSY_BODY_TOO_LARGE');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (end: () => void) => {
      clearTimeout(timer);
      raw.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      end();
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else settle(() => reject(new AppError('PSY_BODY_TOO_LARGE')));
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, size)));
    const onCut = () => settle(() => reject(new AppError('PSY_MALFORMED_BODY')));
    const timer = setTimeout(() => settle(() => reject(new AppError('PSY_REQUEST_TIMEOUT'))), BODY_TIMEOUT_MS);
    raw.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}

/** Whether brackets outside of strings nest too deep. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const c = json.charCodeAt(i);
    if (inString) {
      if (c === 0x5c) i++; // Backslash: the next character cannot end the string.
      else if (c === 0x22) inString = false;
    } else if (c === 0x22) inString = true;
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > DEPTH_MAX) return true;
    } else if (c === 0x7d || c === 0x5d) depth--;
  }
  return false;
}

/** NUL and lone surrogates are no text: databases refuse the one, UTF-8 the other. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Strings and property names with characters that cannot be stored, by their path. */
function* unstorable(value: unknown, at = ''): Generator<FailureDetail> {
  if (typeof value === 'string' && UNSTORABLE.test(value)) yield { field: at, message: '含有不允许的字符' };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (UNSTORABLE.test(key)) yield { field: at, message: '字段名含有不允许的字符' };
    else yield* unstorable(child, at + pointer(key));
  }
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Reads JSON strictly: UTF-8, of sane depth, without `__proto__`, NUL and lone surrogates.
 *
 * @throws AppError `PSY_UNSUPPORTED_MEDIA_TYPE`, `PSY_MALFORMED_BODY`, `PSY_INVALID_INPUT`
 */
export function jsonReader(app: FastifyInstance): (request: FastifyRequest, raw: Buffer) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, raw) => {
    const { 'content-type': type = '', 'content-encoding': encoding } = request.headers;
    if (!JSON_TYPE.test(type) || (encoding !== undefined && encoding !== 'identity'))
      throw new AppError('PSY_UNSUPPORTED_MEDIA_TYPE');
    if (!isUtf8(raw)) throw new AppError('PSY_MALFORMED_BODY', { message: '请求内容不是 UTF-8 编码' });
    const text = raw.toString();
    if (isTooDeep(text)) throw new AppError('PSY_MALFORMED_BODY', { message: '请求内容嵌套过深' });
    let result: unknown;
    let failed: Error | null = null;
    // Fastify's parser calls back synchronously.
    void parse(request, text, (error, body: unknown) => {
      failed = error;
      result = body;
    });
    if (failed) throw new AppError('PSY_MALFORMED_BODY', { cause: failed });
    // Such characters can only be escapes: invalid UTF-8 was refused above, and raw control characters by the parser.
    if (text.includes('\\u')) {
      const details = [...unstorable(result)];
      if (details.length > 0) throw new AppError('PSY_INVALID_INPUT', { details });
    }
    return result;
  };
}
