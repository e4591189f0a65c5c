import type { OrgContext } from '../../context/server/context.ts';
import type { ScopedResource } from '../../resources/server/reading.ts';
import { saveRows } from '../../resources/server/save-rows.ts';
import { inWriteTransaction } from '../../resources/server/write-transaction.ts';
import { inHalves, type Job } from './job.ts';
import type { CheckedLine } from './validate-lines.ts';

/** Rolls the transaction of a dry run back. */
class RollBack extends Error {}

/**
 * Writes and rolls back, for roles with a partial scope: whether a new row is in scope is known only after it is
 * inserted.
 */
export async function dryRun(
  ctx: OrgContext,
  reached: ScopedResource,
  { hooks }: Job,
  lines: readonly CheckedLine[],
): Promise<void> {
  const target = { ctx, reached, hooks };
  const writable = lines.filter(
    ({ line, prepared }) => line.wrong.size === 0 && prepared && prepared.changed.length > 0,
  );
  const refused = await inHalves(writable, async (some) => {
    const rows = some.flatMap(({ prepared }) => prepared ?? []);
    try {
      await inWriteTransaction(target, async (tx) => {
        await saveRows(tx, target, rows);
        throw new RollBack();
      });
    } catch (error) {
      if (!(error instanceof RollBack)) throw error;
    }
  });
  for (const { item, error } of refused) item.line.wrong.set('', error.message);
}
