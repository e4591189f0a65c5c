// Worker thread that reads the files of imports.
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetJob } from '../../../platform/sheets/server/messages.ts';

if (!parentPort) throw new Error('this runs in a thread of the server');
// On Linux this is about the thread only: requests come before files.
if (process.platform === 'linux') os.setPriority(10);
// Loaded here, so that the build puts what the server shares with this thread into a chunk of its own: the server would
// otherwise load this file, which runs in threads only.
const { serve } = await import('../../../platform/sheets/server/thread.ts');
await serve(parentPort, workerData as SheetJob);
