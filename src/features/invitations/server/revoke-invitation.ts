import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { lockInScope } from '../../../platform/resources/server/write-guards.ts';
import { invitationHooks } from './hooks.ts';
import { revokeInvitation as revoke } from './queries/invitations.ts';

/**
 * Ends an invitation at once. Registrations that were sent stay; a page that is open cannot send any more.
 *
 * @throws AppError `notFoundInScope`
 */
export async function revokeInvitation(ctx: OrgContext, tx: Tx, id: string): Promise<void> {
  const { orgId } = ctx.actor;
  const reached = resolveResource(ctx, 'invitation', invitationHooks);
  const [row] = await lockInScope(tx, { ctx, reached, hooks: invitationHooks }, [id], true);
  if (row?.['state'] === 'revoked') return;
  await tx.run(revoke(orgId, id, ctx.caller.userId, ctx.nowIso()));
  await audit(tx, ctx, { act: 'revoke', resource: 'invitation', rowId: id, after: { state: 'revoked' } });
}
