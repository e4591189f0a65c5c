import type { Logger } from '../../http/server/log.ts';

/** Work of so many at a time in one process: each may hold a file in memory. Others wait for their turn. */
const AT_ONCE = 2;

/** Long work that goes on after its request was answered, in this process. */
export class Background {
  readonly #log: Logger;
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #free = AT_ONCE;

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Begins the work as soon as there is a place. It tells its failures itself; what it throws is logged.
   *
   * @param work Ends early when its signal says so: the process stops
   */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    const running = this.#perform(name, work).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Ends what is under way, and begins nothing more. */
  async close(): Promise<void> {
    this.#stopping.abort();
    for (const go of this.#waiting.splice(0)) go();
    await this.idle();
  }

  async #perform(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#free === 0)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    else this.#free--;
    try {
      await work(this.#stopping.signal);
    } catch (error) {
      this.#log.error({ err: error, work: name }, 'background work failed');
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
