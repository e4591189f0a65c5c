import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createPasswords } from '../../../../src/platform/identity/server/passwords.ts';
import { md5 } from '../../../support/client.ts';

const DIGEST = md5('Right-2026!');

describe('passwords', () => {
  it('are stored as salted argon2id hashes with the configured parameters', async () => {
    const { hash, verify } = await createPasswords({ memoryCost: 8192, timeCost: 3 });
    const [one, other] = [await hash(DIGEST), await hash(DIGEST)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=8192,t=3,p=1\$/);
    expect(one).not.toBe(other);
    expect([
      await verify(one, DIGEST),
      await verify(one, md5('wrong')),
      await verify(undefined, DIGEST),
      await verify(undefined, ''),
    ]).toEqual([true, false, false, false]);
  });

  it('keep their parameters when the configuration changes', async () => {
    const before = await (await createPasswords({ memoryCost: 8192, timeCost: 1 })).hash(DIGEST);
    expect(await (await createPasswords({ memoryCost: 16_384, timeCost: 2 })).verify(before, DIGEST)).toBe(true);
  });

  it('take the same work to verify without a stored hash', async () => {
    const { hash, verify } = await createPasswords({ memoryCost: 32_768, timeCost: 3 });
    const stored = await hash(DIGEST);
    const spent = { known: [] as number[], unknown: [] as number[] };
    // In CPU time of this process, which other work of the machine does not change much.
    for (let i = 0; i < 9; i++)
      for (const kind of ['known', 'unknown'] as const) {
        const before = process.cpuUsage();
        await verify(kind === 'known' ? stored : undefined, md5('wrong'));
        const { user, system } = process.cpuUsage(before);
        spent[kind].push(user + system);
      }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[4]!;
    expect(median(spent.unknown) / median(spent.known)).toBeGreaterThan(0.4);
    expect(median(spent.unknown) / median(spent.known)).toBeLessThan(2.5);
  });

  it('leave threads for file access while many are verified', async () => {
    const { hash, verify } = await createPasswords({ memoryCost: 16_384, timeCost: 2 });
    const stored = await hash(DIGEST);
    let checked = 0;
    const checking = Promise.all(
      Array.from({ length: 60 }, async () => {
        await verify(stored, DIGEST);
        checked++;
      }),
    );
    await readFile(import.meta.filename);
    expect(checked).toBeLessThan(30);
    await checking;
    expect(checked).toBe(60);
  });

  it('refuse callers who would wait too long, and serve the others', async () => {
    const { verify } = await createPasswords({ memoryCost: 8192, timeCost: 1 });
    const outcomes = await Promise.allSettled(Array.from({ length: 520 }, () => verify(undefined, DIGEST)));
    const refused = outcomes.filter((o) => o.status === 'rejected');
    expect(refused).toHaveLength(18);
    expect(refused[0]).toMatchObject({ reason: { code: 'PSY_UNAVAILABLE' } });
  });
});
