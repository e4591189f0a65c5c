import { rightsOfRoles } from '../../../../platform/access/server/rights-of-roles.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { holdersOf } from '../../../../platform/identity/server/queries/memberships.ts';
import { activeStaff } from '../../../staff/server/public.ts';

/** The staff who may verify a warning, by name: the people whom a plan may put on duty. */
export async function listDuty(ctx: OrgContext) {
  const { orgId, orgType } = ctx.actor;
  const { access } = ctx.services;
  const may = await rightsOfRoles(ctx.read, access, orgId);
  const roles = access.grants.rolesIn(orgType).filter((role) => may(role, 'crisis/warn/verify', 'verify'));
  const [holders] = await ctx.read([holdersOf(orgId, roles, ctx.nowIso())]);
  const [staff] = await ctx.read([activeStaff(orgId, [...new Set(holders.map(({ user_id }) => user_id))])]);
  const items = staff.map(({ user_id, teacher_name }) => ({ user_id, user_name: teacher_name }));
  return { total: items.length, items };
}
