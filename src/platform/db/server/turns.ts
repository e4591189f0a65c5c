/** The turn of a transaction to commit. */
export interface Turn {
  /** Whether the commit need not wait for the disk, because a later one of its group does. */
  readonly relaxed: boolean;
  /** Resolves when the commits of the group are on disk. */
  readonly flushed: Promise<void>;
  /** Call it once, after the commit or when it is given up. */
  release(committed: boolean): void;
}

/** Transactions that committed one after another and wait for the disk together. */
class Group {
  #left: number;
  readonly #size: number;
  readonly flushed: Promise<void>;
  #settle: (flush: Promise<void> | undefined) => void = () => undefined;

  constructor(size: number) {
    this.#left = this.#size = size;
    this.flushed = new Promise((resolve) => (this.#settle = resolve));
    // Each member that has committed waits for it; there may be none.
    this.flushed.catch(() => undefined);
  }

  get isComplete(): boolean {
    return this.#left === 0;
  }

  /** @returns whether it is the last member, whose commit waits for the disk */
  join(): boolean {
    this.#left--;
    return this.#left === 0;
  }

  /** @param flush Used where the last member did not commit and others did */
  close(committed: boolean, flush: () => Promise<void>): void {
    this.#settle(committed || this.#size === 1 ? undefined : flush());
  }
}

interface Line {
  readonly waiting: (() => void)[];
  group: Group;
}

/** Bounds how long the first member of a group waits for the last. */
const MAX_GROUP = 50;

/**
 * Order in which the transactions of one process commit that extend the same thing: one per key at a time, first come
 * first served. Waiting here instead of for a lock of the database keeps the row unlocked while answers wait for the
 * event loop. Those that wait at the same time share one flush to disk: that of the last of them, because the
 * database's log is written in order.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #flush: () => Promise<void>;

  /** @param flush Returns when everything that was committed before is on disk */
  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  async take(key: string): Promise<Turn> {
    const line = await this.#front(key);
    if (line.group.isComplete) line.group = new Group(1 + Math.min(line.waiting.length, MAX_GROUP - 1));
    const { group } = line;
    const isLast = group.join();
    return {
      relaxed: !isLast,
      flushed: group.flushed,
      release: (committed) => {
        if (isLast) group.close(committed, this.#flush);
        const next = line.waiting.shift();
        if (next) next();
        else this.#lines.delete(key);
      },
    };
  }

  async #front(key: string): Promise<Line> {
    const line = this.#lines.get(key);
    if (line) {
      await new Promise<void>((resolve) => line.waiting.push(resolve));
      return line;
    }
    const first = { waiting: [], group: new Group(0) };
    this.#lines.set(key, first);
    return first;
  }
}
