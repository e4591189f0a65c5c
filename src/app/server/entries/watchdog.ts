// Thread that ends the process when its event loop is blocked.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { WatchdogData } from '../watchdog.ts';

const LOOKS = 10;
const STDERR = 2;

const { beats, limitMs } = workerData as WatchdogData;
const counter = new Int32Array(beats);
const intervalMs = limitMs / LOOKS;

let seen = Atomics.load(counter, 0);
let silentLooks = 0;
let lookedAt = performance.now();

setInterval(() => {
  const now = performance.now();
  // This thread did not run either: the whole process was stopped, or the machine slept.
  const wasStopped = now - lookedAt > 3 * intervalMs;
  lookedAt = now;
  const beat = Atomics.load(counter, 0);
  silentLooks = beat !== seen || wasStopped ? 0 : silentLooks + 1;
  seen = beat;
  if (silentLooks < LOOKS) return;
  try {
    writeSync(STDERR, `服务 ${limitMs / 1000} 秒没有响应，已结束进程。The event loop is blocked; the process ends.\n`);
  } finally {
    // The thread cannot run the main thread's exit, and no core file must be written: it would hold personal data.
    process.kill(process.pid, 'SIGKILL');
  }
}, intervalMs);
