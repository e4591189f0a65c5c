import { abreastOn, pieces, type Job } from './job.ts';
import { joinsLines } from './parts.ts';
import { around, type Stretch, type Undone } from './queries/import-rows.ts';

/**
 * The lines that a transaction does, and how many such may be under way. Lines that make new rows, or take them away,
 * may be done beside others; those that change rows come one stretch after the other, as what one gives up another may
 * take.
 */
export const stretchesOf = (
  {
    hooks: { table },
    ctx: {
      services: { db },
    },
  }: Job,
  lines: readonly Undone[],
): (Stretch & { most: number })[] =>
  pieces(lines).map((piece) => ({
    ...around(piece),
    most: joinsLines(table) || piece.some(({ changes }) => changes) ? 1 : abreastOn(db),
  }));
