import { on } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EntitySchema } from '../../schema/types.ts';
import { UnusableFile, type Found, type SheetAnswer, type SheetJob, type SheetRow } from './messages.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** Threads that read the files of imports. */
    sheets: SheetThreads;
  }
}

/** A file of the maximum size takes some seconds; one that takes longer was crafted to do so. */
const TIME_LIMIT_MS = 120_000;
/** Of the thread's heap, in MiB. */
const MEMORY_LIMIT = 384;

const TOO_DEAR = '这个文件太复杂，处理不了：请只保留要导入的工作表和列，另存后再上传';

/** Threads start from built files: the folder of `sheet-worker.js`. */
export interface SheetThreads {
  /** The rows of a file, in the order of its table. @throws UnusableFile */
  read(
    bytes: Uint8Array,
    schema: EntitySchema,
    rowsMax: number,
    signal: AbortSignal,
  ): AsyncGenerator<{ found: Found } | { rows: SheetRow[] } | { width: number }, void>;
  /** The same file with one more column. @throws UnusableFile */
  annotate(bytes: Uint8Array, found: Found, header: string, messages: [no: number, text: string][]): Promise<Buffer>;
}

export function sheetThreads(entries: string): SheetThreads {
  return { read: (...args) => read(entries, ...args), annotate: (...args) => annotate(entries, ...args) };
}

async function* answers(entries: string, job: SheetJob, outer?: AbortSignal): AsyncGenerator<SheetAnswer, void> {
  const worker = new Worker(path.join(entries, 'sheet-worker.js'), {
    workerData: job,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT },
  });
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const signal = outer ? AbortSignal.any([outer, limit]) : limit;
  try {
    for await (const [message] of on(worker, 'message', { signal, close: ['exit'] }) as AsyncIterable<[SheetAnswer]>) {
      if (message.kind === 'refused') throw new UnusableFile(message.message);
      // The thread reads the next rows while these are processed.
      worker.postMessage('next', []);
      yield message;
    }
  } catch (error) {
    if (limit.aborted || (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
      throw new UnusableFile(TOO_DEAR);
    throw error;
  } finally {
    await worker.terminate();
  }
}

async function* read(
  entries: string,
  bytes: Uint8Array,
  schema: EntitySchema,
  rowsMax: number,
  signal: AbortSignal,
): ReturnType<SheetThreads['read']> {
  for await (const answer of answers(entries, { job: 'read', bytes, schema, rowsMax }, signal)) {
    if (answer.kind === 'found') yield { found: answer.found };
    else if (answer.kind === 'rows') yield { rows: answer.rows };
    else if (answer.kind === 'end') {
      yield { width: answer.width };
      return;
    }
  }
  throw new Error('the thread that reads sheets ended early');
}

async function annotate(
  entries: string,
  bytes: Uint8Array,
  found: Found,
  header: string,
  messages: [number, string][],
): Promise<Buffer> {
  for await (const answer of answers(entries, { job: 'annotate', bytes, found, header, messages })) {
    if (answer.kind === 'file')
      return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
  }
  throw new Error('the thread that writes sheets ended early');
}
