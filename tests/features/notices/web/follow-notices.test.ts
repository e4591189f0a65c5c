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

/** The opened streams, and the ids of the delivered notices. */
let opened: { lastId: string | undefined; signal: AbortSignal; send: (text: string) => void; end: () => void }[] = [];
let delivered: string[] = [];
let changes = 0;
let refusal: Error | undefined;
const controllers = new Set<AbortController>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime('2026-11-20T08:00:00Z');
  [opened, delivered, changes, refusal] = [[], [], 0, undefined];
  sessionStore.setSession({
    user_id: 'u',
    access_token: 'a',
    refresh_token: 'r',
    code: 'c',
    expires_at: Date.now() + 24 * HOUR,
    differtimestamp: 0,
    source: 'password',
  });
  vi.mocked(openEvents).mockImplementation(async (_endpoint, _input, { lastId, signal }) => {
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
  controllers.add(controller);
  void followNotices(
    {
      onNotice: ({ notice_id }: Notice) => delivered.push(notice_id),
      onChange: () => {
        changes++;
      },
    },
    controller.signal,
  );
});
afterEach(() => {
  for (const controller of controllers) controller.abort();
  vi.useRealTimers();
  sessionStore.clear();
});

const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const last = () => opened.at(-1) ?? expect.fail('nothing was opened');
const notice = (id: string) => `id: ${id}\nevent: notice\ndata: ${JSON.stringify({ notice_id: id })}\n\n`;

it('reconnects with the last notice id when a proxy ends the stream, and reports a change', async () => {
  await after(0);
  last().send(notice('n1'));
  await after(0);
  const before = changes;
  last().end();
  await after(2000);
  expect([opened.length, last().lastId, delivered, changes]).toEqual([2, 'n1', ['n1'], before + 1]);
  last().send(notice('n1') + notice('n2'));
  await after(0);
  expect(delivered).toEqual(['n1', 'n2']);
});

it('reconnects when a stream stays silent without an end', async () => {
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
  'reconnects at once when a sleeping computer wakes (%s)',
  async (event) => {
    await after(0);
    const target = event === 'visibilitychange' ? document : window;
    target.dispatchEvent(new Event(event === 'online' ? 'focus' : event));
    await after(0);
    expect(last().signal.aborted).toBe(false);
    // Only the clock moves; no timer runs.
    vi.setSystemTime(Date.now() + 3 * HOUR);
    target.dispatchEvent(new Event(event));
    await after(2000);
    expect([opened.length, opened[0]?.signal.aborted, last().signal.aborted]).toEqual([2, true, false]);
  },
);

it('reconnects with growing pauses up to 30 seconds, and at once when the network returns', async () => {
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

it('waits for user input after a refusal, and for a visible window after another one took over', async () => {
  await after(0);
  refusal = new ApiError({ code: 'AC_AUTH_INVALID_TOKEN', status: 401, message: '' });
  last().end();
  await after(5000);
  const before = vi.mocked(openEvents).mock.calls.length;
  await after(HOUR);
  expect(vi.mocked(openEvents).mock.calls.length).toBe(before);
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
