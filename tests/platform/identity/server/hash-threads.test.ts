import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { hashThreads, hashThreadsOf } from '../../../../src/platform/identity/server/hash-threads.ts';
import { createPasswords } from '../../../../src/platform/identity/server/passwords.ts';
import { md5 } from '../../../support/client.ts';

const COST = { memoryCost: 8192, timeCost: 1, parallelism: 1 };
const DIGEST = md5('Right-2026!');

describe('threads that hash passwords', () => {
  const hasher = hashThreads(inject('databases').entries);
  afterAll(() => hasher.close());

  it('make hashes that are verified like any other', async () => {
    const passwords = await createPasswords({ memoryCost: 8192, timeCost: 1, hasher });
    const stored = await passwords.hash(DIGEST);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=8192,t=1,p=1\$/);
    expect(await passwords.verify(stored, DIGEST)).toBe(true);
    expect(await passwords.verify(stored, md5('wrong'))).toBe(false);
    expect(await passwords.verify(undefined, DIGEST)).toBe(false);
    expect(await (await createPasswords({ memoryCost: 8192, timeCost: 1 })).verify(stored, DIGEST)).toBe(true);
  });

  it('answer a stored hash that is none with an error, and go on', async () => {
    await expect(hasher.verify('no hash', DIGEST, 'low')).rejects.toThrow('could not be hashed');
    expect(await hasher.verify(await hasher.hash(DIGEST, COST, 'low'), DIGEST, 'low')).toBe(true);
  });

  it('are fewer than the cores, where there is more than one, beside the one that takes a share', () => {
    expect([1, 2, 3, 16].map((cores) => hashThreadsOf(cores))).toEqual([
      { normal: 1, low: 1 },
      { normal: 1, low: 1 },
      { normal: 1, low: 2 },
      { normal: 1, low: 2 },
    ]);
  });

  it.runIf(process.platform === 'linux')('lower the priority of no thread but their own', async () => {
    const nices = () =>
      readdirSync('/proc/self/task').map((id) =>
        // The 19th field, counted behind the name.
        Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
      );
    const own = Number(readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]);
    const before = nices().filter((nice) => nice > own).length;
    const other = hashThreads(inject('databases').entries);
    await other.hash(DIGEST, COST, 'normal');
    expect(nices().filter((nice) => nice > own)).toHaveLength(before);
    await other.hash(DIGEST, COST, 'low');
    // A thread of Node starts none of its own.
    expect(nices().filter((nice) => nice > own)).toHaveLength(before + 1);
    expect(Number(readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[16])).toBe(
      own,
    );
    await other.close();
  });
});
