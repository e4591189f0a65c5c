import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { syncFolder } from './durable-file.ts';

const sync = promisify(fdatasync);

/** A file of lines that many callers append to. Lines that wait for the disk at the same time share one sync. */
export class DurableLog {
  readonly #descriptor: number;
  #running: Promise<void> | undefined;
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

  /** Resolves when the text is on the disk. */
  append(text: string): Promise<void> {
    writeSync(this.#descriptor, text);
    this.#next ??= this.#syncAfter(this.#running);
    return this.#next;
  }

  /** Closes the file once running syncs have ended. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    void this.#closeAfter(this.#next ?? this.#running);
  }

  async #closeAfter(last: Promise<void> | undefined): Promise<void> {
    // Its own caller reports a failure.
    await last?.catch(() => undefined);
    closeSync(this.#descriptor);
  }

  /** A sync that runs covers only what was written before it began, so later lines wait for another one. */
  async #syncAfter(previous: Promise<void> | undefined): Promise<void> {
    // Its own caller reports a failure of the previous one.
    await previous?.catch(() => undefined);
    this.#running = this.#next;
    this.#next = undefined;
    await sync(this.#descriptor);
  }
}
