import { describe, expect, it } from 'vitest';
import { Turns, type Turn } from '../../../../src/platform/db/server/turns.ts';

/** Whether a promise has settled, after all that is ready to run has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

function turns() {
  let flushes = 0;
  let fails = false;
  const made = new Turns(async () => {
    flushes++;
    if (fails) throw new Error('the disk is gone');
  });
  return { take: (key = 'a') => made.take(key), flushes: () => flushes, fail: () => (fails = true) };
}

describe('the turns of transactions that extend the same thing', () => {
  it('come one after another, in order, and not for other keys', async () => {
    const { take } = turns();
    const first = await take();
    const second = take();
    const third = take();
    expect([await isSettled(second), await isSettled(take('b'))]).toEqual([false, true]);
    first.release(true);
    expect([await isSettled(second), await isSettled(third)]).toEqual([true, false]);
    (await second).release(false);
    expect(await isSettled(third)).toBe(true);
  });

  it('wait for the disk where nobody follows', async () => {
    const { take, flushes } = turns();
    for (let i = 0; i < 3; i++) {
      const turn = await take();
      expect(turn.relaxed).toBe(false);
      turn.release(true);
    }
    expect(flushes()).toBe(0);
  });

  /** Takes four turns: the first alone, the others while it runs, which makes them a group. */
  async function group(take: (key?: string) => Promise<Turn>, committed: readonly boolean[]) {
    const first = await take();
    const waiting = committed.map(() => take());
    first.release(true);
    const taken: Turn[] = [];
    for (const [i, one] of waiting.entries()) {
      const turn = await one;
      taken.push(turn);
      if (i < waiting.length - 1) expect(await isSettled(turn.flushed)).toBe(false);
      turn.release(committed[i] === true);
    }
    return taken;
  }

  it('share the flush of the last of a group', async () => {
    const { take, flushes } = turns();
    const taken = await group(take, [true, true, true]);
    expect(taken.map(({ relaxed }) => relaxed)).toEqual([true, true, false]);
    await Promise.all(taken.map(({ flushed }) => flushed));
    expect(flushes()).toBe(0);
  });

  it('are flushed where the last of a group does not commit', async () => {
    const { take, flushes } = turns();
    const taken = await group(take, [true, true, false]);
    await Promise.all(taken.map(({ flushed }) => flushed));
    expect(flushes()).toBe(1);
  });

  it('are not confirmed where that flush fails', async () => {
    const { take, fail } = turns();
    fail();
    const [relaxed] = await group(take, [true, false]);
    await expect(relaxed?.flushed).rejects.toThrow('the disk is gone');
  });
});
