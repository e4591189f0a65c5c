import type { Access } from './access.ts';
import type { Granter } from './grants.ts';

type Policies = Pick<Access, 'grants' | 'scope'>;

/**
 * Whether a role reaches no student until classes, grades or schools are named, which no claim does: class teachers,
 * grade heads, psychology teachers of an institution.
 */
export const needsNamedScope = ({ scope }: Policies, roleId: number): boolean =>
  scope({ roleId, roleExtend: {} }, 'student').kind === 'none';

/**
 * The roles that a claim may give in this type of organisation: all but those that an organisation must always have a
 * holder of, and those that need a scope.
 */
export const claimableRoles = (policies: Policies, orgType: number): readonly number[] =>
  policies.grants
    .rolesIn(orgType)
    .filter((roleId) => !policies.grants.mustRemain.includes(roleId) && !needsNamedScope(policies, roleId));

/** Those of them that this person may give by hand, and therefore may let a claim give. */
export const claimableBy = (policies: Policies, granter: Granter): readonly number[] => {
  const claimable = claimableRoles(policies, granter.orgType);
  return policies.grants.grantable(granter).filter((roleId) => claimable.includes(roleId));
};
