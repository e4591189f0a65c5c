import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DurableLog } from '../../../../src/platform/runtime/server/durable-log.ts';

function freshFile(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'log');
}

it('lines that wait at the same time share a sync, and a line that came during it gets another one', async () => {
  const log = new DurableLog(freshFile());
  onTestFinished(() => log.close());
  const [one, two] = [log.append('one\n'), log.append('two\n')];
  const first = two();
  expect(one()).toBe(first);
  // The sync begins with the next microtask.
  await Promise.resolve();
  await Promise.resolve();
  const later = log.append('three\n')();
  expect(later).not.toBe(first);
  await Promise.all([first, later, one(), two()]);
});

it('writes a line at once, and waits for it also after the file was closed', async () => {
  const file = freshFile();
  const log = new DurableLog(file);
  const one = log.append('one\n');
  expect(readFileSync(file, 'utf8')).toBe('\none\n');
  log.close();
  log.close();
  await one();
  await one();
});
