import { expect, test } from 'vitest';
import { exclusively } from '../../src/tools/lib/lock.mjs';

const unique = () => `lock test ${process.pid} ${Math.random()}`;

test('admits one at a time, and informs the others that they wait', async () => {
  const name = unique();
  const log: string[] = [];
  const job = (who: string) =>
    exclusively(
      name,
      async () => {
        log.push(`${who} in`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${who} out`);
      },
      () => log.push('waits'),
    );
  await Promise.all([job('a'), job('b'), job('c')]);
  const work = log.filter((line) => line !== 'waits');
  expect(work).toHaveLength(6);
  for (let i = 0; i < 6; i += 2) expect(work[i + 1]).toBe(work[i]?.replace('in', 'out'));
  expect(log.filter((line) => line === 'waits')).toHaveLength(2);
});

test('is free again after work that failed', async () => {
  const name = unique();
  await expect(exclusively(name, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await exclusively(name, async () => 'done')).toBe('done');
});
