import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, inject, it, onTestFinished } from 'vitest';

const { entries } = inject('databases');

async function start(limitMs: number) {
  const child = spawn(process.execPath, [path.join(entries, 'standing-still.js'), entries, String(limitMs)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, 'data');
  return { child, ended, errors: () => errors };
}

it('a process whose event loop is blocked is ended, with a message', async () => {
  const { child, ended, errors } = await start(1000);
  child.stdin.write('block\n');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(errors()).toContain('服务 1 秒没有响应');
});

it.skipIf(process.platform === 'win32')('a process that was suspended goes on', async () => {
  const { child, ended, errors } = await start(1000);
  child.kill('SIGSTOP');
  await wait(2000);
  child.kill('SIGCONT');
  const failed = ended.then((): never => {
    throw new Error(errors());
  });
  const beat = () => Promise.race([once(child.stdout, 'data'), failed]);
  // 20 take as long as the limit.
  for (let beats = 0; beats < 30;) beats += String(await beat()).length;
  child.kill('SIGKILL');
  await expect(failed).rejects.toThrow(/^$/);
  expect(errors()).toBe('');
});

it('threads that begin do not let the new space grow while the process starts', async () => {
  const child = spawn(process.execPath, [path.join(entries, 'young-space.js'), entries], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const { held, grown } = JSON.parse(printed.toString()) as { held: number; grown: number };
  expect(held).toBeLessThanOrEqual(8);
  expect(grown).toBeGreaterThan(held);
});
