import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { ServiceAccount, serviceAccounts } from '../contract.ts';
import { allAccounts } from './queries.ts';
import { grantableRights, rightOf } from './rights.ts';

/** By which a system names its account: the organisation, and the account in it. */
export const clientId = (orgId: string, serviceId: string): string => `${orgId}.${serviceId}`;

function stateOf(revokedAt: string | null, expiresAt: string, now: number): ServiceAccount['state'] {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

/** The organisation's accounts, and what the caller may give to a new one. */
export async function listAccounts(ctx: OrgContext): Promise<DataOf<typeof serviceAccounts>> {
  const { orgId } = ctx.actor;
  const now = ctx.now();
  const [rows] = await ctx.read([allAccounts(orgId)]);
  const items = rows.map(
    ({ service_id, name, rights, networks, expires_at, created_at, maker, ...row }): ServiceAccount => ({
      service_id,
      name,
      client_id: clientId(orgId, service_id),
      rights: rights.flatMap(rightOf),
      networks,
      expires_at,
      created_at,
      created_by: maker ?? '',
      state: stateOf(row.revoked_at, expires_at, now),
      ...(row.former_until !== null && Date.parse(row.former_until) > now && { former_secret_until: row.former_until }),
      ...(row.last_used_at !== null && { last_used_at: row.last_used_at }),
      ...(row.last_address !== null && { last_address: row.last_address }),
    }),
  );
  return { total: items.length, items, grantable: grantableRights(ctx) };
}
