interface Waiting {
  person: string;
  enter: () => void;
}

/** Places for threads that read files: a number for the process, and one for each person. Others wait in order. */
export class ReaderPlaces {
  readonly #places: number;
  readonly #reading = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(places: number) {
    this.#places = places;
  }

  /**
   * Waits for a place.
   *
   * @param signal Ends the wait; rejects with its reason
   * @returns Gives the place back
   */
  async enter(person: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { person, enter };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#next();
    });
    return () => {
      this.#reading.delete(person);
      this.#next();
    };
  }

  /** Gives free places to the first of those who do not read yet. */
  #next(): void {
    for (const waiting of this.#waiting) {
      if (this.#reading.size >= this.#places) return;
      if (this.#reading.has(waiting.person)) continue;
      this.#reading.add(waiting.person);
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      waiting.enter();
    }
  }
}
