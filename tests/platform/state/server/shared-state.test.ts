import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LastingState } from '../../../../src/platform/state/server/lasting-state.ts';
import { MemoryState } from '../../../../src/platform/state/server/memory-state.ts';
import { MISSED, type SharedState } from '../../../../src/platform/state/server/shared-state.ts';
import { ValkeyState } from '../../../../src/platform/state/server/valkey-state.ts';
import { TestClock } from '../../../support/server.ts';
import { startValkey, valkeyProgram, type RunningValkey } from '../../../support/valkey.ts';

const MINUTE = 60_000;

interface Subject {
  state: SharedState;
  /** Another process of the same installation. */
  other: SharedState;
  /** Waits by the clock of the state; a little longer where the clock cannot be set. */
  pass(ms: number): Promise<void>;
}

function behaves(open: () => Subject): void {
  let count = 0;
  const fresh = () => `key-${++count}`;
  const quickly = 40;

  it('claims a key once, and again after it was deleted or has expired', async () => {
    const { state, pass } = open();
    const key = fresh();
    expect([await state.claim(key, quickly), await state.claim(key, quickly)]).toEqual([true, false]);
    await pass(quickly);
    expect(await state.claim(key, 60_000)).toBe(true);
    await state.forget(key);
    expect(await state.claim(key, 60_000)).toBe(true);
  });

  it('gives a claim to one of many concurrent callers', async () => {
    const { state, other } = open();
    const key = fresh();
    const claims = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? state : other).claim(key, 60_000)));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('does not prolong a refused claim', async () => {
    const { state, pass } = open();
    const key = fresh();
    await state.claim(key, 80);
    await pass(40);
    await state.claim(key, 60_000);
    await pass(40);
    expect(await state.claim(key, 60_000)).toBe(true);
  });

  it('counts from one, together, and from one again when the first count has expired', async () => {
    const { state, other, pass } = open();
    const key = fresh();
    expect([await state.count(key, quickly), await other.count(key, 60_000), await state.count(key, 60_000)]).toEqual([
      1, 2, 3,
    ]);
    await pass(quickly);
    expect(await state.count(key, 60_000)).toBe(1);
  });

  it('keeps the last value until it expires', async () => {
    const { state, other, pass } = open();
    const key = fresh();
    expect(await state.get(key)).toBeUndefined();
    await state.set(key, 'one', quickly);
    await state.set(key, '二\n"two"', 200);
    await pass(quickly);
    expect(await other.get(key)).toBe('二\n"two"');
    const left = await other.left(key);
    expect(left > 0 && left <= 160, String(left)).toBe(true);
    await pass(200);
    expect([await state.get(key), await state.left(key)]).toEqual([undefined, 0]);
  });

  it('gives a taken value to one caller', async () => {
    const { state, other } = open();
    const key = fresh();
    await state.set(key, 'once', 60_000);
    const taken = await Promise.all([state.take(key), other.take(key), state.take(key)]);
    expect(taken.filter(Boolean)).toEqual(['once']);
    expect(await state.get(key)).toBeUndefined();
  });

  it('notifies listeners of a topic, those of this process before the call returns, each once', async () => {
    const { state, other } = open();
    const topic = fresh();
    const received: string[] = [];
    state.subscribe(topic, (message) => received.push(`a ${message}`));
    state.subscribe(topic, (message) => received.push(`b ${message}`));
    state.subscribe(`${topic}-other`, (message) => received.push(message));
    await state.publish(topic, 'user 1');
    expect(received).toEqual(['a user 1', 'b user 1']);
    if (other !== state) {
      await vi.waitFor(async () => {
        await other.publish(topic, 'user 2');
        expect(received).toContain('b user 2');
      });
      expect(received.filter((message) => message === 'a user 1')).toHaveLength(1);
    }
  });
}

describe('shared state in memory', () => {
  const clock = new TestClock();
  const state = new MemoryState(clock);
  afterAll(() => state.close());
  behaves(() => ({ state, other: state, pass: async (ms) => clock.advance(ms) }));

  it('refuses new keys when it is full, instead of evicting one', async () => {
    const small = new MemoryState(clock, 3);
    onTestFinished(() => small.close());
    for (const key of ['a', 'b', 'c']) await small.claim(key, 5000);
    await expect(small.claim('d', 5000)).rejects.toMatchObject({ code: 'PSY_UNAVAILABLE' });
    await expect(small.set('d', 'x', 5000)).rejects.toMatchObject({ code: 'PSY_UNAVAILABLE' });
    expect(await small.claim('a', 5000)).toBe(false);
    clock.advance(6000);
    expect(await small.claim('d', 5000)).toBe(true);
    expect(small.size).toBe(1);
  });

  it('frees expired keys, also when keys were set again', async () => {
    const small = new MemoryState(clock);
    onTestFinished(() => small.close());
    for (let i = 0; i < 1000; i++) await small.set(`key ${i % 10}`, 'x', 1000 + i);
    expect(small.size).toBe(10);
    clock.advance(3001);
    await small.get('anything');
    expect(small.size).toBe(0);
  });
});

