import enums from '../../../schemas/enums.json' with { type: 'json' };
import { IDENTITY, ORG_TYPE } from '../access/identity.ts';
import type { UserInfo } from './contract.ts';

/** Staff whom an organisation gave no role are ordinary teachers there (`spec §4`). */
export const ORDINARY_TEACHER = Number(Object.keys(enums.default_role)[0]);

/** Why a person who proved their password still can't come in (`spec §8`, login rejections). */
export type Rejection = 'ACCESS_DENIED' | 'NO_USER' | 'NO_IDENTITY' | 'NO_ORG' | 'NO_ROLE' | 'NO_CURRENT_ROLE';

export interface OrgOption {
  org_id: string;
  org_name: string;
  org_type: number;
  edu_level?: number | undefined;
  /** The institution whose person is visiting there. */ visited_from?: string | undefined;
}
export interface RoleOption {
  role_id: number;
  role_name: string;
}

/** What was chosen before, in this sign-in or an earlier one; what the person no longer holds counts as not chosen. */
export interface Wish {
  identity?: number | undefined;
  org_id?: string | undefined;
  role_id?: number | null | undefined;
}

/** Where the choice of identity, organisation and role stands (`spec §4`, login selection). */
export type Choosing =
  | { step: 'rejected'; reason: Rejection }
  | { step: 'identity'; identities: number[] }
  | { step: 'org'; identity: number; orgs: OrgOption[] }
  | { step: 'role'; identity: number; org: OrgOption; roles: RoleOption[] }
  /** `role` is null for students and parents, who have none. */
  | { step: 'chosen'; identity: number; org: OrgOption; role: RoleOption | null };

const KNOWN: readonly number[] = Object.values(IDENTITY);

/**
 * The organisations of a person under one identity: a student's current school, a parent's children's schools, staff's
 * organisations.
 */
export function orgsOf(user: UserInfo, identity: number): OrgOption[] {
  // A school that somebody is visiting is none of theirs to choose: they are there only while their last choice says so.
  if (identity === IDENTITY.staff)
    return user.orgs
      .filter((org) => org.visited_from === undefined)
      .map(({ org_id, org_name, org_type, edu_level }) => ({ org_id, org_name, org_type, edu_level }));
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

/** The school that a person of an institution was visiting when they chose last, while the visit lasts. */
const visitedBy = (user: UserInfo, identity: number, orgId: string | undefined): OrgOption | undefined =>
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

/** The only one of a list, or the one that is wished for. */
const settled = <T>(list: readonly T[], wished: (x: T) => boolean): T | undefined =>
  list.length === 1 ? list[0] : list.find(wished);

/**
 * Chooses what leaves no choice or was chosen before, and says what a person has to choose next.
 *
 * @param user What `GET /v1/users/info` answered
 * @param ordinaryTeacher The name of role 7, which an organisation without role entries does not name
 */
export function chooseRole(user: UserInfo | null | undefined, wish: Wish, ordinaryTeacher: string): Choosing {
  if (user === null || user === undefined || Object.keys(user).length === 0)
    return { step: 'rejected', reason: 'NO_USER' };
  if (!user.user_id) return { step: 'rejected', reason: 'ACCESS_DENIED' };

  const identities = [...new Set((user.roles ?? []).map((r) => r.role_id).filter((id) => KNOWN.includes(id)))];
  if (identities.length === 0) return { step: 'rejected', reason: 'NO_IDENTITY' };
  const identity = settled(identities, (id) => id === wish.identity);
  if (identity === undefined) return { step: 'identity', identities };

  const orgs = orgsOf(user, identity);
  if (orgs.length === 0) return { step: 'rejected', reason: 'NO_ORG' };
  const org = visitedBy(user, identity, wish.org_id) ?? settled(orgs, (o) => o.org_id === wish.org_id);
  if (org === undefined) return { step: 'org', identity, orgs };
  if (identity !== IDENTITY.staff) return { step: 'chosen', identity, org, role: null };

  const roles = rolesOf(user, org.org_id, ordinaryTeacher).filter(
    (role) => Number.isInteger(role.role_id) && role.role_id > 0,
  );
  if (roles.length === 0) return { step: 'rejected', reason: 'NO_ROLE' };
  const role = settled(roles, (r) => r.role_id === wish.role_id);
  return role === undefined ? { step: 'role', identity, org, roles } : { step: 'chosen', identity, org, role };
}

/** As `chooseRole`, for a choice that named all three: one that is no longer held is refused instead of asked for again. */
export function confirmRole(user: UserInfo, wish: Required<Wish>, ordinaryTeacher: string): Choosing {
  const choosing = chooseRole(user, wish, ordinaryTeacher);
  const asWished =
    choosing.step === 'chosen' &&
    choosing.identity === wish.identity &&
    choosing.org.org_id === wish.org_id &&
    (choosing.role?.role_id ?? null) === wish.role_id;
  return asWished || choosing.step === 'rejected' ? choosing : { step: 'rejected', reason: 'NO_CURRENT_ROLE' };
}
