import { qb } from '../../../../platform/db/server/query-builder.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { isMoreThan } from '../../../../platform/identity/server/queries/memberships.ts';

/** How a system names a person. */
export type Named = { userId: string } | { loginKey: string };

/** An account that is on the organisation's list of staff. Tenant: the organisation. */
export const staffAccount = (orgId: string, named: Named) =>
  qb
    .selectFrom('accounts as a')
    .select(['a.user_id', 'a.real_name', 'a.enabled', 'a.password_initial', 'a.password_unset'])
    .where('userId' in named ? 'a.user_id' : 'a.login_key', '=', 'userId' in named ? named.userId : named.loginKey)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('teachers as t')
          .select('t.user_id')
          .where('t.org_id', '=', orgId)
          .whereRef('t.user_id', '=', 'a.user_id'),
      ),
    );

/** Whether the person is anything but staff of this organisation. Tenant: the organisation. */
export const isMoreThanStaff = (orgId: string, userId: string) => isMoreThan(userId, orgId, IDENTITY.staff);

/** The service account that calls. */
export const serviceOfUser = (orgId: string, userId: string) =>
  qb
    .selectFrom('service_accounts')
    .select(['service_id', 'name'])
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId);