describe('shared state of a restarted process', () => {
  const clock = new TestClock();
  const fresh = () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-nonces-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };
  const never = (error: unknown) => {
    throw error;
  };

  it('has the nonces of the previous process while they are valid, and nothing else', async () => {
    const folder = fresh();
    // Killed: its state is not closed.
    const before = await LastingState.open(clock, folder, never);
    for (const key of ['nonce:s:one', 'nonce:s:two', 'upkeep x'])
      expect(await before.claim(key, 10 * MINUTE)).toBe(true);
    const [file = ''] = readdirSync(folder);
    appendFileSync(path.join(folder, file), `${clock.now() + MINUTE} nonce:s:th`);
    clock.advance(MINUTE);
    const after = await LastingState.open(clock, folder, never);
    expect(
      await Promise.all(
        ['nonce:s:one', 'nonce:s:two', 'nonce:s:three', 'upkeep x'].map((key) => after.claim(key, 10 * MINUTE)),
      ),
    ).toEqual([false, false, true, true]);
    await after.close();
    clock.advance(9 * MINUTE);
    const last = await LastingState.open(clock, folder, never);
    expect(await Promise.all(['nonce:s:one', 'nonce:s:three'].map((key) => last.claim(key, MINUTE)))).toEqual([
      true,
      false,
    ]);
    clock.advance(40 * MINUTE);
    expect(await last.claim('nonce:s:four', MINUTE)).toBe(true);
    expect(readdirSync(folder)).toHaveLength(1);
    await last.close();
  });

  it('continues when they cannot be written, and reports it once', async () => {
    const folder = fresh();
    const reported: unknown[] = [];
    const state = await LastingState.open(clock, folder, (error) => reported.push(error));
    rmSync(folder, { recursive: true });
    expect(await Promise.all(['nonce:a', 'nonce:a', 'nonce:b'].map((key) => state.claim(key, MINUTE)))).toEqual([
      true,
      false,
      true,
    ]);
    expect(reported).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
    await state.close();
    const below = path.join(fresh(), 'a file');
    writeFileSync(below, '');
    const other = await LastingState.open(clock, below, (error) => reported.push(error));
    expect(await Promise.all(['nonce:a', 'nonce:a'].map((key) => other.claim(key, MINUTE)))).toEqual([true, false]);
    expect(reported).toHaveLength(2);
    await other.close();
  });
});

if (!valkeyProgram) console.warn('Valkey/Redis 没有安装，跳过它的测试（apt-get install redis-server）');
describe.skipIf(!valkeyProgram)('shared state on Valkey', () => {
  let server: RunningValkey;
  let state: ValkeyState;
  let other: ValkeyState;
  beforeAll(async () => {
    server = await startValkey();
    [state, other] = await Promise.all([
      ValkeyState.open(server.url, () => undefined),
      ValkeyState.open(server.url, () => undefined),
    ]);
  });
  afterAll(async () => {
    await Promise.all([state.close(), other.close()]);
    await server.stop();
  });
  behaves(() => ({ state, other, pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms + 5)) }));

  it('has an identity that all its processes read, and another one in another database', async () => {
    const [one, two] = await Promise.all([state.id(), other.id()]);
    expect(one).toMatch(/^[\w-]{36}$/);
    expect(two).toBe(one);
    const apart = await ValkeyState.open(`${server.url}/1`, () => undefined);
    onTestFinished(() => apart.close());
    expect(await apart.id()).not.toBe(one);
  });

  it('does not open without a store', async () => {
    await expect(ValkeyState.open('redis://127.0.0.1:1', () => undefined)).rejects.toThrow();
  });

  it('refuses calls while the store is down, and reports missed messages when it is back', async () => {
    const passing = await startValkey();
    const port = Number(new URL(passing.url).port);
    const cut = await ValkeyState.open(passing.url, () => undefined);
    const received: string[] = [];
    cut.subscribe('topic', (message) => received.push(message));
    await cut.claim('nonce', 60_000);
    await passing.stop();
    await expect(
      vi.waitFor(() =>
        cut.claim('another', 60_000).then(
          () => Promise.reject(new Error('still there')),
          (error: unknown) => error,
        ),
      ),
    ).resolves.toMatchObject({ code: 'PSY_UNAVAILABLE' });
    const again = await startValkey(port);
    onTestFinished(async () => {
      await cut.close();
      await again.stop();
    });
    await vi.waitFor(() => expect(received).toContain(MISSED), { timeout: 10_000 });
    await vi.waitFor(async () => expect(await cut.claim('another', 60_000)).toBe(true), { timeout: 10_000 });
    const publisher = await ValkeyState.open(again.url, () => undefined);
    onTestFinished(() => publisher.close());
    await vi.waitFor(
      async () => {
        await publisher.publish('topic', 'back again');
        expect(received).toContain('back again');
      },
      { timeout: 10_000 },
    );
  });
});
