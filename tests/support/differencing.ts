import { publishedCount } from '../../src/platform/statistics/disclosure.ts';

/** A small generator with a fixed seed (mulberry32). */
export const randomOf = (seed: number) => () => {
  let t = (seed += 0x6d2b79f5);
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};

/** A published number of students: the size of its group, and what a reader may conclude about that size. */
export interface Published {
  size: number;
  shown: number | undefined;
  low: number;
  high: number;
}

/** Larger than any group of the tests. */
const SIZE_MAX = 400;

/** @returns what a reader who knows the rules concludes from a published number */
export function reader(smallest: number): (size: number) => Published {
  const sizes = Array.from({ length: SIZE_MAX }, (_, n) => n);
  return (size) => {
    const shown = publishedCount(size, smallest);
    const all = sizes.filter((n) => publishedCount(n, smallest) === shown);
    return { size, shown, low: all[0] ?? 0, high: all.at(-1) ?? 0 };
  };
}

/**
 * Compares every pair of published numbers, now and before. A reader who knows that one group contains the other must
 * not infer from both numbers that a few students are between them.
 *
 * @returns what is wrong, and how many pairs were compared
 */
export function compareAllPairs(now: readonly Published[], before: readonly Published[], smallest: number) {
  const wrong = new Set<string>();
  let compared = 0;
  for (const one of now) {
    if (one.size < smallest && one.shown !== undefined) wrong.add(`${one.size} told as ${one.shown}`);
    for (const other of [...now, ...before]) {
      const [low, high] = [Math.max(0, one.low - other.high), one.high - other.low];
      if (high < 0) continue;
      compared += 1;
      if (low > 0 && high - low < 4) wrong.add(`${one.shown} less ${other.shown} is ${low} to ${high}`);
    }
  }
  return { wrong: [...wrong], compared };
}
