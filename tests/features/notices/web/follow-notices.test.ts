import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Notice } from '../../../../src/features/notices/contract.ts';
import { followNotices } from '../../../../src/features/notices/web/follow.ts';
import { ApiError } from '../../../../src/platform/http/web/api-error.ts';
import { openEvents } from '../../../../src/platform/http/web/events.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';

vi.mock('../../../../src/platform/http/web/events.ts', async (actual) => ({
  ...(await actual<object>()),
  openEvents: vi.fn(),
}));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Streams that were asked for, the last id that each was asked with, and what was told. */
let opened: { lastId: string | undefined; signal: AbortSignal; send: (text: string) => void; end: () => void }[] = [];
let told: string[] = [];
let changes = 0;
let refusal: Error | undefined;
const ended = new Set<AbortController>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-20T08:00:00Z');
  [opened, told, changes, refusal] = [[], [], 0, undefined];
  sessionStore.setSession({
    user_id: 'u',
    access_token: 'a',
    refresh_token: 'r',
    code: 'c',
    expires_at: Date.now() + 24 * HOUR,
    differtimestamp: 0,
    source: 'password',
  });
  vi.mocked(openEvents).mockImplementation(async (_path, lastId, signal) => {
    if (refusal) throw refusal;
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
      },
    });
    signal.addEventListener('abort', () => stream?.error(new DOMException('', 'AbortError')));
    opened.push({
      lastId,
      signal,
      send: (text) => stream?.enqueue(new TextEncoder().encode(text)),
      end: () => stream?.close(),
    });
    return body;
  });
  const controller = new AbortController();
  ended.add(controller);
  void followNotices(
    {
      tell: ({ notice_id }: Notice) => told.push(notice_id),
      changed: () => {
        changes++;
      },
    },
    controller.signal,
  );
});
afterEach(() => {
  for (const controller of ended) controller.abort();
  vi.useRealTimers();
  sessionStore.clear();
});

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = () => opened.at(-1) ?? expect.fail('nothing was opened');
const notice = (id: string) => `id: ${id}\nevent: notice\ndata: ${JSON.stringify({ notice_id: id })}\n\n`;

it('asks again, with the last notice that it knows, where a proxy ends the stream; the bell asks what it missed', async () => {
  await after(0);
  last().send(notice('n1'));
  await after(0);
  const before = changes;
  last().end();
  await after(2000);
  expect([opened.length, last().lastId, told, changes]).toEqual([2, 'n1', ['n1'], before + 1]);
  last().send(notice('n1') + notice('n2'));
  await after(0);
  expect(told).toEqual(['n1', 'n2']);
});

it('gives up a stream that has gone silent without an end', async () => {
  await after(0);
  for (let beat = 0; beat < 10; beat++) {
    await after(20_000);
    last().send(': \n\n');
  }
  await after(44_000);
  expect(opened).toHaveLength(1);
  await after(4000);
  expect(opened).toHaveLength(2);
});

it.each(['visibilitychange', 'focus', 'online'])(
  'is there at once when a machine that slept wakes (%s)',
  async (event) => {
    await after(0);
    const target = event === 'visibilitychange' ? document : window;
    target.dispatchEvent(new Event(event === 'online' ? 'focus' : event));
    await after(0);
    expect(last().signal.aborted).toBe(false);
    // No timer has run meanwhile.
    vi.setSystemTime(Date.now() + 3 * HOUR);
    target.dispatchEvent(new Event(event));
    await after(2000);
    expect([opened.length, opened[0]?.signal.aborted, last().signal.aborted]).toEqual([2, true, false]);
  },
);

it('tries less and less often while nothing answers, twice a minute in the end, and at once when the network is back', async () => {
  await after(0);
  refusal = new Error('no network');
  const calls = () => vi.mocked(openEvents).mock.calls.length;
  last().end();
  await after(10 * MINUTE);
  const before = calls();
  await after(10 * MINUTE);
  expect(calls() - before).toBeGreaterThan(12);
  expect(calls() - before).toBeLessThan(42);
  refusal = undefined;
  window.dispatchEvent(new Event('online'));
  await after(0);
  expect(opened).toHaveLength(2);
});

it('leaves alone who refuses it until somebody is there, and who replaced it until it is looked at', async () => {
  await after(0);
  refusal = new ApiError({ code: 'AC_AUTH_INVALID_TOKEN', status: 401, message: '' });
  last().end();
  await after(5000);
  const asked = vi.mocked(openEvents).mock.calls.length;
  await after(HOUR);
  expect(vi.mocked(openEvents).mock.calls.length).toBe(asked);
  refusal = undefined;
  window.dispatchEvent(new Event('keydown'));
  await after(40_000);
  expect(opened).toHaveLength(2);
  last().send('event: replaced\ndata: {}\n\n');
  await after(HOUR);
  expect(opened).toHaveLength(2);
  document.dispatchEvent(new Event('visibilitychange'));
  await after(0);
  expect(opened).toHaveLength(3);
});
