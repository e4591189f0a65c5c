import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { ServiceAccount, serviceAccounts } from '../contract.ts';
import { shownKey } from './credential.ts';
import { allAccounts } from './queries.ts';
import { grantableRights, grantOf, rightOf } from './rights.ts';

/** By which a system names its account: the organisation, and the account in it. */
export const clientId = (orgId: string, serviceId: string): string => `${orgId}.${serviceId}`;

interface Facts {
  revoked_at: string | null;
  expires_at: string;
}

function stateOf({ revoked_at, expires_at }: Facts, standing: number, now: number): ServiceAccount['state'] {
  if (revoked_at !== null) return 'revoked';
  if (Date.parse(expires_at) <= now) return 'expired';
  return standing === 0 ? 'suspended' : 'active';
}

/** The organisation's accounts, and what the caller may give to a new one. */
export async function listAccounts(ctx: OrgContext): Promise<DataOf<typeof serviceAccounts>> {
  const {
    actor: { orgId },
    services: { access },
  } = ctx;
  const now = ctx.now();
  const [rows] = await ctx.read([allAccounts(orgId)]);
  const standings = await Promise.all(rows.map((row) => access.standingOf(grantOf(row))));
  const keys = await Promise.all(rows.map(async ({ public_key }) => public_key && shownKey(public_key)));
  const items = rows.map(
    ({ service_id, name, rights, networks, expires_at, created_at, maker, ...row }, i): ServiceAccount => {
      const standing = new Set(standings[i]);
      const key = keys[i];
      return {
        service_id,
        name,
        client_id: clientId(orgId, service_id),
        rights: rights.flatMap(rightOf),
        networks,
        expires_at,
        created_at,
        created_by: maker ?? '',
        responsible: row.responsible_name ?? '',
        state: stateOf({ expires_at, ...row }, standing.size, now),
        lost: rights.filter((right) => !standing.has(right)).flatMap(rightOf),
        ...(key && { public_key: key }),
        ...(row.former_until !== null &&
          Date.parse(row.former_until) > now && { former_secret_until: row.former_until }),
        ...(row.last_used_at !== null && { last_used_at: row.last_used_at }),
        ...(row.last_address !== null && { last_address: row.last_address }),
      };
    },
  );
  return { total: items.length, items, grantable: grantableRights(ctx) };
}
