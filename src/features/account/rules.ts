import {
  ORDINARY_TEACHER,
  orgsOf,
  rolesOf,
  type OrgOption,
  type RoleOption,
} from '../../platform/identity/choose-role.ts';
import type { UserInfo } from '../../platform/identity/contract.ts';
import { IDENTITY } from '../../platform/identity/identity.ts';
import { accountKey } from '../../platform/identity/sign-in.ts';

/** The current identity. */
export interface Held {
  org_id: string;
  role_id: number | null;
}

/** Organisations to switch to: all but the current one (`spec §5`, change role). */
export const otherOrgs = (user: UserInfo, now: Held): OrgOption[] =>
  orgsOf(user, IDENTITY.staff).filter((org) => org.org_id !== now.org_id);

/** Roles to switch to in the same organisation: neither the current one nor ordinary teacher. */
export const otherRoles = (user: UserInfo, now: Held): RoleOption[] =>
  rolesOf(user, now.org_id, '').filter((role) => role.role_id !== ORDINARY_TEACHER && role.role_id !== now.role_id);

/**
 * Roles in another organisation; the first is preselected. Ordinary teacher is offered only to people without another
 * role there.
 */
export function rolesThere(user: UserInfo, orgId: string, ordinaryTeacher: string): RoleOption[] {
  const all = rolesOf(user, orgId, ordinaryTeacher);
  const offered = all.filter((role) => role.role_id !== ORDINARY_TEACHER);
  return offered.length > 0 ? offered : all;
}

/** Milliseconds until a login name may be changed again. */
export const LOGIN_NAME_MS = 30 * 24 * 3_600_000;

/**
 * Names of staff, as their schema has them. They begin with a letter: what the portal makes of school and student
 * number, and a mobile, begin with a digit.
 */
const LOGIN_NAME = /^[A-Za-z][A-Za-z0-9_.-]{3,31}$/;
/** Beginnings of names that the portal makes: authorised logins, accounts of systems. */
const MADE = ['tmp-', 'system-'];

export const isWellFormed = (loginName: string): boolean => LOGIN_NAME.test(loginName);

/** Whether only the portal gives such a name. */
export const isReserved = (loginName: string): boolean =>
  MADE.some((beginning) => accountKey(loginName).startsWith(beginning));
