import { write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { DestinationStream } from 'pino';

const writeTo = promisify(write);

const STDOUT = 1;
const FLUSH_MS = 500;
/** Written at once from this size on; a write for each request costs more than the request. Bytes. */
const FLUSH_AT = 8192;
/** Lines beyond this size are dropped while the output takes none, as on a full disk; about bytes. */
const BUFFERED_MAX = 1024 * 1024;

/** How long the last lines wait at the end for a pipe whose reader is slow. */
const LAST_WAIT_MS = 500;
const RETRY_MS = 10;

export interface LogStream extends DestinationStream {
  /** Waits for a write that is under way. */
  settled(): Promise<void>;
  /** Writes what is buffered before it returns. */
  flushSync(): void;
}

/** Writes the last lines of a process. A full pipe is waited for; an output that takes nothing is given up. */
function writeAll(fd: number, pending: Buffer, waitMs: number): void {
  const until = performance.now() + waitMs;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (let at = 0; at < pending.length;) {
    try {
      at += writeSync(fd, pending, at);
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isFull || performance.now() > until) return;
      Atomics.wait(sleeper, 0, 0, RETRY_MS);
    }
  }
}

/**
 * A buffered stream to the standard output. Output that cannot be written never stops the service and never holds up
 * its end: pino's own stream (sonic-boom) repeats a write that fails with ENOSPC for ever when the process exits.
 */
export function bufferedOutput(fd = STDOUT, lastWaitMs = LAST_WAIT_MS): LogStream {
  let lines = '';
  /** What an earlier write left, perhaps from the middle of a line; it is written first. */
  let rest: Buffer = Buffer.alloc(0);
  let writing: Promise<void> | undefined;

  function takeLines(): Buffer {
    const taken = rest.length > 0 ? Buffer.concat([rest, Buffer.from(lines)]) : Buffer.from(lines);
    lines = '';
    rest = Buffer.alloc(0);
    return taken;
  }

  async function writeLines(): Promise<void> {
    let pending = takeLines();
    try {
      while (pending.length > 0) {
        const { bytesWritten } = await writeTo(fd, pending);
        pending = pending.subarray(bytesWritten);
      }
    } catch {
      rest = pending;
    } finally {
      writing = undefined;
    }
  }
  function flush(): void {
    if (lines.length + rest.length > 0) writing ??= writeLines();
  }
  setInterval(flush, FLUSH_MS).unref();

  return {
    write(line) {
      if (rest.length + lines.length + line.length <= BUFFERED_MAX) lines += line;
      if (lines.length >= FLUSH_AT) flush();
    },
    settled: () => writing ?? Promise.resolve(),
    flushSync: () => writeAll(fd, takeLines(), lastWaitMs),
  };
}
