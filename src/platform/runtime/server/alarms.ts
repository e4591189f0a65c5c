import type { Logger } from 'pino';

declare module '../../context/server/services.ts' {
  interface Services {
    alarms: Alarms;
  }
}

/** Events that an operator should look at: a line of the log at `warn`, and a count for `/metrics`. */
export class Alarms {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #counts = new Map<string, number>();

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  /** @param kind One of a few fixed words, which become a label of the metric */
  raise(kind: string, fields: Readonly<Record<string, unknown>>, message: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#log.warn({ alarm: kind, ...fields }, message);
  }

  /** Number of alarms of each kind since the start of the process. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
