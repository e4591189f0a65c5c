import { concurrencyOf, pieces, type Job } from './job.ts';
import { joinsLines } from './parts.ts';
import { around, type LineRange, type Undone } from './queries/import-rows.ts';

/**
 * Range of lines of one transaction, and the maximum concurrency. Ranges that create or delete rows may run
 * concurrently; ranges that change rows run one at a time, because one row may release a value that another takes.
 */
export const lineRangesOf = (
  {
    hooks: { table },
    ctx: {
      services: { db },
    },
  }: Job,
  lines: readonly Undone[],
): (LineRange & { most: number })[] =>
  pieces(lines).map((piece) => ({
    ...around(piece),
    most: joinsLines(table) || piece.some(({ changes }) => changes) ? 1 : concurrencyOf(db),
  }));
