import type { JobKind } from './kinds.ts';

/** Chores that run this seldom wait after a start, which is when people come back and wait for their pages. */
const SELDOM_MS = 30 * 60_000;
export const QUIET_START_MS = 60_000;

/** The first time after a start of a process, in which only frequent chores and jobs of people run. */
export class QuietStart {
  #ends = 0;

  begin(ms: number): void {
    this.#ends = performance.now() + ms;
  }

  delays({ everyMs = 0 }: JobKind): boolean {
    return everyMs >= SELDOM_MS && performance.now() < this.#ends;
  }
}
