import { PassThrough } from 'node:stream';
import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { jsonReader, rawBody } from '../../../src/platform/http/server/body.ts';

const outcome = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

/** A request whose body the test sends piece by piece. */
function sending(headers: Record<string, string>) {
  const raw = new PassThrough();
  return { raw, request: { raw, headers } as unknown as FastifyRequest };
}
const read = async (pieces: string[], headers: Record<string, string>, limit = 8) => {
  const { raw, request } = sending(headers);
  const body = rawBody(request, limit);
  for (const piece of pieces) raw.write(piece);
  raw.end();
  return (await body)?.toString();
};
const failing = (promise: Promise<unknown> | undefined) =>
  Promise.resolve(promise).then(
    () => 'answered',
    ({ code }: AppError) => code,
  );

describe('the bytes of a body', () => {
  afterEach(() => vi.useRealTimers());

  it('are all pieces in their order, up to the limit', async () => {
    expect(await read(['abc', 'def', 'gh'], { 'content-length': '8' })).toBe('abcdefgh');
    expect(await read(['abcdefgh'], { 'transfer-encoding': 'chunked' })).toBe('abcdefgh');
    expect(await read([], { 'transfer-encoding': 'chunked' })).toBe('');
  });

  it('are none without a length, or with one of zero', () => {
    const none: Record<string, string>[] = [{}, { 'content-length': '0' }];
    for (const headers of none) expect(rawBody(sending(headers).request, 8)).toBeUndefined();
  });

  it('are refused beyond the limit: by the length at once, else when they arrive', async () => {
    expect(outcome(() => rawBody(sending({ 'content-length': '9' }).request, 8))).toBe('PSY_BODY_TOO_LARGE');
    expect(await failing(read(['abcde', 'fghi'], { 'transfer-encoding': 'chunked' }))).toBe('PSY_BODY_TOO_LARGE');
  });

  it('are refused where the sender disconnects or takes longer than a minute, and then nothing is read', async () => {
    vi.useFakeTimers();
    const cut = sending({ 'content-length': '8' });
    const body = failing(rawBody(cut.request, 8));
    cut.raw.destroy();
    expect(await body).toBe('PSY_MALFORMED_BODY');
    const slow = sending({ 'content-length': '8' });
    const late = failing(rawBody(slow.request, 8));
    vi.advanceTimersByTime(59_999);
    expect(slow.raw.listenerCount('data')).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await late).toBe('PSY_REQUEST_TIMEOUT');
    expect(['data', 'end', 'error', 'close'].map((event) => slow.raw.listenerCount(event))).toEqual(
      ['data', 'end', 'error', 'close'].map((event) => new PassThrough().listenerCount(event)),
    );
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('JSON', () => {
  const readJson = jsonReader(Fastify());
  const parsed = (text: string, headers: Record<string, string> = {}) =>
    outcome(() =>
      readJson(sending({ 'content-type': 'application/json', ...headers }).request, Buffer.from(text, 'utf8')),
    );
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it('nests to sixteen levels, of objects and lists alike', () => {
    expect(parsed(nested(16))).toEqual(JSON.parse(nested(16)));
    expect(parsed(nested(17))).toBe('PSY_MALFORMED_BODY');
    const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    expect(parsed(objects(16))).toEqual(JSON.parse(objects(16)));
    expect(parsed(objects(17))).toBe('PSY_MALFORMED_BODY');
  });

  it('may be as wide as it likes', () => {
    for (const wide of [Array.from({ length: 40 }, () => []), Array.from({ length: 40 }, () => ({ a: {} }))])
      expect(parsed(JSON.stringify(wide))).toEqual(wide);
  });

  it('counts brackets outside of strings only', () => {
    const texts = { open: '[{'.repeat(20), escaped: `"${'['.repeat(20)}`, end: '\\', after: '['.repeat(20) };
    expect(parsed(JSON.stringify(texts))).toEqual(texts);
    // Brackets that close inside of strings make no room for others.
    expect(parsed(`${'["]",'.repeat(17)}1${']'.repeat(17)}`)).toBe('PSY_MALFORMED_BODY');
    expect(parsed(`{"a":"x\\"","b":${nested(16)}}`)).toBe('PSY_MALFORMED_BODY');
  });

  it('has no text that cannot be stored, named by its path', () => {
    const details = (text: string) => {
      try {
        readJson(sending({ 'content-type': 'application/json' }).request, Buffer.from(text));
        return [];
      } catch (error) {
        return (error as AppError).details?.map(({ field }) => field);
      }
    };
    expect(details('{"a":[null,1,{"b/c":"x\\u0000"}],"d":"\\ud800","e":"\\u5fc3"}')).toEqual(['/a/2/b~1c', '/d']);
    expect(details('{"a":{"x\\u0000":"\\u0000"}}')).toEqual(['/a']);
    expect(details('"\\udc00"')).toEqual(['']);
    expect(parsed('{"a":"\\u5fc3","b":null,"c":[true]}')).toEqual({ a: '心', b: null, c: [true] });
  });

  it('is sent as it is, under its own type', () => {
    expect(parsed('{}', { 'content-encoding': 'identity', 'content-type': 'application/json ;charset=utf-8' })).toEqual(
      {},
    );
    const others: Record<string, string>[] = [
      { 'content-encoding': 'br' },
      { 'content-type': 'text/json' },
      { 'content-type': '' },
    ];
    for (const headers of others) expect(parsed('{}', headers)).toBe('PSY_UNSUPPORTED_MEDIA_TYPE');
  });
});
