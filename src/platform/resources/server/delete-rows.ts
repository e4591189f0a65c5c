import type { Tx } from '../../db/server/database.ts';
import type { FlatRow } from './hooks.ts';
import { logDeletes } from './log-writes.ts';
import type { WriteTarget } from './prepare-rows.ts';
import { deleteTransitions } from './queries/row-transitions.ts';
import { deleteRows, targetOf } from './queries/rows/write.ts';
import { requireUnreferred } from './references.ts';

/**
 * Deletes locked rows, all or none.
 *
 * @throws AppError of `beforeDelete`, naming rows by their place in `ids`; PSY_CONFLICT where a tenant's own field
 *   refers to one
 */
export async function deleteLockedRows(
  tx: Tx,
  target: WriteTarget,
  rows: readonly Readonly<FlatRow>[],
  ids: readonly string[],
): Promise<number> {
  const { ctx, reached, hooks } = target;
  await hooks.beforeDelete?.(tx, ctx, rows, ids);
  await requireUnreferred(tx, ctx, reached.entity.schema.$id, ids);
  const table = targetOf(reached.entity.schema['x-resource'], hooks.table);
  const { orgId } = reached.tenant;
  const [total] = await tx.batch([
    deleteRows(table, orgId, ids),
    // The history says what the row said, so it goes with it.
    deleteTransitions(orgId, reached.entity.name, ids),
  ]);
  await logDeletes(tx, target, rows, ids);
  await ctx.services.resources.deleted(tx, ctx, { schema: reached.entity.schema, ids });
  return total;
}
