import { staffRoles } from '../../../platform/access/server/staff-roles.ts';
import type { AccountContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { UserInfo } from '../../../platform/identity/contract.ts';
import { ENROLLED, IDENTITY, ORG_TYPE } from '../../../platform/identity/identity.ts';
import { avatarAddress } from '../../../platform/identity/server/avatar.ts';
import { accountById } from '../../../platform/identity/server/queries/accounts.ts';
import { childrensEnrolments, ownEnrolments } from '../../../platform/identity/server/queries/enrolments.ts';
import { ownMemberships } from '../../../platform/identity/server/queries/memberships.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { mask } from '../../../platform/schema/mask.ts';
import { visitedOrgs } from '../../organisation/server/public.ts';

/** The caller's identities, organisations with staff roles, and own or children's enrolments (`api.md`, who am I). */
export async function userInfo(ctx: AccountContext): Promise<UserInfo> {
  const {
    services: { clock, db },
    caller: { userId, onlyOrg, claimedRoles },
  } = ctx;
  const [[account], everywhere] = await db.read({ orgId: null, userId }, [
    accountById(userId),
    ownMemberships(userId, nowIso(clock)),
  ]);
  if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
  const memberships = everywhere.filter(
    (m) => onlyOrg === undefined || (m.org_id === onlyOrg && m.identity === IDENTITY.staff),
  );
  const schools = [...new Set(memberships.filter((m) => m.identity !== IDENTITY.staff).map((m) => m.org_id))];
  const enrolled = await Promise.all(
    schools.map((orgId) =>
      db.read({ orgId, userId: null }, [ownEnrolments(orgId, userId), childrensEnrolments(orgId, userId)]),
    ),
  );

  const orgIds = [...new Set(memberships.map((m) => m.org_id))];
  const orgs = orgIds.flatMap((orgId): UserInfo['orgs'] => {
    const held = memberships.filter((m) => m.org_id === orgId);
    const [org] = held;
    return org === undefined
      ? []
      : [
          {
            org_id: orgId,
            org_name: org.org_name,
            org_type: org.org_type,
            edu_level: org.edu_level ?? undefined,
            account_expire_at: org.account_expire_at ?? undefined,
            org_roles: staffRoles(held)
              .filter(({ roleId, byClaim }) => !byClaim || claimedRoles?.includes(roleId))
              .map(({ roleId, roleExtend }) => ({
                role_id: roleId,
                role_name: labelOf('role', roleId),
                role_extend: roleExtend,
              })),
          },
        ];
  });
  const visited = memberships.some((m) => m.org_type === ORG_TYPE.institution)
    ? (await visitedOrgs(ctx)).filter(({ org_id }) => !orgIds.includes(org_id))
    : [];
  // Students do not see their former schools; parents see them as former ones.
  const enrolments = [
    ...enrolled.flatMap(([own]) => own.filter((s) => s.study_status === ENROLLED)),
    ...enrolled.flatMap(([, children]) => children),
  ];
  return {
    user_id: account.user_id,
    real_name: account.real_name,
    sex: account.sex,
    avatar: await avatarAddress(ctx.services, userId, account.avatar),
    login_name: account.login_name,
    mobile: account.mobile === null ? undefined : mask('phone', account.mobile),
    ...(account.password_initial && onlyOrg === undefined && { must_change_password: true }),
    ...(onlyOrg !== undefined && { vouched_for_by: onlyOrg }),
    roles: [...new Set(memberships.map((m) => m.identity))].sort((a, b) => a - b).map((role_id) => ({ role_id })),
    orgs: [...orgs, ...visited],
    students: enrolments.map(({ study_status, ...student }) => ({ ...student, is_current: study_status === ENROLLED })),
  };
}
