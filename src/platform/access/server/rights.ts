import type { Actor } from '../../context/server/context.ts';

/**
 * The holder of rights, checked by `resolveActor`: a member of staff where it states no identity. Without `security`
 * the tenant's default settings apply.
 */
export type RightsHolder = Pick<Actor, 'orgType' | 'eduLevel' | 'roleId' | 'features'> &
  Partial<Pick<Actor, 'identity' | 'security' | 'within'>>;

/** Role id of students and guardians, who act without a role; no row of `policies/` that names roles applies to them. */
export const NO_ROLE = 0;

/** The act that shows a page (`api.md`, what may I). */
export const OPEN = 'open';
