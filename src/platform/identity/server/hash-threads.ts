import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashJob } from './hash-thread.ts';
import type { Hasher } from './passwords.ts';

/** A thread needs next to nothing of the heap, in MiB; the memory of a hash lies outside of it. */
const HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };
/** The most threads of a process; larger machines run more processes. */
const THREADS_MAX = 2;

/** Fewer than cores where there is more than one, so that one is left for requests. */
export const hashThreadsOf = (cores: number): number => Math.max(1, Math.min(THREADS_MAX, cores - 1));

/** One thread, and the caller that waits for its answer. */
class HashThread {
  readonly #worker: Worker;
  #answered: ((answer: HashAnswer) => void) | undefined;
  isOver = false;

  constructor(file: string) {
    this.#worker = new Worker(file, { execArgv: [], resourceLimits: HEAP });
    this.#worker.unref();
    const end = (reason: string) => {
      this.isOver = true;
      this.#settle({ error: reason });
    };
    this.#worker
      .on('message', (answer: HashAnswer) => this.#settle(answer))
      .on('error', (error) => end(error.message))
      .on('exit', () => end('the thread ended'));
  }

  #settle(answer: HashAnswer): void {
    this.#answered?.(answer);
    this.#answered = undefined;
  }

  /** Only one job at a time. */
  async compute(job: HashJob): Promise<HashAnswer> {
    this.#worker.ref();
    try {
      return await new Promise((resolve) => {
        this.#answered = resolve;
        this.#worker.postMessage(job, []);
      });
    } finally {
      this.#worker.unref();
    }
  }

  end = (): Promise<unknown> => this.#worker.terminate();
}

/** Threads that hash passwords, beside those of Node's pool, which read files and resolve names. */
export interface HashThreads extends Hasher {
  close(): Promise<void>;
}

/**
 * Starts a thread when one is needed and none is free, and keeps it. The caller holds one of `places` for each hash.
 *
 * @param entries Folder of the built `password-worker.js`
 */
export function hashThreads(entries: string): HashThreads {
  const file = path.join(entries, 'password-worker.js');
  if (!existsSync(file)) throw new Error(`没有 ${file}，请先运行 npm run build。It is not built.`);
  const all = new Set<HashThread>();
  const idle: HashThread[] = [];
  const start = (): HashThread => {
    const thread = new HashThread(file);
    all.add(thread);
    return thread;
  };
  const compute = async (job: HashJob): Promise<HashAnswer> => {
    const thread = idle.pop() ?? start();
    const answer = await thread.compute(job);
    if (thread.isOver) all.delete(thread);
    else idle.push(thread);
    if ('error' in answer) throw new Error(`a password could not be hashed: ${answer.error}`);
    return answer;
  };
  return {
    places: hashThreadsOf(os.availableParallelism()),
    hash: async (digest, cost) => {
      const answer = await compute({ digest, cost });
      return 'hash' in answer ? answer.hash : '';
    },
    verify: async (stored, digest) => {
      const answer = await compute({ digest, stored });
      return 'isRight' in answer && answer.isRight;
    },
    close: async () => {
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}
