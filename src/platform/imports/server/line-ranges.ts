import { concurrencyOf, batchesOf, type Job } from './job.ts';
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
  batchesOf(lines).map((batch) => ({
    ...around(batch),
    most: joinsLines(table) || batch.some(({ changes }) => changes) ? 1 : concurrencyOf(db),
  }));
