// Allocates objects that stay, before and after the process has let its new space grow; prints its size in MiB each time.
import { once } from 'node:events';
import { getHeapSpaceStatistics } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { startWatchdog } from '../../../../src/app/server/watchdog.ts';
import { growYoungSpace, holdYoungSpace } from '../../../../src/platform/runtime/server/young-space.ts';

const [, , entries = ''] = process.argv;
const kept: object[] = [];

function sizeAfterWork(): number {
  for (let i = 0; i < 1_000_000; i++) kept.push({ i });
  const size = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? NaN;
  return Math.round(size / 1024 ** 2);
}

// The thread does not keep the process running.
setInterval(() => undefined, 1000);
holdYoungSpace();
const begun = once(process, 'worker') as Promise<[Worker]>;
startWatchdog(entries);
const [thread] = await begun;
await once(thread, 'online');
const held = sizeAfterWork();
growYoungSpace();
console.log(JSON.stringify({ held, grown: sizeAfterWork() }));
process.exit(0);
