import { randomBytes } from 'node:crypto';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { AccountContext, OrgContext } from '../../../platform/context/server/context.ts';
import { lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { accountById } from '../../../platform/identity/server/queries/accounts.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import type { MakeAccount } from '../../account/server/public.ts';
import type { createTempAccount as contract } from '../contract/authorised-login.ts';
import { insertTemporary, openTemporaries } from './queries.ts';

const HOUR_MS = 3_600_000;
/** Maximum number of open logins: each one widens the access to the school. */
const OPEN_MAX = 5;

/**
 * Creates an account that is valid for some hours, with the role of `policies/grants.csv` for such logins. It is
 * audited under its own name, and managed and disabled like other staff.
 *
 * @throws AppError PSY_CONFLICT when too many are open
 */
export async function authoriseLogin(
  ctx: OrgContext,
  tx: Tx,
  make: MakeAccount,
  hours: number,
): Promise<DataOf<typeof contract>> {
  const {
    actor: { orgId, orgType },
    services: {
      access: { grants },
      clock,
    },
  } = ctx;
  const role_id = grants.temporaryRole(orgType);
  if (role_id === undefined) throw new AppError('AC_FORBIDDEN');
  const now = clock.now();
  const [at, expires_at] = [isoTime(now), isoTime(now + hours * HOUR_MS)];
  const teacher_name = `授权登录（${minuteOf(now + hours * HOUR_MS)} 止）`;
  await tx.run(lockOrg(orgId));
  if ((await tx.run(openTemporaries(orgId, at))).length >= OPEN_MAX)
    throw new AppError('PSY_CONFLICT', {
      message: `同时有效的授权登录最多 ${OPEN_MAX} 个，请先在教职工管理中停用或删除不再需要的`,
    });
  const { user_id, login_name, initial_password } = await make(tx, {
    identity: IDENTITY.staff,
    role_id,
    real_name: teacher_name,
    sex: null,
    login: `tmp-${randomBytes(5).toString('hex')}`,
    keepsPassword: true,
  });
  await tx.run(insertTemporary({ org_id: orgId, user_id, teacher_name, expires_at, at }));
  const role_name = labelOf('role', role_id);
  await audit(tx, ctx, {
    act: 'create',
    resource: 'teacher',
    rowId: user_id,
    rowLabel: teacher_name,
    after: { user_id, teacher_name, login_name, role_names: role_name },
  });
  return { user_id, login_name, password: initial_password, role_name, expires_at };
}

/**
 * Login name of the caller.
 *
 * @throws AppError AC_AUTH_INVALID_TOKEN when the account was deleted
 */
export async function ownLoginName({
  services: { db },
  caller: { userId },
}: AccountContext): Promise<{ login_name: string }> {
  const [[account]] = await db.read({ orgId: null, userId }, [accountById(userId)]);
  if (!account) throw new AppError('AC_AUTH_INVALID_TOKEN');
  return { login_name: account.login_name };
}
