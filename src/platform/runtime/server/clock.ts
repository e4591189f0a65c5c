/** Source of the current time, injected so that tests can walk through windows and lifetimes. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A moment in milliseconds since the epoch as an ISO text in UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The current time as an ISO text in UTC. */
export const nowIso = (clock: Clock): string => isoTime(clock.now());
