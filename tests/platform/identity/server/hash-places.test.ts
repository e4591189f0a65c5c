import { describe, expect, it } from 'vitest';
import {
  HashPlaces,
  WAIT_MAX_MS,
  WAITING_MAX,
  type LeavePlace,
} from '../../../../src/platform/identity/server/hash-places.ts';

/** Places with a clock that tests set, and the order in which those who waited got one. */
function setUp(mustRest = true) {
  // LRUCache treats 0 as no time.
  let time = 1000;
  const rests: { end: () => void; ms: number }[] = [];
  const later = (end: () => void, ms: number) => void rests.push({ end, ms });
  const all = new HashPlaces({ places: 1, rests: mustRest, now: () => time, later });
  const served: string[] = [];
  const held: LeavePlace[] = [];
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
        (leave) => {
          served.push(name);
          held.push(leave);
        },
        (error: { retryInMs?: number; code: string }) =>
          refused.push({ name, retryInMs: error.retryInMs, code: error.code }),
      );
      await settled();
    },
    /** Ends the hash of the caller that entered first. */
    async leave(tookMs = 10, wasWrong = false) {
      time += tookMs;
      held.shift()?.(wasWrong);
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

  it('rest after a wrong password before they serve a stranger, and after no other', async () => {
    const { come, leave, served, rests, settled } = setUp();
    for (const name of ['one', 'two', 'three']) await come(name, '10.0.0.1');
    await leave(20, true);
    expect(served).toEqual(['one']);
    expect(rests).toEqual([{ end: expect.any(Function), ms: 100 }]);
    rests[0]?.end();
    await settled();
    await leave(20);
    expect(served).toEqual(['one', 'two', 'three']);
    expect(rests).toHaveLength(1);
  });

  it('serve whoever is known while they rest', async () => {
    const { come, leave, served, rests, settled } = setUp();
    await come('one', '10.0.0.1');
    await come('stranger', '10.0.0.2');
    await leave(20, true);
    await come('known', undefined);
    expect(served).toEqual(['one', 'known']);
    await leave(20);
    expect(served).toEqual(['one', 'known']);
    rests[0]?.end();
    await settled();
    expect(served).toEqual(['one', 'known', 'stranger']);
  });

  it('need not rest', async () => {
    const { come, leave, served, rests } = setUp(false);
    await come('one', '10.0.0.1');
    await come('two', '10.0.0.1');
    await leave(20, true);
    expect([served, rests]).toEqual([['one', 'two'], []]);
  });
});
