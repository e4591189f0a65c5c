import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { runConcurrently } from '../../../../src/platform/imports/server/job.ts';

/** Starts batches by name, which run until the test ends them; a capital letter has concurrency one. */
function begin(names: Iterable<string> | AsyncIterable<string>) {
  const under = new Map<string, { end(): void; fail(): void }>();
  const work = (name: string) =>
    new Promise<void>((resolve, reject) => {
      under.set(name, { end: resolve, fail: () => reject(new Error(name)) });
    });
  let outcome = 'under way';
  const all = runConcurrently(names, (name) => (name === name.toLowerCase() ? 2 : 1), work).then(
    () => {
      outcome = 'done';
    },
    (error: Error) => {
      outcome = `failed: ${error.message}`;
    },
  );
  /** Ends some batches, and returns the running ones. */
  const after = async (...ends: [name: string, how?: 'end' | 'fail'][]) => {
    for (const [name, how = 'end'] of ends) {
      under.get(name)?.[how]();
      under.delete(name);
    }
    await soon();
    return [...under.keys()].join('');
  };
  return { after, all, outcome: () => outcome };
}

describe('batches of a job', () => {
  it('start in order, two at once', async () => {
    const { after, all, outcome } = begin('abcd');
    expect([await after(), await after(['b']), await after(['c']), await after(['a']), outcome()]).toEqual([
      'ab',
      'ac',
      'ad',
      'd',
      'under way',
    ]);
    expect(await after(['d'])).toBe('');
    await all;
    expect(outcome()).toBe('done');
  });

  it('with concurrency one wait for all earlier ones, and block all later ones', async () => {
    const { after } = begin('abCde');
    expect([await after(), await after(['a']), await after(['b']), await after(['C'])]).toEqual(['ab', 'b', 'C', 'de']);
  });

  it('end with the first failure: no other starts, and the error is thrown after the running ones', async () => {
    const { after, outcome } = begin('abc');
    expect([await after(), await after(['b', 'fail']), outcome(), await after(['a']), outcome()]).toEqual([
      'ab',
      'a',
      'under way',
      '',
      'failed: b',
    ]);
  });

  it('end when their source fails, after the running ones', async () => {
    const { after, outcome } = begin(
      (async function* () {
        yield 'a';
        throw new Error('no more');
      })(),
    );
    expect([await after(), outcome(), await after(['a']), outcome()]).toEqual([
      'a',
      'under way',
      '',
      'failed: no more',
    ]);
  });
});
