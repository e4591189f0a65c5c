// Worker thread of the embedded database.
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerData } from '../../../platform/db/server/embedded/messages.ts';
import { serve } from '../../../platform/db/server/embedded/worker.ts';

if (!parentPort) throw new Error('this runs in a thread of the server');
await serve(parentPort, workerData as WorkerData);
