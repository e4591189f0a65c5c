import { chmodSync, existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeDurableFolder } from '../../../runtime/server/durable-file.ts';
import { setYoungSpaceAgain } from '../../../runtime/server/young-space.ts';
import { DatabaseUnavailable } from '../errors.ts';
import { lockFolder } from './folder-lock.ts';
import { clusterIn, initialise } from './initialise.ts';
import { concatBytes, type Reply, type Request, type WorkerData } from './messages.ts';
import { EmbeddedSocket, type Exchange } from './socket.ts';

export interface EmbeddedOptions {
  readonly dir: string;
  /** Folder of the built `embedded-worker.js` and `embedded-init.js`: threads and child processes need files. */
  readonly entries: string;
}

export interface Embedded {
  /** Opens a connection. The engine has one session, so this ends the previous connection. */
  connect(): EmbeddedSocket;
  onFatal(listener: (error: Error) => void): () => void;
  close(): Promise<void>;
}

/** Sends requests to the engine's thread and matches the answers. */
class EngineThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, { resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void }>();
  readonly #listeners = new Set<(error: Error) => void>();
  readonly #ended: Promise<void>;
  #lastId = 0;
  #closing = false;
  #failure: Error | undefined;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'answer') this.#answer(reply.id, reply.bytes);
      else if (reply.kind === 'fatal') this.#fail(reply.reason);
    });
    worker.on('error', (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    this.#ended = new Promise((resolve) => {
      worker.once('exit', (code) => {
        this.#fail(`its thread ended (${code})`);
        resolve();
      });
    });
  }

  request(make: (id: number) => Request, transfer: ArrayBuffer[] = []): Promise<Uint8Array> {
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(make(id), transfer);
    });
  }

  /** A listener added after the failure is called immediately. */
  onFatal(listener: (error: Error) => void): () => void {
    if (this.#failure && !this.#closing) listener(this.#failure);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#worker.postMessage({ kind: 'close' } satisfies Request, []);
    await this.#ended;
  }

  #answer(id: number, bytes: Uint8Array): void {
    this.#waiting.get(id)?.resolve(bytes);
    this.#waiting.delete(id);
  }

  /** Ends the engine at once, without a last checkpoint: the folder may belong to another process. */
  abort(reason: string): void {
    this.#fail(reason);
    void this.#worker.terminate();
  }

  /** Keeps the first reason; the thread's exit only follows from it. */
  #fail(reason: string): void {
    if (this.#failure) return;
    const failure = new DatabaseUnavailable(`the embedded database stopped: ${reason}`);
    this.#failure = failure;
    for (const { reject } of this.#waiting.values()) reject(failure);
    this.#waiting.clear();
    if (this.#closing) return;
    for (const listener of this.#listeners) listener(failure);
  }
}

/** Resolves when the engine is ready. @throws Error with the reason when it does not start */
function waitUntilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) =>
      finish(() => reject(new Error(`内嵌数据库没能启动：${reason}\nThe embedded database did not start.`)));
    const onMessage = (reply: Reply) => {
      if (reply.kind === 'ready') finish(resolve);
      else if (reply.kind === 'fatal') fail(reply.reason);
    };
    const onError = (error: unknown) => fail(String(error));
    const onExit = (code: number) => fail(`its thread ended (${code})`);
    const finish = (settle: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

function exchangeWith(thread: EngineThread): Exchange {
  return {
    reset: async () => {
      await thread.request((id) => ({ kind: 'reset', id }));
    },
    send: (pieces) => {
      const bytes = concatBytes(pieces);
      return thread.request((id) => ({ kind: 'send', id, bytes }), [bytes.buffer]);
    },
  };
}

function served(thread: EngineThread, release: () => void): Embedded {
  const exchange = exchangeWith(thread);
  return {
    connect: () => new EmbeddedSocket(exchange),
    onFatal: (listener) => thread.onFatal(listener),
    close: async () => {
      await thread.close();
      release();
    },
  };
}

/**
 * Starts the embedded database of a folder in a worker thread; a new folder is initialised first. The folder is locked
 * to this process and readable by this user only.
 *
 * @throws FolderInUse with the process id of the other user; Error when it cannot be initialised or started
 */
export async function startEmbedded({ dir, entries }: EmbeddedOptions): Promise<Embedded> {
  const workerEntry = path.join(entries, 'embedded-worker.js');
  const initEntry = path.join(entries, 'embedded-init.js');
  if (!existsSync(workerEntry)) throw new Error(`没有 ${workerEntry}，请先运行 npm run build。It is not built.`);
  makeDurableFolder(dir);
  chmodSync(dir, 0o700);
  let thread: EngineThread | undefined;
  let lostBecause: string | undefined;
  const lock = await lockFolder(dir, {
    onWaiting: ({ host, pid }, limitMs) =>
      console.error(
        `数据目录 ${dir} 上次由 ${host} 上的进程 ${pid} 使用，没有正常关闭。正在确认它已经停止，最多 ${limitMs / 1000} 秒……`,
      ),
    onLost: (reason) => {
      lostBecause = reason;
      thread?.abort(reason);
    },
  });
  try {
    await initialise(dir, initEntry);
    const worker = new Worker(workerEntry, {
      workerData: { cluster: clusterIn(dir), dir, token: lock.token } satisfies WorkerData,
      execArgv: [],
    });
    await waitUntilReady(worker);
    setYoungSpaceAgain();
    thread = new EngineThread(worker);
    if (lostBecause !== undefined) throw new Error(`内嵌数据库没能启动：${lostBecause}`);
    return served(thread, () => lock.release());
  } catch (error) {
    await thread?.close();
    lock.release();
    throw error;
  }
}
