// Worker thread that hashes passwords.
import os from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { HashThreadData } from '../../../platform/identity/server/hash-thread.ts';

if (!parentPort) throw new Error('this runs in a thread of the server');
const { priority } = workerData as HashThreadData;
// On Linux this is about the thread only: a storm of sign-ins takes what requests leave.
if (priority === 'low' && process.platform === 'linux') os.setPriority(10);
const { serveHashes } = await import('../../../platform/identity/server/hash-thread.ts');
serveHashes(parentPort);
