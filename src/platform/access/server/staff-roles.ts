import { ORDINARY_TEACHER } from '../../identity/choose-role.ts';
import { IDENTITY } from '../../identity/identity.ts';
import type { Membership } from '../../identity/server/queries/memberships.ts';

/** A role of a member of staff. */
export interface StaffRole {
  roleId: number;
  roleExtend: Record<string, unknown>;
  /** A claim of the organisation's identity server gives it: only sessions whose sign-in stated it act in it. */
  byClaim?: true;
}

/**
 * The roles of a member of staff; without one that was given by hand, also the role of an ordinary teacher (`spec §4`).
 * Students and parents have none.
 */
export function staffRoles(memberships: readonly Membership[]): StaffRole[] {
  const staff = memberships.filter((m) => m.identity === IDENTITY.staff);
  const roles = staff.flatMap(({ role_id, role_extend, claimed_until }): StaffRole[] =>
    role_id === null
      ? []
      : [{ roleId: role_id, roleExtend: role_extend, ...(claimed_until !== null && { byClaim: true }) }],
  );
  return staff.length > 0 && roles.every(({ byClaim }) => byClaim)
    ? [{ roleId: ORDINARY_TEACHER, roleExtend: {} }, ...roles.filter(({ roleId }) => roleId !== ORDINARY_TEACHER)]
    : roles;
}
