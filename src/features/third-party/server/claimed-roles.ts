import { claimableRoles } from '../../../platform/access/server/claimable-roles.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { SsoIdentity } from '../../../platform/outside-identity/server/sso.ts';
import { holdsAsStated, takeClaimedRoles } from '../../staff/server/public.ts';
import { lockOwnProvider, ownProvider } from './queries.ts';
import { statedRoles } from './role-claim.ts';

/**
 * The roles that a sign-in states by the claim of the organisation's identity server. Before it returns, the person
 * holds them, and no role that an earlier sign-in stated and this one does not.
 */
export async function rolesByClaim(
  ctx: RequestContext,
  { stated }: SsoIdentity,
  orgId: string,
  userId: string,
): Promise<number[]> {
  const { services } = ctx;
  const tenant = { orgId, userId: null };
  const [[provider], [org]] = await services.db.read(tenant, [ownProvider(orgId, 'sso'), orgById(orgId)]);
  const claimable = org ? claimableRoles(services.access, org.org_type) : [];
  const roleIds = statedRoles(provider?.role_claim, stated, claimable);
  if (await holdsAsStated(services, orgId, { userId, roleIds })) return roleIds;
  return services.db.transaction(tenant, async (tx) => {
    // A change of the settings ends what they gave before: it waits for this, or this sees it.
    const [now] = await tx.run(lockOwnProvider(orgId, 'sso'));
    const roles = statedRoles(now?.role_claim, stated, claimable);
    const by = { ...ctx, caller: { userId }, actor: { orgId, roleId: 0 } };
    await takeClaimedRoles(by, tx, { userId, roleIds: roles });
    return roles;
  });
}
