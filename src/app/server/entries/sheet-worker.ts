// Worker thread that reads the files of imports.
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetJob } from '../../../platform/sheets/server/messages.ts';
import { serve } from '../../../platform/sheets/server/thread.ts';

if (!parentPort) throw new Error('this runs in a thread of the server');
await serve(parentPort, workerData as SheetJob);
