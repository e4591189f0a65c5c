/**
 * Short-lived facts that all processes of one installation must agree on: nonces, rate limits, captcha answers,
 * revocations. In memory by default; on Valkey or Redis where `REDIS_URL` is set. Values are small strings; every key
 * expires, and none is forgotten before its time: a full or unreachable store throws `PSY_UNAVAILABLE`, since a
 * forgotten nonce would be a replay.
 */
export interface SharedState {
  /** Remembers `key` for `ttlMs`; false where it was there already. Atomic. */
  claim(key: string, ttlMs: number): Promise<boolean>;
  /** Adds one to a counter that is forgotten `ttlMs` after its first count; answers the new value. Atomic. */
  count(key: string, ttlMs: number): Promise<number>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Milliseconds until `key` is forgotten; 0 where it is. */
  left(key: string): Promise<number>;
  /** Reads and forgets in one step, so that a one-time value is used once. */
  take(key: string): Promise<string | undefined>;
  forget(key: string): Promise<void>;
  /** Tells every process; this one before the call returns. */
  publish(topic: string, message: string): Promise<void>;
  /** The listener also hears {@link MISSED} after a break in the connection: whatever it keeps may be out of date. */
  subscribe(topic: string, listener: (message: string) => void): void;
  close(): Promise<void>;
}

/** In place of a message: some may have been lost, so forget everything that messages would have corrected. */
export const MISSED = '*';

/** Begins the keys of nonces, which have to be known for their whole time, whatever becomes of the process. */
export const NONCES = 'nonce:';
