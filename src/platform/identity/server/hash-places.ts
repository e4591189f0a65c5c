import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors/app-error.ts';

/** Who waits at most; further ones are refused. */
export const WAITING_MAX = 500;
/** A person waits no longer than this for a hash; milliseconds. */
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
  enter: (priority: Priority) => void;
  refuse: (error: AppError) => void;
}

/** `normal` competes with requests for the processor, `low` takes what they leave. */
export type Priority = 'normal' | 'low';
const PRIORITIES: readonly Priority[] = ['normal', 'low'];

/** A place that is held. */
export interface HashPlace {
  priority: Priority;
  /** Gives the place back; after a wrong password of low priority, only when it has rested. */
  leave: (wasWrong: boolean) => void;
}

export interface HashPlacesOptions {
  /** Hashes at once, by priority. */
  places: Readonly<Record<Priority, number>>;
  /** Share of one core that hashes of normal priority take in the long run, after `BURST_MS`; absent: as they come. */
  normalShare?: number | undefined;
  /** Milliseconds of a clock that is never set back. */
  now?: () => number;
  /** Calls back after milliseconds. */
  later?: (callback: () => void, ms: number) => void;
}

/** A place rests so many times as long as a wrong password took: many of them take a fifth of a core and no more. */
const REST = 4;
/** Enough for a class that signs in within a second. */
const BURST_MS = 300;

/**
 * Places in which passwords are hashed; others wait. Whoever is known goes first, then strangers by the failures of
 * their address, in order of arrival among equal ones: a storm of wrong passwords stands behind those whose passwords
 * are right. A few hashes compete with requests for the processor, so that a busy machine starves no sign-in; the
 * others take what requests leave, and little of that where passwords are wrong.
 */
export class HashPlaces {
  readonly #free: Record<Priority, number>;
  readonly #count: number;
  readonly #share: number | undefined;
  readonly #now: () => number;
  readonly #later: (callback: () => void, ms: number) => void;
  /** Failures of an address that its successes do not outweigh. */
  readonly #failures: LRUCache<string, number>;
  #waiting: Waiting[] = [];
  /** How long hashes take now, and how long one takes that nothing disturbs. */
  #eachMs = 0;
  #leastMs = Infinity;
  /** What hashes of normal priority may take until now. */
  #budgetMs = BURST_MS;
  #countedAt: number;

  constructor({
    places,
    normalShare,
    now = () => performance.now(),
    later = (callback, ms) => setTimeout(callback, ms).unref(),
  }: HashPlacesOptions) {
    this.#free = { ...places };
    this.#count = places.normal + places.low;
    this.#share = normalShare;
    this.#now = now;
    this.#later = later;
    this.#countedAt = now();
    this.#failures = new LRUCache({ max: ADDRESSES_MAX, ttl: REMEMBERED_MS, perf: { now } });
  }

  /**
   * Waits for a place.
   *
   * @param from Address of a stranger; undefined for somebody who has proved who they are
   * @throws AppError PSY_UNAVAILABLE with the time to wait, for the last ones where too many wait, and after too long
   */
  async enter(from: string | undefined): Promise<HashPlace> {
    const waiting = this.#wait(from);
    this.#next();
    const priority = await waiting;
    const since = this.#now();
    return {
      priority,
      leave: (wasWrong) => {
        const ms = this.#now() - since;
        this.#noteTime(priority, ms);
        const free = () => {
          this.#free[priority]++;
          this.#next();
        };
        if (wasWrong && priority === 'low') this.#later(free, ms * REST);
        else free();
      },
    };
  }

  /** Remembers whether a stranger's password was right. */
  note(from: string, isRight: boolean): void {
    const failures = (this.#failures.get(from) ?? 0) + (isRight ? -1 : 1);
    if (failures > 0) this.#failures.set(from, failures);
    else this.#failures.delete(from);
  }

  #noteTime(priority: Priority, ms: number): void {
    this.#eachMs = this.#eachMs === 0 ? ms : this.#eachMs + WEIGHT * (ms - this.#eachMs);
    this.#leastMs = Math.min(this.#leastMs, ms);
    // Waiting for the processor is no use of it.
    if (priority === 'normal' && this.#share !== undefined) this.#budgetMs -= Math.min(BURST_MS, this.#leastMs);
  }

  /** The best priority that has a place. */
  #freePriority(): Priority | undefined {
    const now = this.#now();
    const earned = this.#share === undefined ? BURST_MS : (now - this.#countedAt) * this.#share;
    this.#budgetMs = Math.min(BURST_MS, this.#budgetMs + earned);
    this.#countedAt = now;
    return PRIORITIES.find((one) => this.#free[one] > 0 && (one === 'low' || this.#budgetMs > 0));
  }

  #rank = (from: string | undefined): number => (from === undefined ? -1 : (this.#failures.get(from) ?? 0));

  #wait(from: string | undefined): Promise<Priority> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ from, since: this.#now(), enter: resolve, refuse: reject });
    });
  }

  #refuse(one: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== one);
    const emptyInMs = (this.#waiting.length * this.#eachMs) / this.#count;
    const retryInMs = Math.min(WAIT_MAX_MS, Math.max(LEAST_RETRY_MS, emptyInMs));
    one.refuse(new AppError('PSY_UNAVAILABLE', { message: '现在使用的人较多，请稍后重试', retryInMs }));
  }

  /** Gives free places to the next ones, and refuses whoever waits too long or is one too many. */
  #next(): void {
    const oldest = this.#now() - WAIT_MAX_MS;
    for (const one of this.#waiting) if (one.since < oldest) this.#refuse(one);
    for (let priority = this.#freePriority(); priority !== undefined; priority = this.#freePriority()) {
      const next = this.#pick((rank, best) => rank < best);
      if (!next) return;
      this.#waiting = this.#waiting.filter((other) => other !== next);
      this.#free[priority]--;
      next.enter(priority);
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
