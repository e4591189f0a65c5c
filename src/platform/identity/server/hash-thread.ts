import type { MessagePort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashCost } from './passwords.ts';

/** What the thread is to compute, one after the other. */
export type HashJob = { digest: string; cost: HashCost } | { digest: string; stored: string };
export type HashAnswer = { hash: string } | { isRight: boolean } | { error: string };

function compute(job: HashJob): HashAnswer {
  try {
    return 'stored' in job ? { isRight: verifySync(job.stored, job.digest) } : { hash: hashSync(job.digest, job.cost) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** The thread's side: answers each job with one message. */
export function serveHashes(port: MessagePort): void {
  port.on('message', (job: HashJob) => port.postMessage(compute(job)));
}
