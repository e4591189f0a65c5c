import { rightsOfRoles } from '../../../platform/access/server/rights-of-roles.ts';
import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';

/** What only psychology teachers decide: reasons for a pack below its age, the release of sensitive packs. */
const AREA = 'screening/expert';

export const isExpert = ({ actor, services: { access } }: OrgContext): boolean => access.decide(actor, AREA, OPEN);

/** The roles of a school that may decide what only psychology teachers decide. */
export async function expertRoles(read: Tx['batch'], { actor, services: { access } }: OrgContext): Promise<number[]> {
  const may = await rightsOfRoles(read, access, actor.orgId);
  return access.grants.rolesIn(actor.orgType).filter((role) => may(role, AREA, OPEN));
}
