import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '../../platform/http/server/log.ts';

export interface LifecycleOptions {
  log: Logger;
  /** How long to go on serving while `/readyz` says no, and how long to wait for requests under way; milliseconds. */
  shutdown: { delayMs: number; limitMs: number };
  /** Writes out what the log holds. */
  flush: () => void;
}

/** How often connections that have become idle are let go while stopping. */
const REAP_MS = 50;

/**
 * The process from its start to its end. Told to stop it reports itself not ready, stops accepting, finishes what is
 * under way within the limit, closes what it opened in reverse order and exits; told a second time it exits at once.
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

  /** Remembers how to close something. */
  onClose(close: () => Promise<unknown>): void {
    this.#closers.unshift(close);
  }

  /**
   * Listens to signals and to what nobody caught. An error that nobody caught leaves the process in a state that nobody
   * knows: it ends.
   */
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

  /** Closes the server's listening socket at once and its connections as they become idle. */
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
    await wait(shutdown.delayMs);
    await this.close();
    log.info('stopped');
    this.#exit(code);
  }

  /** Closes everything; what cannot be closed does not keep the rest open. */
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0))
      await close().catch((error: unknown) => this.#options.log.error({ err: error }, 'closing failed'));
  }

  #exit(code: number): void {
    this.#options.flush();
    process.exit(code);
  }
}
