import { describe, expect, it } from 'vitest';
import { LEASE_MS, storageLock } from '../../../../src/platform/http/web/lock.ts';
import { memoryStorage } from './memory-storage.ts';

/** A clock that advances when code sleeps. */
function world() {
  const storage = memoryStorage();
  const clock = { now: 0 };
  const sleep = async (ms: number) => {
    await Promise.resolve();
    clock.now += ms;
  };
  return {
    storage,
    clock,
    lockOf: (owner: string) => storageLock('refresh', { storage, now: () => clock.now, sleep, owner }),
  };
}

describe('a lock in storage', () => {
  it('admits one tab at a time', async () => {
    const { lockOf } = world();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      for (let i = 0; i < 5; i++) await Promise.resolve();
      inside--;
    };
    await Promise.all(['a', 'b', 'c', 'd'].map((owner) => lockOf(owner)(work)));
    expect(most).toBe(1);
  });

  it('is released after work that failed', async () => {
    const { lockOf } = world();
    await expect(lockOf('a')(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(lockOf('b')(() => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('expires when its tab was closed', async () => {
    const { storage, clock, lockOf } = world();
    storage.setItem('xinyu.lock.refresh', `closed|${LEASE_MS}`);
    await lockOf('b')(() => Promise.resolve());
    expect(clock.now).toBeGreaterThanOrEqual(LEASE_MS);
  });

  it('is not released by a tab that has lost it', async () => {
    const { storage, lockOf } = world();
    await lockOf('a')(() => {
      storage.setItem('xinyu.lock.refresh', `other|${Number.MAX_SAFE_INTEGER}`);
      return Promise.resolve();
    });
    expect(storage.getItem('xinyu.lock.refresh')).toContain('other');
  });
});
