// Worker thread that reads the files of imports.
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetJob } from '../../../platform/sheets/server/messages.ts';
import { serve } from '../../../platform/sheets/server/thread.ts';

if (!parentPort) throw new Error('this runs in a thread of the server');
// On Linux this is about the thread only: requests come before files.
if (process.platform === 'linux') os.setPriority(10);
await serve(parentPort, workerData as SheetJob);
