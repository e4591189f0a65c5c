import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import {
  countAttempt,
  requireNotLocked,
  unlock,
  type AttemptLimit,
} from '../../../src/platform/identity/server/attempts.ts';
import { AUTHENTICATOR_PROOF, OWN_PROOF } from '../../../src/platform/identity/server/proof-attempts.ts';
import { MemoryState } from '../../../src/platform/state/server/memory-state.ts';

const MINUTE = 60_000;
const LIMIT: AttemptLimit = { name: 'test', lockAfter: 5, ms: 15 * MINUTE, message: '请稍后再试' };
const clock = { time: Date.parse('2026-11-20T10:00:00+08:00'), now: () => clock.time };

let state: MemoryState;
beforeEach(() => {
  state = new MemoryState(clock);
});

/** `allowed`, or the error with the time until the next attempt. */
const outcome = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'allowed';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code} ${Number(error.retryInMs) / MINUTE}`;
  }
};
const count = (subject = 'a', limit = LIMIT) => countAttempt(state, limit, subject);
const fail = async (subject = 'a') => (await count(subject)).recordFailure();
const locked = (subject = 'a', limit = LIMIT) => outcome(requireNotLocked(state, limit, subject));

describe('attempts at a proof', () => {
  it('are as many as the limit when they run in parallel in any number of processes, and not one more', async () => {
    // All are counted before the first of them is checked.
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(count())));
    expect(outcomes).toEqual([...Array(5).fill('allowed'), ...Array(3).fill('AC_ACCOUNT_LOCKED 15')]);
  });

  it('lock the subject with the last failure that is allowed, not before, for as long as the limit says', async () => {
    for (let n = 1; n < 5; n++) expect(await outcome(fail())).toBe('allowed');
    expect(await locked()).toBe('allowed');
    expect(await outcome(fail())).toBe('AC_ACCOUNT_LOCKED 15');
    clock.time += 5 * MINUTE;
    expect(await locked()).toBe('AC_ACCOUNT_LOCKED 10');
    clock.time += 10 * MINUTE;
    expect(await locked()).toBe('allowed');
  });

  it('say when the next one is possible, with the message of the limit', async () => {
    for (let n = 1; n < 5; n++) await fail();
    await expect(fail()).rejects.toThrow('请稍后再试');
    await expect(requireNotLocked(state, LIMIT, 'a')).rejects.toThrow('请稍后再试');
  });

  it('begin again after a success, after the window, and after another proof', async () => {
    for (let n = 1; n < 5; n++) await fail();
    await (await count()).recordSuccess();
    expect((await count()).n).toBe(1);
    clock.time += 16 * MINUTE;
    expect((await count()).n).toBe(1);
    for (let n = 2; n < 5; n++) await fail();
    expect(await outcome(fail())).toBe('AC_ACCOUNT_LOCKED 15');
    await unlock(state, LIMIT, 'a');
    expect([await locked(), (await count()).n]).toEqual(['allowed', 1]);
  });

  it('are counted for each subject and for each limit by itself', async () => {
    for (let n = 1; n <= 5; n++) await outcome(fail());
    expect([await locked('b'), (await count('b')).n]).toEqual(['allowed', 1]);
    expect(await locked('a', { ...LIMIT, name: 'other' })).toBe('allowed');
  });

  it('are five in a quarter of an hour, for passwords and messages together and for authenticator apps apart', () => {
    expect(OWN_PROOF).toMatchObject({ lockAfter: 5, ms: 15 * MINUTE });
    expect(AUTHENTICATOR_PROOF).toMatchObject({ lockAfter: 5, ms: 15 * MINUTE });
    expect(AUTHENTICATOR_PROOF.name).not.toBe(OWN_PROOF.name);
  });
});
