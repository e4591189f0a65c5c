import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import { PROVIDER_NAMES } from '../../../platform/outside-identity/provider.ts';
import type { SsoIdentity } from '../../../platform/outside-identity/server/sso.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { insertSubject, staffByLogin, subjectBoundTo } from './queries.ts';

/**
 * The account of a person whom the identity server of an organisation names. At the first sign-in the login name finds
 * it among the staff; from then on the subject alone counts, for this account and for no other.
 *
 * @throws AppError AC_FORBIDDEN where no staff has the login name, or the account belongs to another subject
 */
export async function accountOfSso(ctx: RequestContext, identity: SsoIdentity, orgId: string): Promise<string> {
  const { db, clock } = ctx.services;
  const tenant = { orgId, userId: null };
  const [[bound], [staff]] = await db.read(tenant, [
    subjectBoundTo(orgId, identity),
    staffByLogin(orgId, accountKey(identity.login)),
  ]);
  if (bound) return bound.user_id;
  if (!staff)
    throw new AppError('AC_FORBIDDEN', {
      message: `「${identity.name}」在本单位没有对应的教职工账号，请联系管理员`,
    });
  return db.transaction(tenant, async (tx) => {
    const row = { org_id: orgId, issuer: identity.issuer, subject: identity.sub, user_id: staff.user_id };
    const added = await tx.run(insertSubject({ ...row, bound_at: nowIso(clock) }));
    // Of two who come at once, the first has bound the subject or the account meanwhile.
    const [now] = await tx.run(subjectBoundTo(orgId, identity));
    if (!now)
      throw new AppError('AC_FORBIDDEN', {
        message: `账号「${identity.name}」已由${PROVIDER_NAMES.sso}里的另一个人使用。如确为本人，请联系管理员重置密码后再登录`,
      });
    if (added > 0)
      await audit(
        tx,
        {
          ...ctx,
          caller: { userId: now.user_id },
          actor: { orgId, roleId: 0 },
        },
        {
          act: 'bind',
          resource: 'account',
          rowId: now.user_id,
          rowLabel: identity.name,
          after: { sso: identity.name },
        },
      );
    return now.user_id;
  });
}
