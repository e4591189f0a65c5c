import type { Threshold } from './pack-parts.ts';

/** Whether a number fulfils all parts of a condition. */
export const holds = ({ atLeast, atMost, above, below }: Threshold, value: number): boolean =>
  (atLeast === undefined || value >= atLeast) &&
  (atMost === undefined || value <= atMost) &&
  (above === undefined || value > above) &&
  (below === undefined || value < below);
