import type { RequestContext } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { membershipsOf } from '../../../../platform/identity/server/queries/memberships.ts';
import { isMoreThanStaff, staffAccount, type Named } from './queries.ts';

/** For whom a system vouches. */
export interface Vouched {
  user_id: string;
  real_name: string;
}

/** The organisation, and the role of the person who made the service account. */
interface Voucher {
  orgId: string;
  orgType: number;
  roleId: number;
}

/**
 * A person of the staff whom a system may sign in: nothing but staff, in this organisation only, with a password of the
 * own, and with roles that the maker of the service account may give. Every refusal has the same words, because the
 * reason may lie in another organisation; the log of the server says why.
 *
 * @throws AppError AC_TOKEN_KEY_REFUSED
 */
export async function findPerson(ctx: RequestContext, voucher: Voucher, named: Named): Promise<Vouched> {
  const { db, access, log } = ctx.services;
  const { orgId } = voucher;
  const tenant = { orgId, userId: null };
  const refuse = (why: string): never => {
    log.info({ request_id: ctx.requestId, org_id: orgId, why }, 'sign-in token refused');
    throw new AppError('AC_TOKEN_KEY_REFUSED');
  };
  const [[person]] = await db.read(tenant, [staffAccount(orgId, named)]);
  if (!person) return refuse('not on the list of staff');
  if (!person.enabled) return refuse('disabled account');
  if (person.password_initial || person.password_unset) return refuse('no password of the own');
  const [memberships, [beyond]] = await db.read(tenant, [
    membershipsOf(orgId, person.user_id, ctx.nowIso()),
    isMoreThanStaff(orgId, person.user_id),
  ]);
  if (memberships.length === 0) return refuse('disabled staff');
  if (beyond?.is_more !== false || memberships.some(({ identity }) => identity !== IDENTITY.staff))
    return refuse('more than staff of this organisation');
  const grantable = new Set(access.grants.grantable(voucher));
  if (memberships.some(({ role_id }) => role_id !== null && !grantable.has(role_id))) return refuse('higher role');
  return { user_id: person.user_id, real_name: person.real_name };
}
