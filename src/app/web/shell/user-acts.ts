import { otherOrgs } from '../../../features/account/rules.ts';
import type { PageKey } from '../../../platform/feature/web/page.ts';
import { ORDINARY_TEACHER, rolesOf } from '../../../platform/identity/choose-role.ts';
import { IDENTITY, ORG_TYPE } from '../../../platform/identity/identity.ts';
import type { CurrentUser } from '../../../platform/session/web/current-user.ts';
import type { OrgDetails } from '../../../platform/session/web/portal-data.ts';

/** Acts of the user menu and of the bottom drawer (`spec §2`, layout). */
export type UserAct =
  | 'account'
  | 'downloads'
  | 'applications'
  | 'helpCenter'
  | 'authorisedLogin'
  | 'invitation'
  | 'service'
  | 'switchRole'
  | 'switchOrg'
  | 'signOut';

/** `service_type` of formal service. */
const FORMAL = 2;

interface Situation {
  current: CurrentUser;
  org: OrgDetails | undefined;
  /** Whether the role may create authorised logins. */
  mayAuthorise: boolean;
  isCustomSite: boolean;
  page: PageKey;
  mobile: boolean;
}

/** The available acts, in order (`spec §2`, `spec §6`). */
export function userActs({
  current: {
    user,
    identity,
    org: { org_id, org_type },
  },
  org,
  mayAuthorise,
  isCustomSite,
  page,
  mobile,
}: Situation): UserAct[] {
  const staff = identity === IDENTITY.staff;
  const roles = staff ? rolesOf(user, org_id, '').filter((role) => role.role_id !== ORDINARY_TEACHER) : [];
  const offered: Record<UserAct, boolean> = {
    account: page !== 'account',
    // On wide screens a button of the header opens it.
    downloads: staff && mobile,
    // The wide header of the staff has links to them.
    applications: staff && mobile && page !== 'applications',
    helpCenter: page !== 'help' && (mobile || !staff),
    authorisedLogin: mayAuthorise,
    invitation: staff && org?.service_type === FORMAL && org_type !== ORG_TYPE.institution,
    service: !isCustomSite,
    switchRole: roles.length > 1,
    switchOrg: staff && otherOrgs(user, { org_id, role_id: null }).length > 0,
    signOut: true,
  };
  return (Object.keys(offered) as UserAct[]).filter((act) => offered[act]);
}
