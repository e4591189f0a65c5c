import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { setYoungSpaceAgain } from '../../platform/runtime/server/young-space.ts';

/** Start parameters of the thread. */
export interface WatchdogData {
  /** One 32-bit counter, which the main thread increases. */
  readonly beats: SharedArrayBuffer;
  readonly limitMs: number;
}

/** A process whose event loop is blocked this long sends no answer and cannot even be stopped; milliseconds. */
const LIMIT_MS = 10_000;
const BEATS_PER_LIMIT = 20;

/**
 * Starts a thread that ends this process when its event loop is blocked for the limit, so that it is started again.
 *
 * @param entries Folder of the built `watchdog.js`
 * @returns A function that stops the thread
 */
export function startWatchdog(entries: string, limitMs = LIMIT_MS): () => Promise<unknown> {
  const file = path.join(entries, 'watchdog.js');
  if (!existsSync(file)) throw new Error(`没有 ${file}，请先运行 npm run build。It is not built.`);
  const beats = new SharedArrayBuffer(4);
  const counter = new Int32Array(beats);
  const worker = new Worker(file, { workerData: { beats, limitMs } satisfies WatchdogData, execArgv: [] });
  worker.unref();
  worker.once('online', setYoungSpaceAgain);
  const timer = setInterval(() => Atomics.add(counter, 0, 1), limitMs / BEATS_PER_LIMIT).unref();
  return () => {
    clearInterval(timer);
    return worker.terminate();
  };
}
