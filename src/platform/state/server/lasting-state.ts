import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Clock } from '../../runtime/server/clock.ts';
import { makeDurableFolder } from '../../runtime/server/durable-file.ts';
import { DurableLog } from '../../runtime/server/durable-log.ts';
import { MemoryState } from './memory-state.ts';
import { NONCES, type WhenDurable } from './shared-state.ts';

/**
 * Nonces of this period are written to one file. It is longer than any nonce counts, so that a file is obsolete when
 * the second one after it begins.
 */
const FILE_MS = 15 * 60_000;
const NAME = /^\d+$/;
const LINE = /^(\d+) (\S+)$/;

/**
 * The shared state of a single process whose nonces outlive it and its machine: a nonce is on the disk before its
 * request changes anything or is answered, so that no request counts a second time after a kill or a power cut.
 */
export class LastingState extends MemoryState {
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #onError: (error: unknown) => void;
  #number = -1;
  #file: DurableLog | undefined;
  #failing = false;
  /** Claims whose sync has not been awaited yet. */
  #early = 0;

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
    const whenDurable = await this.claimEarly(key, ttlMs);
    await whenDurable?.();
    return whenDurable !== undefined;
  }

  /** A claim that is alone is synced at once, while its request is served; those of many requests share a sync. */
  override async claimEarly(key: string, ttlMs: number): Promise<WhenDurable | undefined> {
    if (!(await super.claim(key, ttlMs))) return undefined;
    if (!key.startsWith(NONCES)) return async () => undefined;
    const synced = this.#note(key, this.#clock.now() + ttlMs);
    let waiting: Promise<void> | undefined;
    this.#early++;
    const whenDurable = () => {
      if (!waiting) this.#early--;
      return (waiting ??= this.#whenSynced(synced));
    };
    if (this.#early === 1) void this.#whenSynced(synced);
    return whenDurable;
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

  #note(key: string, until: number): WhenDurable {
    try {
      return this.#fileOf(Math.floor(this.#clock.now() / FILE_MS)).append(`${until} ${key}\n`);
    } catch (error) {
      return async () => {
        throw error;
      };
    }
  }

  async #whenSynced(synced: WhenDurable): Promise<void> {
    try {
      await synced();
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
