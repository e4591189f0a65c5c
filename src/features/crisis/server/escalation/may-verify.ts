import { rightsOfRoles } from '../../../../platform/access/server/rights-of-roles.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { codesOf } from '../../../../platform/schema/labels.ts';

type Access = Pick<Services['access'], 'decide' | 'security'>;

/** A function that returns whether a role may verify warnings at an organisation. */
export async function mayVerify(
  read: Tx['batch'],
  access: Access,
  orgId: string,
): Promise<(roleId: number) => boolean> {
  const may = await rightsOfRoles(read, access, orgId);
  return (roleId) => may(roleId, 'crisis/warn/verify', 'verify');
}

/** Whether any role of the organisation may verify warnings. No role may where the feature `warning` is off. */
export async function hasVerifiers(read: Tx['batch'], access: Access, orgId: string): Promise<boolean> {
  const verify = await mayVerify(read, access, orgId);
  return [...codesOf('role')].some((role) => verify(Number(role)));
}
