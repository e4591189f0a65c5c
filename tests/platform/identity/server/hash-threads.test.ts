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
    await expect(hasher.verify('no hash', DIGEST)).rejects.toThrow('could not be hashed');
    expect(await hasher.verify(await hasher.hash(DIGEST, COST), DIGEST)).toBe(true);
  });

  it('are fewer than the cores, where there is more than one', () => {
    expect([1, 2, 3, 16].map((cores) => hashThreadsOf(cores))).toEqual([1, 1, 2, 2]);
  });
});
