import { ORDINARY_TEACHER } from '../../identity/choose-role.ts';
import { IDENTITY } from '../../identity/identity.ts';
import type { Membership } from '../../identity/server/queries/memberships.ts';

/**
 * The roles of a member of staff; without one, the role of an ordinary teacher (`spec §4`). Students and parents have
 * none.
 */
export function staffRoles(
  memberships: readonly Membership[],
): { roleId: number; roleExtend: Record<string, unknown> }[] {
  const staff = memberships.filter((m) => m.identity === IDENTITY.staff);
  const roles = staff.flatMap((m) => (m.role_id === null ? [] : [{ roleId: m.role_id, roleExtend: m.role_extend }]));
  return staff.length > 0 && roles.length === 0 ? [{ roleId: ORDINARY_TEACHER, roleExtend: {} }] : roles;
}
