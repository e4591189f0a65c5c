import { AppError } from '../../errors/app-error.ts';
import type { Clock } from '../../runtime/server/clock.ts';
import type { WhenDurable, SharedState } from './shared-state.ts';

interface Held {
  value: string;
  until: number;
}

/** Some 170 bytes each: the nonces of 3,000 requests a second over the whole clock window. */
const CAPACITY = 1_000_000;
const SLOT_MS = 1000;
const IDLE_SWEEP_MS = 15_000;
/** It lasts as long as the process. */
const AT_ONCE: WhenDurable = async () => undefined;

/**
 * Shared state of a single process. Keys are grouped in slots by the second of their expiry, so that expiry needs no
 * scan. When full it refuses new keys instead of evicting old ones.
 */
export class MemoryState implements SharedState {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #held = new Map<string, Held>();
  readonly #slots = new Map<number, string[]>();
  readonly #listeners = new Map<string, ((message: string) => void)[]>();
  readonly #sweeper: NodeJS.Timeout;
  #slot = 0;

  constructor(clock: Clock, capacity = CAPACITY) {
    this.#clock = clock;
    this.#capacity = capacity;
    // Frees memory while idle; otherwise every call sweeps.
    this.#sweeper = setInterval(() => this.#sweep(), IDLE_SWEEP_MS).unref();
  }

  /** Number of keys, for metrics and tests. */
  get size(): number {
    return this.#held.size;
  }

  async claim(key: string, ttlMs: number): Promise<boolean> {
    if (this.#live(key)) return false;
    this.#hold(key, '1', ttlMs);
    return true;
  }

  async claimEarly(key: string, ttlMs: number): Promise<WhenDurable | undefined> {
    return (await this.claim(key, ttlMs)) ? AT_ONCE : undefined;
  }

  async count(key: string, ttlMs: number): Promise<number> {
    const held = this.#live(key);
    if (!held) {
      this.#hold(key, '1', ttlMs);
      return 1;
    }
    const next = Number(held.value) + 1;
    held.value = String(next);
    return next;
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    this.#sweep();
    this.#hold(key, value, ttlMs);
  }

  async get(key: string): Promise<string | undefined> {
    return this.#live(key)?.value;
  }

  async left(key: string): Promise<number> {
    const held = this.#live(key);
    return held ? held.until - this.#clock.now() : 0;
  }

  async take(key: string): Promise<string | undefined> {
    const held = this.#live(key);
    this.#held.delete(key);
    return held?.value;
  }

  async forget(key: string): Promise<void> {
    this.#held.delete(key);
  }

  async publish(topic: string, message: string): Promise<void> {
    for (const listener of this.#listeners.get(topic) ?? []) listener(message);
  }

  subscribe(topic: string, listener: (message: string) => void): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#held.clear();
    this.#slots.clear();
    this.#listeners.clear();
  }

  #live(key: string): Held | undefined {
    this.#sweep();
    const held = this.#held.get(key);
    return held && held.until > this.#clock.now() ? held : undefined;
  }

  #hold(key: string, value: string, ttlMs: number): void {
    if (this.#held.size >= this.#capacity && !this.#held.has(key))
      throw new AppError('PSY_UNAVAILABLE', { cause: new Error('shared state is full') });
    const until = this.#clock.now() + ttlMs;
    this.#held.set(key, { value, until });
    const slot = Math.ceil(until / SLOT_MS);
    const keys = this.#slots.get(slot);
    if (keys) keys.push(key);
    else this.#slots.set(slot, [key]);
  }

  /** Deletes expired slots, at most once a second. */
  #sweep(): void {
    const now = this.#clock.now();
    const current = Math.floor(now / SLOT_MS);
    if (current === this.#slot) return;
    this.#slot = current;
    for (const [slot, keys] of this.#slots) {
      if (slot > current) continue;
      this.#slots.delete(slot);
      // A key that was set again is in a later slot.
      for (const key of keys) if ((this.#held.get(key)?.until ?? Infinity) <= now) this.#held.delete(key);
    }
  }
}
