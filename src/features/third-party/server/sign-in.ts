import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { TokenPair } from '../../../platform/identity/contract.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { rememberAccount } from '../../../platform/identity/server/known-devices.ts';
import { membershipsOf } from '../../../platform/identity/server/queries/memberships.ts';
import type { Vouched } from '../../../platform/identity/server/session-store.ts';
import { keepPending } from '../../../platform/outside-identity/server/attempts.ts';
import { outsideSid } from '../../../platform/outside-identity/server/outside-sid.ts';
import type { OutsideIdentity } from '../../../platform/outside-identity/server/outside.ts';
import { isSsoIdentity } from '../../../platform/outside-identity/server/sso.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { rolesByClaim } from './claimed-roles.ts';
import { whoReturned, type Returned } from './go-and-return.ts';
import { boundTo } from './queries.ts';
import { keepForSignOut } from './sign-out.ts';
import { accountOfSso } from './sso-account.ts';

/**
 * Signs in the account that the returned identity is bound to. What an organisation's own provider vouches for is good
 * in this organisation only, for its staff.
 *
 * @throws AppError AC_THIRD_ACCOUNT_NOT_EXIST, after which the same browser may bind the identity;
 *   AC_THIRD_STATE_INVALID, AC_THIRD_CODE_INVALID, PSY_UNAVAILABLE, AC_ACCOUNT_UN_ENABLE, AC_FORBIDDEN
 */
export async function signInByThird(ctx: RequestContext, returned: Returned): Promise<TokenPair> {
  const { log } = ctx.services;
  const { identity, orgId } = await whoReturned(ctx, returned, null);
  const user_id = await accountOf(ctx, identity, orgId);
  if (user_id === undefined) {
    await keepPending(ctx.services, returned.browser, { identity, orgId });
    throw new AppError('AC_THIRD_ACCOUNT_NOT_EXIST');
  }
  if (orgId !== null) await requireStaff(ctx, user_id, orgId);
  const vouched = orgId === null ? undefined : await vouchedBy(ctx, identity, orgId, user_id);
  const pair = await ctx.services.sessions.open(user_id, ctx.appKind, ctx, vouched);
  rememberAccount(ctx, `user:${user_id}`);
  if (isSsoIdentity(identity) && orgId !== null) await keepForSignOut(ctx, pair, { orgId, idToken: identity.idToken });
  log.info(
    { request_id: ctx.requestId, user_id, provider: identity.provider, org_id: orgId },
    'signed in through a third party',
  );
  return pair;
}

async function vouchedBy(
  ctx: RequestContext,
  identity: OutsideIdentity,
  orgId: string,
  userId: string,
): Promise<Vouched> {
  if (!isSsoIdentity(identity)) return { orgId };
  const { issuer, sid } = identity;
  const claimedRoles = await rolesByClaim(ctx, identity, orgId, userId);
  return { orgId, claimedRoles, ...(sid !== undefined && { outsideSid: outsideSid(orgId, issuer, sid) }) };
}

/** The account of an identity. For an organisation's identity server, other organisations are not looked at. */
async function accountOf(
  ctx: RequestContext,
  identity: OutsideIdentity,
  orgId: string | null,
): Promise<string | undefined> {
  if (!isSsoIdentity(identity)) {
    const [[bound]] = await ctx.services.db.read({ orgId: null, userId: null }, [boundTo(identity)]);
    return bound?.user_id;
  }
  if (orgId === null) throw new AppError('AC_THIRD_STATE_INVALID');
  return accountOfSso(ctx, identity, orgId);
}

/** @throws AppError AC_FORBIDDEN */
export async function requireStaff(
  { services: { db, clock } }: RequestContext,
  userId: string,
  orgId: string,
): Promise<void> {
  const [held] = await db.read({ orgId, userId: null }, [membershipsOf(orgId, userId, nowIso(clock))]);
  if (!held.some(({ identity }) => identity === IDENTITY.staff))
    throw new AppError('AC_FORBIDDEN', { message: '绑定的账号不是这家单位的教职工，请用其他方式登录' });
}
