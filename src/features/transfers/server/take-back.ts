import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { withdraw } from '../contract.ts';
import { informLater, recallJob } from './inform.ts';
import { sentOne, takeBack } from './queries/sent.ts';

/**
 * Takes a package back that nobody has accepted, and empties it.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT once it is answered, expired or taken back, and for a file
 */
export async function takePackageBack(ctx: OrgContext, tx: Tx, transferId: string): Promise<DataOf<typeof withdraw>> {
  const { orgId } = ctx.actor;
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [sent] = await tx.run(sentOne(orgId, scope, transferId));
  if (!sent) throw notFoundInScope(scope);
  const { to_org_id, to_name, child_id, child_name } = sent;
  if (to_org_id === null || (await tx.run(takeBack(orgId, to_org_id, transferId, ctx.nowIso()))) === 0)
    throw new AppError('PSY_CONFLICT', { message: '这份档案已经有了结果，不能撤回，请刷新后查看' });
  await informLater(tx, ctx, recallJob, { orgId: to_org_id, transferId });
  await audit(tx, ctx, {
    act: 'recall',
    resource: 'student',
    rowId: child_id,
    rowLabel: child_name,
    after: { school_name: to_name },
  });
  return { transfer_id: transferId, state: 'withdrawn' };
}
