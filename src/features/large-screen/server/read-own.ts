import { schoolsReached } from '../../../platform/access/server/queries/school-rows.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import type { ScreenNumbers } from '../contract.ts';
import { readInstitution } from './read-institution.ts';
import { readSchool } from './read-screen.ts';

/**
 * The screen of the caller's organisation. A school's is that of the whole school for every role that may open it; an
 * institution's has the schools within the role's scope.
 */
export async function readOwnScreen(ctx: OrgContext): Promise<ScreenNumbers> {
  const { actor, services } = ctx;
  const { orgId, orgType, features } = actor;
  const isSchool = orgType === ORG_TYPE.school;
  const [[org], schools] = await ctx.read([
    orgById(orgId),
    schoolsReached(orgId, isSchool ? { kind: 'all' } : services.access.scope(actor, 'school')),
  ]);
  const about = { orgId, orgType, orgName: org?.org_name ?? '', features };
  if (isSchool) return readSchool(services, about);
  const reached = new Set(schools.map(({ org_id }) => org_id));
  return readInstitution(services, about, (id) => reached.has(id));
}
