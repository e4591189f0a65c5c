import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { lockRows } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { guardianHooks } from './hooks.ts';

/**
 * Name of a guardian, locked until the transaction ends.
 *
 * @throws AppError `notFoundInScope`
 */
export async function lockGuardian(tx: Tx, ctx: OrgContext, id: string): Promise<string> {
  const { rows } = resolveResource(ctx, 'guardian', guardianHooks);
  const [row] = await tx.run(lockRows(rows, [id]));
  if (!row) throw notFoundInScope(rows.scope);
  return String(row['guardian_name']);
}
