import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { setAccountEnabled } from '../../../platform/identity/server/queries/accounts.ts';
import { endSessionsOfUser } from '../../../platform/identity/server/queries/sessions.ts';
import { RESOURCE } from './create-account.ts';
import { lockUsed, setRevoked } from './queries.ts';

/** Ends an account with its sessions, for good. @throws AppError PSY_NOT_FOUND when it is not in use */
export async function revoke(ctx: OrgContext, tx: Tx, serviceId: string): Promise<void> {
  const {
    actor: { orgId },
    services: { access, sessions },
  } = ctx;
  const at = ctx.nowIso();
  const [account] = await tx.run(lockUsed(orgId, serviceId));
  if (!account) throw new AppError('PSY_NOT_FOUND');
  await tx.batch([setRevoked(orgId, serviceId, at), setAccountEnabled(account.user_id, false, at)]);
  const ended = await tx.run(endSessionsOfUser(account.user_id, at));
  await audit(tx, ctx, { act: 'delete', resource: RESOURCE, rowId: serviceId, rowLabel: account.name });
  tx.afterCommit(async () => {
    await Promise.all([sessions.publishEnded(ended), access.invalidateUser(account.user_id)]);
  });
}
