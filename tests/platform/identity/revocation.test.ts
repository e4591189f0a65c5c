import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { deleteWhere, Revocations } from '../../../src/platform/identity/server/revocation.ts';
import * as signIn from '../../../src/platform/identity/sign-in.ts';
import { MemoryState } from '../../../src/platform/state/server/memory-state.ts';
import { MISSED } from '../../../src/platform/state/server/shared-state.ts';

describe('a revocation', () => {
  it('is counted, and forgets what it names, or everything where some may have been missed', async () => {
    const state = new MemoryState({ now: () => 0 });
    const revocations = new Revocations();
    const forgotten: string[] = [];
    revocations.listen(
      state,
      'a topic',
      (id) => forgotten.push(id),
      () => forgotten.push('everything'),
    );
    expect(revocations.count).toBe(0);
    await state.publish('a topic', 'one');
    await state.publish('another topic', 'two');
    await state.publish('a topic', MISSED);
    expect([forgotten, revocations.count]).toEqual([['one', 'everything'], 2]);
    await state.close();
  });

  it('deletes every entry that matches, and no other', () => {
    const cache = new LRUCache<string, { of: string }>({ max: 9 });
    for (const [key, of] of [
      ['a', 'x'],
      ['b', 'y'],
      ['c', 'x'],
    ] as const)
      cache.set(key, { of });
    deleteWhere(cache, ({ of }) => of === 'x');
    expect([...cache.keys()]).toEqual(['b']);
  });
});

it('failed sign-ins ask for a captcha, then for time, as the interface says', () => {
  const minutes = (ms: number) => ms / 60_000;
  expect([signIn.CAPTCHA_AFTER, signIn.DELAY_AFTER, signIn.ADDRESS_ACCOUNTS]).toEqual([3, 10, 20]);
  expect(
    [signIn.WINDOW_MS, signIn.DELAY_MS, signIn.DELAY_MAX_MS, signIn.DELAY_MEMORY_MS, signIn.CAPTCHA_MS].map(minutes),
  ).toEqual([15, 1, 15, 24 * 60, 5]);
});
