/** Source of the current time, injected so that tests can walk through windows and lifetimes. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
