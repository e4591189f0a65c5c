import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bufferedOutput } from '../../../src/app/server/log-stream.ts';

/** Fills the pipe. @returns How many bytes it took */
function fill(fd: number): number {
  let size = 0;
  try {
    while (true) size += writeSync(fd, 'x'.repeat(1000));
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
    return size;
  }
}

it('the last lines are complete although the pipe is full when the process ends', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-log-'));
  const [pipe, received] = [path.join(folder, 'pipe'), path.join(folder, 'received')];
  execFileSync('mkfifo', [pipe]);
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const filled = fill(fd);
  const last = `${'学生'.repeat(100)}\n`.repeat(10);
  const reader = spawn('sh', [
    '-c',
    'sleep 0.1; head -c "$3" "$1" > "$2"',
    'sh',
    pipe,
    received,
    `${filled + Buffer.byteLength(last)}`,
  ]);
  const ended = once(reader, 'close');

  // As long as it takes until the reader has started.
  const output = bufferedOutput(fd, 60_000);
  output.write(last);
  output.flushSync();
  await ended;
  closeSync(fd);

  expect(readFileSync(received, 'utf8').slice(filled)).toBe(last);
});

it('an output that takes nothing is given up', () => {
  const fd = openSync('/dev/full', 'w');
  const output = bufferedOutput(fd);
  output.write('a line\n');
  expect(() => output.flushSync()).not.toThrow();
  closeSync(fd);
});
