// Worker thread that hashes passwords.
import { parentPort } from 'node:worker_threads';

if (!parentPort) throw new Error('this runs in a thread of the server');
// Loaded here for the reason of `sheet-worker.ts`.
const { serveHashes } = await import('../../../platform/identity/server/hash-thread.ts');
serveHashes(parentPort);
