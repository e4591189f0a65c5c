import { on } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { EntitySchema } from '../../schema/types.ts';
import {
  UnusableFile,
  type ArchiveTable,
  type Found,
  type SheetAnswer,
  type SheetJob,
  type SheetRow,
  type SheetTable,
} from './messages.ts';
import { ReaderPlaces } from './reader-places.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** Threads that read the files of imports. */
    sheets: SheetThreads;
  }
}

/** A file of the maximum size takes some seconds; one that takes longer was crafted to do so. */
const TIME_LIMIT_MS = 120_000;
/**
 * Of the thread's heap, in MiB: the last line, where the limits of `limits.ts` did not hold. A file of the maximum size
 * needs less than half.
 */
const HEAP = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 24 };
/** Threads that read files at the same time in one process. */
const READERS = 2;

const TOO_DEAR = '这个文件太复杂，处理不了：请只保留要导入的工作表和列，另存后再上传';

/** Threads start from built files: the folder of `sheet-worker.js`. */
export interface SheetThreads {
  /**
   * The rows of a file, in the order of its table. At most two files are read at the same time, and one of each person;
   * others wait in order.
   *
   * @param person Whose file it is
   * @throws UnusableFile
   */
  read(
    person: string,
    bytes: Uint8Array<ArrayBuffer>,
    schema: EntitySchema,
    rowsMax: number,
    signal: AbortSignal,
  ): AsyncGenerator<{ found: Found } | { rows: SheetRow[] } | { width: number }, void>;
  /** The columns of a file about which nothing is known, in the places of `read`. @throws UnusableFile */
  table(person: string, bytes: Uint8Array<ArrayBuffer>, rowsMax: number, signal: AbortSignal): Promise<SheetTable>;
  /**
   * The named tables of an archive of CSV files; it waits for a place like `read`.
   *
   * @throws UnusableFile naming the table
   */
  tables(
    person: string,
    bytes: Uint8Array<ArrayBuffer>,
    names: readonly string[],
    rowsMax: number,
  ): Promise<ArchiveTable[]>;
  /** The same file with one more column. @throws UnusableFile */
  annotate(
    bytes: Uint8Array<ArrayBuffer>,
    found: Found,
    header: string,
    messages: [no: number, text: string][],
  ): Promise<Buffer>;
}

export function sheetThreads(entries: string): SheetThreads {
  const readers = new ReaderPlaces(READERS);
  const writers = new ReaderPlaces(1);
  return {
    async *read(person, bytes, schema, rowsMax, signal) {
      const leave = await readers.enter(person, signal);
      try {
        yield* read(entries, bytes, schema, rowsMax, signal);
      } finally {
        leave();
      }
    },
    async table(person, bytes, rowsMax, signal) {
      const leave = await readers.enter(person, signal);
      try {
        for await (const answer of answers(entries, { job: 'columns', bytes, rowsMax }, signal))
          if (answer.kind === 'columns') return answer.table;
        throw new Error('the thread that reads sheets ended early');
      } finally {
        leave();
      }
    },
    async tables(person, bytes, names, rowsMax) {
      const leave = await readers.enter(person, AbortSignal.timeout(TIME_LIMIT_MS));
      try {
        return await tables(entries, { job: 'tables', bytes, names, rowsMax });
      } finally {
        leave();
      }
    },
    async annotate(...args) {
      // A place of its own: a download waits for seconds, not for the end of an import.
      const leave = await writers.enter('', AbortSignal.timeout(TIME_LIMIT_MS));
      try {
        return await annotate(entries, ...args);
      } finally {
        leave();
      }
    },
  };
}

async function* answers(entries: string, job: SheetJob, outer?: AbortSignal): AsyncGenerator<SheetAnswer, void> {
  const worker = new Worker(path.join(entries, 'sheet-worker.js'), {
    workerData: job,
    execArgv: [],
    resourceLimits: HEAP,
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
  bytes: Uint8Array<ArrayBuffer>,
  schema: EntitySchema,
  rowsMax: number,
  signal: AbortSignal,
): AsyncGenerator<{ found: Found } | { rows: SheetRow[] } | { width: number }, void> {
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

async function tables(entries: string, job: SheetJob): Promise<ArchiveTable[]> {
  const found = new Map<string, ArchiveTable>();
  for await (const answer of answers(entries, job)) {
    if (answer.kind === 'end') return [...found.values()];
    if (answer.kind !== 'table') continue;
    const { name, rows } = answer;
    const table = found.get(name);
    if (table) for (const row of rows) table.rows.push(row);
    else found.set(name, { name, rows });
  }
  throw new Error('the thread that reads tables ended early');
}

async function annotate(
  entries: string,
  bytes: Uint8Array<ArrayBuffer>,
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
