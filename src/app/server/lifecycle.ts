import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/http/server/log.ts';

export interface LifecycleOptions {
  log: Logger;
  /** Milliseconds: how long to serve on while `/readyz` fails, and how long to wait for running requests. */
  shutdown: { delayMs: number; limitMs: number };
  /** Writes the buffered log lines. */
  flush: () => void;
}

/** After a fatal error the process exits after this many milliseconds at most, whatever is still running. */
const FATAL_LIMIT_MS = 5000;

/** Milliseconds between two rounds that close idle connections while the process stops. */
const REAP_MS = 50;

/**
 * The process from start to exit. On a signal it reports itself not ready, stops accepting connections, finishes
 * running requests within the limit, closes its parts in reverse order and exits. A second signal exits at once.
 */
export class Lifecycle {
  readonly #options: LifecycleOptions;
  readonly #closers: (() => Promise<unknown>)[] = [];
  #stopping = false;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** Registers a function that closes a part; the last one registered runs first. */
  onClose(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /** Handles signals and uncaught errors. After an uncaught error the state of the process is unknown, so it exits. */
  watch(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void this.stop(0, signal));
    process.on('unhandledRejection', (error) => {
      this.#options.log.fatal({ err: error }, 'unhandled rejection');
      void this.stop(1, 'unhandled rejection');
    });
    process.on('uncaughtException', (error) => {
      this.#options.log.fatal({ err: error }, 'uncaught exception');
      this.#exit(1);
    });
  }

  /** On close: stops listening at once and closes connections as they become idle. */
  serve(app: FastifyInstance): void {
    this.onClose(async () => {
      const reaper = setInterval(() => app.server.closeIdleConnections(), REAP_MS);
      const limit = setTimeout(() => {
        this.#options.log.warn('requests were cut short by the limit for stopping');
        app.server.closeAllConnections();
      }, this.#options.shutdown.limitMs);
      await app.close();
      clearInterval(reaper);
      clearTimeout(limit);
    });
  }

  async stop(code: number, reason: string): Promise<void> {
    if (this.#stopping) return this.#exit(code || 1);
    this.#stopping = true;
    const { log, shutdown } = this.#options;
    log.info({ reason }, 'stopping');
    if (code === 0) await wait(shutdown.delayMs);
    else setTimeout(() => this.#exit(code), FATAL_LIMIT_MS);
    await this.close();
    log.info('stopped');
    this.#exit(code);
  }

  /** Closes all parts; a part that fails to close is logged and does not stop the others. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0))
      await close().catch((error: unknown) => this.#options.log.error({ err: error }, 'closing failed'));
  }

  #exit(code: number): void {
    try {
      this.#options.flush();
    } finally {
      process.exit(code);
    }
  }
}
