import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors/app-error.ts';

/** The longest queue; further callers are refused. */
export const WAITING_MAX = 500;
/** The longest time that a caller waits for a place; milliseconds. */
export const WAIT_MAX_MS = 15_000;
/** Addresses whose failures are remembered, and for how long. */
const ADDRESSES_MAX = 8192;
const REMEMBERED_MS = 15 * 60_000;
const LEAST_RETRY_MS = 1000;
/** Weight of the last hash in the average. */
const WEIGHT = 0.1;

interface Waiting {
  from: string | undefined;
  since: number;
  enter: () => void;
  refuse: (error: AppError) => void;
}

/** Gives a place back; after a wrong password it rests before it serves a stranger. */
export type LeavePlace = (wasWrong: boolean) => void;

export interface HashPlacesOptions {
  /** Hashes at once. */
  places: number;
  /** Whether a place rests after a wrong password; default true. */
  rests?: boolean;
  /** Milliseconds of a clock that is never set back. */
  now?: () => number;
  /** Calls back after milliseconds. */
  later?: (callback: () => void, ms: number) => void;
}

/**
 * After a wrong password its place rests for this many times the duration of the hash. A storm of wrong passwords then
 * uses a sixth of a core for each place.
 */
const REST = 5;

/**
 * A queue for the places in which passwords are hashed. Known callers come first. Strangers follow, those whose address
 * has the fewest failures first, and in order of arrival where these are equal. So the wrong passwords of a storm wait
 * behind right ones.
 */
export class HashPlaces {
  readonly #places: number;
  readonly #rests: boolean;
  #free: number;
  /** How many of the free places rest. They serve known callers, and no strangers. */
  #resting = 0;
  readonly #now: () => number;
  readonly #later: (callback: () => void, ms: number) => void;
  /** Failures of an address that its successes do not outweigh. */
  readonly #failures: LRUCache<string, number>;
  #waiting: Waiting[] = [];
  /** How long hashes take now. */
  #eachMs = 0;

  constructor({
    places,
    rests = true,
    now = () => performance.now(),
    later = (callback, ms) => setTimeout(callback, ms).unref(),
  }: HashPlacesOptions) {
    this.#places = this.#free = places;
    this.#rests = rests;
    this.#now = now;
    this.#later = later;
    this.#failures = new LRUCache({ max: ADDRESSES_MAX, ttl: REMEMBERED_MS, perf: { now } });
  }

  /**
   * Waits for a place.
   *
   * @param from Address of a stranger; undefined for a known caller (signed in, or on a known device)
   * @throws AppError PSY_UNAVAILABLE with the time to wait, when the queue is full and after `WAIT_MAX_MS`
   */
  async enter(from: string | undefined): Promise<LeavePlace> {
    const waiting = this.#wait(from);
    this.#next();
    await waiting;
    const since = this.#now();
    return (wasWrong) => {
      const ms = this.#now() - since;
      const restMs = wasWrong && this.#rests ? ms * REST : 0;
      this.#eachMs = this.#eachMs === 0 ? ms : this.#eachMs + WEIGHT * (ms + restMs - this.#eachMs);
      if (restMs > 0) this.#rest(restMs);
      this.#free++;
      this.#next();
    };
  }

  #rest(ms: number): void {
    this.#resting++;
    this.#later(() => {
      this.#resting--;
      this.#next();
    }, ms);
  }

  /** Remembers whether a stranger's password was right. */
  note(from: string, isRight: boolean): void {
    const failures = (this.#failures.get(from) ?? 0) + (isRight ? -1 : 1);
    if (failures > 0) this.#failures.set(from, failures);
    else this.#failures.delete(from);
  }

  #rank = (from: string | undefined): number => (from === undefined ? -1 : (this.#failures.get(from) ?? 0));

  #wait(from: string | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ from, since: this.#now(), enter: resolve, refuse: reject });
    });
  }

  #refuse(one: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== one);
    const emptyInMs = (this.#waiting.length * this.#eachMs) / this.#places;
    const retryInMs = Math.min(WAIT_MAX_MS, Math.max(LEAST_RETRY_MS, emptyInMs));
    one.refuse(new AppError('PSY_UNAVAILABLE', { message: '现在使用的人较多，请稍后重试', retryInMs }));
  }

  /** Gives the free places to the next callers; refuses those that waited too long, and the last one of a full queue. */
  #next(): void {
    const oldest = this.#now() - WAIT_MAX_MS;
    for (const one of this.#waiting) if (one.since < oldest) this.#refuse(one);
    while (this.#free > 0) {
      const next = this.#pick((rank, best) => rank < best);
      if (!next || (next.from !== undefined && this.#free <= this.#resting)) break;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#free--;
      next.enter();
    }
    const last = this.#waiting.length > WAITING_MAX ? this.#pick((rank, worst) => rank >= worst) : undefined;
    if (last) this.#refuse(last);
  }

  #pick(isBetter: (rank: number, than: number) => boolean): Waiting | undefined {
    let found: Waiting | undefined;
    for (const one of this.#waiting) if (!found || isBetter(this.#rank(one.from), this.#rank(found.from))) found = one;
    return found;
  }
}
