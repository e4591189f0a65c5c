import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../runtime/server/clock.ts';
import { MemoryState } from './memory-state.ts';
import { NONCES } from './shared-state.ts';

/**
 * Milliseconds of nonces in one file: longer than a nonce is valid, so that a file can be deleted once the next but one
 * begins.
 */
const FILE_MS = 15 * 60_000;
const NAME = /^\d+$/;
const LINE = /^(\d+) (\S+)$/;

/**
 * Shared state of a single process with persistent nonces, so that a request cannot be replayed after a restart. Each
 * nonce is written before it counts, so a killed process loses none; a power cut may lose those of the last seconds.
 */
export class LastingState extends MemoryState {
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  #number = -1;
  #file: number | undefined;
  #failing = false;

  private constructor(clock: Clock, folder: string, onError: (error: unknown) => void) {
    super(clock);
    this.#clock = clock;
    this.#folder = folder;
    this.#onError = onError;
  }

  /** @param onError Called once when nonces cannot be read or written; they then last as long as the process */
  static async open(clock: Clock, folder: string, onError: (error: unknown) => void): Promise<LastingState> {
    const state = new LastingState(clock, folder, onError);
    await state.#recall().catch((error: unknown) => state.#failed(error));
    return state;
  }

  override async claim(key: string, ttlMs: number): Promise<boolean> {
    if (!(await super.claim(key, ttlMs))) return false;
    if (key.startsWith(NONCES)) this.#note(key, this.#clock.now() + ttlMs);
    return true;
  }

  override async close(): Promise<void> {
    this.#end();
    await super.close();
  }

  async #recall(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const now = this.#clock.now();
    for (const name of readdirSync(this.#folder).filter((one) => NAME.test(one))) {
      // Ignores a line that was incomplete when the process ended.
      for (const line of readFileSync(path.join(this.#folder, name), 'utf8').split('\n')) {
        const [, until, key] = LINE.exec(line) ?? [];
        if (key !== undefined && Number(until) > now) await super.claim(key, Number(until) - now);
      }
    }
  }

  #note(key: string, until: number): void {
    try {
      writeSync(this.#fileOf(Math.floor(this.#clock.now() / FILE_MS)), `${until} ${key}\n`);
      this.#failing = false;
    } catch (error) {
      this.#end();
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!this.#failing) this.#onError(error);
    this.#failing = true;
  }

  #fileOf(number: number): number {
    if (this.#file !== undefined && number === this.#number) return this.#file;
    this.#end();
    for (const name of readdirSync(this.#folder))
      if (NAME.test(name) && Number(name) < number - 1) rmSync(path.join(this.#folder, name), { force: true });
    const file = openSync(path.join(this.#folder, String(number)), 'a', 0o600);
    // Starts a new line, because a killed process may have left an incomplete one.
    writeSync(file, '\n');
    this.#number = number;
    this.#file = file;
    return file;
  }

  #end(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
