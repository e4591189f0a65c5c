import { write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import type { DestinationStream } from 'pino';

const writeTo = promisify(write);

const STDOUT = 1;
const FLUSH_MS = 500;
/** Written at once from this size on; a write for each request costs more than the request. Bytes. */
const FLUSH_AT = 8192;
/** Lines beyond this are dropped while the output takes none, as on a full disk; characters. */
const BUFFERED_MAX = 1024 * 1024;

export interface LogStream extends DestinationStream {
  /** Writes what is buffered, once and before it returns. */
  flushSync(): void;
}

/**
 * A buffered stream to the standard output. Output that cannot be written never stops the service and never holds up
 * its end: pino's own stream (sonic-boom) repeats a write that fails with ENOSPC for ever when the process exits.
 */
export function bufferedOutput(fd = STDOUT): LogStream {
  let buffer = '';
  let isWriting = false;

  async function flush(): Promise<void> {
    if (isWriting || buffer === '') return;
    isWriting = true;
    let pending = Buffer.from(buffer);
    buffer = '';
    try {
      while (pending.length > 0) {
        const { bytesWritten } = await writeTo(fd, pending);
        pending = pending.subarray(bytesWritten);
      }
    } catch {
      buffer = (pending.toString() + buffer).slice(0, BUFFERED_MAX);
    } finally {
      isWriting = false;
    }
  }
  setInterval(() => void flush(), FLUSH_MS).unref();

  return {
    write(line) {
      if (buffer.length + line.length <= BUFFERED_MAX) buffer += line;
      if (buffer.length >= FLUSH_AT) void flush();
    },
    flushSync() {
      try {
        const pending = Buffer.from(buffer);
        buffer = '';
        for (let at = 0; at < pending.length;) at += writeSync(fd, pending, at);
      } catch {
        // The process ends, and its output takes nothing.
      }
    },
  };
}
