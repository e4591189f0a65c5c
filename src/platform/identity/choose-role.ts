import enums from '../../../schemas/enums.json' with { type: 'json' };
import type { UserInfo } from './contract.ts';
import { IDENTITY, ORG_TYPE, PLATFORM_TYPE } from './identity.ts';

/** Role of staff without a role entry in the organisation (`spec §4`). */
export const ORDINARY_TEACHER = Number(Object.keys(enums.default_role)[0]);

/** Why a login with a correct password is rejected (`spec §8`, login rejections). */
export type Rejection = 'ACCESS_DENIED' | 'NO_USER' | 'NO_IDENTITY' | 'NO_ORG' | 'NO_ROLE' | 'NO_CURRENT_ROLE';

export interface OrgOption {
  org_id: string;
  org_name: string;
  org_type: number;
  edu_level?: number | undefined;
  /** The institution that the user visits this school from. */
  visited_from?: string | undefined;
}
export interface RoleOption {
  role_id: number;
  role_name: string;
}

/** A choice made earlier in this or a previous sign-in. Values that the user no longer holds are ignored. */
export interface RequestedRole {
  identity?: number | undefined;
  org_id?: string | undefined;
  role_id?: number | null | undefined;
}

/** State of the selection of identity, organisation and role (`spec §4`, login selection). */
export type RoleSelection =
  | { step: 'rejected'; reason: Rejection }
  | { step: 'identity'; identities: number[] }
  | { step: 'org'; identity: number; orgs: OrgOption[] }
  | { step: 'role'; identity: number; org: OrgOption; roles: RoleOption[] }
  /** `role` is null for students and parents. */
  | { step: 'chosen'; identity: number; org: OrgOption; role: RoleOption | null };

const KNOWN: readonly number[] = Object.values(IDENTITY);

/**
 * Organisations that a user may choose under an identity: a student's current school, the schools of a parent's
 * children, or the organisations of staff.
 */
export function orgsOf(user: UserInfo, identity: number): OrgOption[] {
  // A visited school cannot be chosen at sign-in; only `visitedSchool` restores it.
  if (identity === IDENTITY.staff)
    return user.orgs
      .filter((org) => org.visited_from === undefined && org.org_type !== PLATFORM_TYPE)
      .map(({ org_id, org_name, org_type, edu_level }) => ({ org_id, org_name, org_type, edu_level }));
  if (identity === IDENTITY.operator)
    return user.orgs.flatMap(({ org_id, org_name, org_type }) =>
      org_type === PLATFORM_TYPE ? [{ org_id, org_name, org_type }] : [],
    );
  const children = identity === IDENTITY.student ? user.students.filter((s) => s.is_current) : user.students;
  const levels = new Map(user.orgs.map((org) => [org.org_id, org.edu_level]));
  const schools = new Map(children.map((s) => [s.school_id, s.school_name]));
  return [...schools].map(([org_id, org_name]) => ({
    org_id,
    org_name,
    org_type: ORG_TYPE.school,
    edu_level: levels.get(org_id),
  }));
}

/** The school that the user was visiting at the previous choice, while the visit lasts. */
const visitedSchool = (user: UserInfo, identity: number, orgId: string | undefined): OrgOption | undefined =>
  identity === IDENTITY.staff
    ? user.orgs.find((org) => org.visited_from !== undefined && org.org_id === orgId)
    : undefined;

/** The roles of a member of staff in one organisation. */
export function rolesOf(user: UserInfo, orgId: string, ordinaryTeacher: string): RoleOption[] {
  const held = user.orgs.find((org) => org.org_id === orgId)?.org_roles ?? [];
  return held.length === 0
    ? [{ role_id: ORDINARY_TEACHER, role_name: ordinaryTeacher }]
    : held.map(({ role_id, role_name }) => ({ role_id, role_name }));
}

/** The only element of a list, otherwise the first that matches. */
const onlyOrMatching = <T>(list: readonly T[], matches: (x: T) => boolean): T | undefined =>
  list.length === 1 ? list[0] : list.find(matches);

/**
 * Selects identity, organisation and role as far as there is only one option or an earlier choice; returns the next
 * step that the user must choose.
 *
 * @param user Response of `GET /v1/users/info`
 * @param ordinaryTeacher Display name of role 7, for organisations without role entries
 */
export function chooseRole(
  user: UserInfo | null | undefined,
  requested: RequestedRole,
  ordinaryTeacher: string,
): RoleSelection {
  if (user === null || user === undefined || Object.keys(user).length === 0)
    return { step: 'rejected', reason: 'NO_USER' };
  if (!user.user_id) return { step: 'rejected', reason: 'ACCESS_DENIED' };

  const identities = [...new Set((user.roles ?? []).map((r) => r.role_id).filter((id) => KNOWN.includes(id)))];
  if (identities.length === 0) return { step: 'rejected', reason: 'NO_IDENTITY' };
  const identity = onlyOrMatching(identities, (id) => id === requested.identity);
  if (identity === undefined) return { step: 'identity', identities };

  const orgs = orgsOf(user, identity);
  if (orgs.length === 0) return { step: 'rejected', reason: 'NO_ORG' };
  const org =
    visitedSchool(user, identity, requested.org_id) ?? onlyOrMatching(orgs, (o) => o.org_id === requested.org_id);
  if (org === undefined) return { step: 'org', identity, orgs };
  if (identity !== IDENTITY.staff) return { step: 'chosen', identity, org, role: null };

  const roles = rolesOf(user, org.org_id, ordinaryTeacher).filter(
    (role) => Number.isInteger(role.role_id) && role.role_id > 0,
  );
  if (roles.length === 0) return { step: 'rejected', reason: 'NO_ROLE' };
  const role = onlyOrMatching(roles, (r) => r.role_id === requested.role_id);
  return role === undefined ? { step: 'role', identity, org, roles } : { step: 'chosen', identity, org, role };
}

/** Like `chooseRole` for a complete choice: rejects it when the user no longer holds it, instead of asking again. */
export function confirmRole(
  user: UserInfo,
  requested: Required<RequestedRole>,
  ordinaryTeacher: string,
): RoleSelection {
  const selection = chooseRole(user, requested, ordinaryTeacher);
  if (selection.step === 'rejected') return selection;
  const confirmed =
    selection.step === 'chosen' &&
    selection.identity === requested.identity &&
    selection.org.org_id === requested.org_id &&
    (selection.role?.role_id ?? null) === requested.role_id;
  return confirmed ? selection : { step: 'rejected', reason: 'NO_CURRENT_ROLE' };
}
