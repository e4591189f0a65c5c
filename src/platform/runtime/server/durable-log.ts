import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from './durable-file.ts';

const sync = (descriptor: number): Promise<void> =>
  new Promise((resolve, reject) => fdatasync(descriptor, (error) => (error ? reject(error) : resolve())));

/** A sync of the lines until `covers`, which is known once it begins. */
interface Sync {
  covers: number;
  done: Promise<void>;
}

/**
 * A file of lines that many callers append to. A caller that needs its line on the disk asks for a sync. One sync
 * serves all lines that were written before it began.
 */
export class DurableLog {
  readonly #descriptor: number;
  /** Number of lines. */
  #written = 0;
  /** Number of lines that are on the disk. */
  #synced = 0;
  #running: Sync | undefined;
  #next: Promise<void> | undefined;
  #isClosed = false;

  /** Opens or creates the file. A new line separates its content from an incomplete last line. */
  constructor(file: string) {
    this.#descriptor = openSync(file, 'a', 0o600);
    try {
      writeSync(this.#descriptor, '\n');
      syncFolder(path.dirname(file));
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
  }

  /**
   * Writes a line; it outlives this process. @returns what waits until the line is on the disk. It begins a sync where
   * none that serves the line has begun
   */
  append(text: string): () => Promise<void> {
    writeSync(this.#descriptor, text);
    const line = ++this.#written;
    return () => this.#whenSynced(line);
  }

  /** Closes the file once all its lines are on the disk. */
  close(): void {
    if (this.#isClosed) return;
    const last = this.#whenSynced(this.#written);
    this.#isClosed = true;
    void this.#closeAfter(last);
  }

  #whenSynced(line: number): Promise<void> {
    if (this.#synced >= line) return Promise.resolve();
    if (this.#running && this.#running.covers >= line) return this.#running.done;
    if (this.#next) return this.#next;
    if (this.#isClosed) return Promise.reject(new Error('the last sync of a closed file has failed'));
    return (this.#next = this.#syncAfter(this.#running?.done));
  }

  async #closeAfter(last: Promise<void>): Promise<void> {
    // Who waits for a line reports a failure.
    await last.catch(() => undefined);
    closeSync(this.#descriptor);
  }

  /** A sync that runs covers only what was written before it began, so later lines wait for another one. */
  async #syncAfter(previous: Promise<void> | undefined): Promise<void> {
    // Its own caller reports a failure of the previous one.
    await previous?.catch(() => undefined);
    const covers = this.#written;
    const done = sync(this.#descriptor);
    this.#running = { covers, done };
    this.#next = undefined;
    await done;
    this.#synced = covers;
  }
}
