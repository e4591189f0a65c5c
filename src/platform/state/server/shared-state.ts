declare module '../../context/server/services.ts' {
  interface Services {
    /** State that all processes share: nonces, limits, announcements. */
    state: SharedState;
  }
}
/**
 * Short-lived values shared by all processes: nonces, rate limits, captcha answers, revocations. In memory by default,
 * in Valkey or Redis when `REDIS_URL` is set. Keys are never evicted before they expire, because a lost nonce would
 * allow a replay: a full or unreachable store throws `PSY_UNAVAILABLE`.
 */
export interface SharedState {
  /** Sets `key` for `ttlMs` if it is absent, atomically. @returns false when it exists */
  claim(key: string, ttlMs: number): Promise<boolean>;
  /**
   * Like `claim`, and does not wait until the key survives a power cut.
   *
   * @returns A function that waits for that; undefined when the key exists
   */
  claimEarly(key: string, ttlMs: number): Promise<WhenDurable | undefined>;
  /** Increments a counter that expires `ttlMs` after its first increment, atomically. @returns the new value */
  count(key: string, ttlMs: number): Promise<number>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Milliseconds until `key` expires; 0 when it is absent. */
  left(key: string): Promise<number>;
  /** Reads and deletes atomically, so that a one-time value is used once. */
  take(key: string): Promise<string | undefined>;
  forget(key: string): Promise<void>;
  /** Publishes to every process. Listeners of this process run before the call returns. */
  publish(topic: string, message: string): Promise<void>;
  /** The listener also receives {@link MISSED} after a lost connection: its cached data may be out of date. */
  subscribe(topic: string, listener: (message: string) => void): void;
  close(): Promise<void>;
}

/** Waits until a claim survives a power cut. It may be called again. */
export type WhenDurable = () => Promise<void>;

/** Sent instead of a message when messages may have been lost: listeners must drop their caches. */
export const MISSED = '*';

/** Prefix of the keys of nonces, which must survive a restart. */
export const NONCES = 'nonce:';
