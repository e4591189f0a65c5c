import { rightsOfRoles } from '../../../platform/access/server/rights-of-roles.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { holdersOf } from '../../../platform/identity/server/queries/memberships.ts';
import { codesOf } from '../../../platform/schema/labels.ts';

/** Accounts of the school whose role may review. */
export async function reviewersFor(
  tx: Tx,
  { actor: { orgId }, services: { access }, nowIso }: OrgContext,
): Promise<string[]> {
  const may = await rightsOfRoles((statements) => tx.batch(statements), access, orgId);
  const roles = [...codesOf('role')].map(Number).filter((role) => may(role, 'case-library/review', 'decide'));
  const holders = await tx.run(holdersOf(orgId, roles, nowIso()));
  return [...new Set(holders.map(({ user_id }) => user_id))];
}
