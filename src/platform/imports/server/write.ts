import { nowIso } from '../../runtime/server/clock.ts';
import { underSchema } from '../../schema/server/under-schema.ts';
import { lineCipher } from './encrypted-lines.ts';
import { runConcurrently, counted, checkContinue, inHalves, requireStillAllowed, type Job } from './job.ts';
import { lineRangesOf } from './line-ranges.ts';
import { linesToWrite, rowsToWrite, settleFileRows, type Settled } from './queries/import-rows.ts';
import { moveImport } from './queries/imports.ts';
import { writeBatch } from './write-batch.ts';

/**
 * Writes the lines of a preview, one batch per transaction. The outcome is saved in the same transaction, so that no
 * line is written twice.
 */
export async function write(job: Job): Promise<void> {
  const {
    actor: { orgId },
    services: { clock },
  } = job.ctx;
  const [lines] = await job.ctx.read([linesToWrite(orgId, job.importId)]);
  await runConcurrently(
    lineRangesOf(job, lines),
    ({ most }) => most,
    async (range) => {
      const [stored] = await job.ctx.read([rowsToWrite(orgId, job.importId, range)]);
      const cipher = await lineCipher(job.ctx, job.resource, job.importId);
      let stop: readonly { stop: boolean }[] = [{ stop: false }];
      const refused = await inHalves(stored.map(cipher.open), (some) =>
        underSchema(job.ctx, async () => {
          const { ctx, reached } = await requireStillAllowed(job);
          stop = await writeBatch(ctx, reached, job, cipher, some);
          await job.hooks.afterCommit?.(
            ctx,
            some.flatMap(({ row_id }) => row_id ?? []),
          );
        }),
      );
      if (refused.length > 0) {
        const rows = refused.map(({ item: { row_no }, error }): Settled => ({
          row_no,
          state: 'refused',
          row_id: null,
          before: null,
          seen: null,
          messages: [error.details?.[0]?.message ?? error.message],
        }));
        [, stop] = await job.run.commit((tx) =>
          tx.batch([
            settleFileRows(orgId, job.importId, rows.map(cipher.settled)),
            counted(job, 'writing', { refused: rows.length }),
          ]),
        );
      }
      checkContinue(stop);
    },
  );
  await job.run.commit((tx) =>
    tx.run(moveImport(orgId, job.importId, ['writing'], { status: 'done', problem: null, finished_at: nowIso(clock) })),
  );
}
