import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../runtime/server/clock.ts';
import { makeDurableFolder } from '../../runtime/server/durable-file.ts';
import { DurableLog } from '../../runtime/server/durable-log.ts';
import { MemoryState } from './memory-state.ts';
import { NONCES } from './shared-state.ts';

/**
 * Nonces of this period are written to one file. It is longer than any nonce counts, so that a file is obsolete when
 * the second one after it begins.
 */
const FILE_MS = 15 * 60_000;
const NAME = /^\d+$/;
const LINE = /^(\d+) (\S+)$/;

/**
 * The shared state of a single process whose nonces outlive it and its machine: a nonce is on the disk before its
 * request is accepted, so that no request is accepted a second time after a kill or a power cut.
 */
export class LastingState extends MemoryState {
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  #number = -1;
  #file: DurableLog | undefined;
  #failing = false;

  private constructor(clock: Clock, folder: string, onError: (error: unknown) => void) {
    super(clock);
    this.#clock = clock;
    this.#folder = folder;
    this.#onError = onError;
  }

  /** @param onError Called once while nonces cannot be read or written: they then last as long as the process */
  static async open(clock: Clock, folder: string, onError: (error: unknown) => void): Promise<LastingState> {
    const state = new LastingState(clock, folder, onError);
    await state.#recall().catch((error: unknown) => state.#failed(error));
    return state;
  }

  override async claim(key: string, ttlMs: number): Promise<boolean> {
    if (!(await super.claim(key, ttlMs))) return false;
    if (key.startsWith(NONCES)) await this.#note(key, this.#clock.now() + ttlMs);
    return true;
  }

  override async close(): Promise<void> {
    this.#end();
    await super.close();
  }

  async #recall(): Promise<void> {
    makeDurableFolder(this.#folder);
    const now = this.#clock.now();
    for (const name of readdirSync(this.#folder).filter((one) => NAME.test(one))) {
      // Ignores a line that was incomplete when the process ended.
      for (const line of readFileSync(path.join(this.#folder, name), 'utf8').split('\n')) {
        const [, until, key] = LINE.exec(line) ?? [];
        if (key !== undefined && Number(until) > now) await super.claim(key, Number(until) - now);
      }
    }
  }

  async #note(key: string, until: number): Promise<void> {
    try {
      await this.#fileOf(Math.floor(this.#clock.now() / FILE_MS)).append(`${until} ${key}\n`);
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

  #fileOf(number: number): DurableLog {
    if (this.#file !== undefined && number === this.#number) return this.#file;
    this.#end();
    for (const name of readdirSync(this.#folder))
      if (NAME.test(name) && Number(name) < number - 1) rmSync(path.join(this.#folder, name), { force: true });
    this.#number = number;
    this.#file = new DurableLog(path.join(this.#folder, String(number)));
    return this.#file;
  }

  #end(): void {
    this.#file?.close();
    this.#file = undefined;
  }
}
