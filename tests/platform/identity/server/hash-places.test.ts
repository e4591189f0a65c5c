import { describe, expect, it } from 'vitest';
import {
  HashPlaces,
  WAIT_MAX_MS,
  WAITING_MAX,
  type HashPlace,
  type HashPlacesOptions,
} from '../../../../src/platform/identity/server/hash-places.ts';

/** Places with a clock that tests set, and the order in which those who waited got one. */
function setUp(places: HashPlacesOptions['places'] = { normal: 1, low: 0 }, normalShare?: number) {
  // LRUCache treats 0 as no time.
  let time = 1000;
  const rests: { end: () => void; ms: number }[] = [];
  const later = (end: () => void, ms: number) => void rests.push({ end, ms });
  const all = new HashPlaces({ places, normalShare, now: () => time, later });
  const served: string[] = [];
  const held: HashPlace[] = [];
  const refused: { name: string; retryInMs: number | undefined; code: string }[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    all,
    served,
    held,
    rests,
    refused,
    settled,
    advance: (ms: number) => (time += ms),
    async come(name: string, from: string | undefined) {
      all.enter(from).then(
        (place) => {
          served.push(name);
          held.push(place);
        },
        (error: { retryInMs?: number; code: string }) =>
          refused.push({ name, retryInMs: error.retryInMs, code: error.code }),
      );
      await settled();
    },
    /** The hash of whoever came first of those in a place is done. */
    async leave(tookMs = 10, wasWrong = false) {
      time += tookMs;
      held.shift()?.leave(wasWrong);
      await settled();
    },
  };
}

describe('places in which passwords are hashed', () => {
  it('serve strangers in the order of their arrival, and whoever is known before them', async () => {
    const { come, leave, served } = setUp();
    await come('first', '10.0.0.1');
    await come('second', '10.0.0.2');
    await come('third', '10.0.0.3');
    await come('known', undefined);
    for (let i = 0; i < 3; i++) await leave();
    expect(served).toEqual(['first', 'known', 'second', 'third']);
  });

  it('serve an address later whose passwords were wrong, until right ones outweigh them', async () => {
    const { all, come, leave, served } = setUp();
    for (let i = 0; i < 3; i++) all.note('10.0.0.1', false);
    for (const isRight of [false, true]) all.note('10.0.0.2', isRight);
    await come('anyone', '10.0.0.9');
    await come('failed', '10.0.0.1');
    await come('mistyped', '10.0.0.2');
    await leave();
    await leave();
    expect(served).toEqual(['anyone', 'mistyped', 'failed']);
  });

  it('refuse the last one with the most failures when too many wait, and say when to come again', async () => {
    const { all, come, leave, served, refused } = setUp();
    await come('hashed', '10.0.0.1');
    await leave();
    all.note('10.0.0.7', false);
    await come('in place', '10.0.0.1');
    await come('failed', '10.0.0.7');
    for (let i = 1; i < WAITING_MAX; i++) await come(`stranger ${i}`, `10.1.${i >> 8}.${i & 255}`);
    expect(refused).toEqual([]);
    await come('too late', '10.0.0.2');
    expect(refused).toEqual([{ name: 'failed', code: 'PSY_UNAVAILABLE', retryInMs: WAITING_MAX * 10 }]);
    await come('one too many', '10.0.0.3');
    await come('known', undefined);
    expect(refused.map(({ name }) => name)).toEqual(['failed', 'one too many', 'too late']);
    await leave();
    expect(served.at(-1)).toBe('known');
  });

  it('refuse whoever has waited too long', async () => {
    const { come, leave, advance, served, refused } = setUp();
    await come('in place', '10.0.0.1');
    await come('early', '10.0.0.2');
    advance(WAIT_MAX_MS);
    await come('late', '10.0.0.3');
    await leave(1);
    expect(refused).toEqual([{ name: 'early', code: 'PSY_UNAVAILABLE', retryInMs: WAIT_MAX_MS }]);
    expect(served).toEqual(['in place', 'late']);
  });

  it('give a place of normal priority for a share of the time only, and then those of low priority', async () => {
    const { come, leave, advance, held } = setUp({ normal: 1, low: 1 }, 0.1);
    const priorityOfNext = async () => {
      await come('one', undefined);
      const { priority } = held[0]!;
      await leave(100);
      return priority;
    };
    const priorities = [];
    for (let i = 0; i < 12; i++) priorities.push(await priorityOfNext());
    // 300 ms at once, and 10 ms of each 100 ms.
    expect(priorities.slice(0, 3)).toEqual(['normal', 'normal', 'normal']);
    expect(priorities.slice(3).filter((one) => one === 'normal').length).toBeLessThanOrEqual(2);
    advance(3000);
    expect(await priorityOfNext()).toBe('normal');
  });

  it('let whoever comes to a busy machine use the share while a hash of low priority starves', async () => {
    const { come, advance, held } = setUp({ normal: 1, low: 1 }, 0.1);
    for (const name of ['one', 'two', 'three']) await come(name, '10.0.0.1');
    expect(held.map(({ priority }) => priority)).toEqual(['normal', 'low']);
    advance(5000);
    held[0]?.leave(false);
    await come('four', undefined);
    expect(held.length).toBeGreaterThanOrEqual(3);
    expect(held[2]?.priority).toBe('normal');
  });

  it('rest after a wrong password of low priority, and after no other', async () => {
    const { come, leave, served, rests } = setUp({ normal: 0, low: 1 });
    for (const name of ['one', 'two', 'three']) await come(name, '10.0.0.1');
    await leave(20, true);
    expect(served).toEqual(['one']);
    expect(rests).toEqual([{ end: expect.any(Function), ms: 80 }]);
    rests[0]?.end();
    await new Promise((resolve) => setImmediate(resolve));
    await leave(20);
    expect(served).toEqual(['one', 'two', 'three']);
    expect(rests).toHaveLength(1);
  });
});
