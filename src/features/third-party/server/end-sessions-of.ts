import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { endSessionsOfSid, endVouchedSessionsOf } from '../../../platform/identity/server/queries/sessions.ts';
import { tokenHash } from '../../../platform/identity/server/tokens.ts';
import { PROVIDER_NAMES } from '../../../platform/outside-identity/provider.ts';
import {
  LogoutTokenRefused,
  verifyLogoutToken,
  type LogoutToken,
} from '../../../platform/outside-identity/server/logout-token.ts';
import { outsideSid } from '../../../platform/outside-identity/server/outside-sid.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { NONCES } from '../../../platform/state/server/shared-state.ts';
import { ssoServerOf } from './providers.ts';
import { subjectBoundTo } from './queries.ts';

/** One refusal for every token; the log of the server says why. */
const refused = () => invalidWithMessage('/logout_token', '注销令牌没有通过校验');

/** @throws AppError PSY_INVALID_INPUT, PSY_UNAVAILABLE */
async function believed(ctx: RequestContext, orgId: string, token: string): Promise<LogoutToken> {
  const { services, requestId } = ctx;
  const refuse = (cause: unknown): never => {
    services.log.info({ request_id: requestId, org_id: orgId, err: cause }, 'a logout token is refused');
    throw refused();
  };
  const server = await ssoServerOf(ctx, orgId);
  if (!server) return refuse('no identity server');
  const found = await verifyLogoutToken(services, server, token).catch((error: unknown) => {
    if (error instanceof LogoutTokenRefused) return refuse(error);
    throw error;
  });
  const left = found.acceptableUntil - ctx.now();
  const key = `${NONCES}logout:${tokenHash([orgId, found.issuer, found.jti].join('\n'))}`;
  if (!(await services.state.claim(key, Math.max(left, 0) + 1))) return refuse('it came before');
  return found;
}

/**
 * Ends what the identity server of an organisation vouched for, after a person has signed out there (OpenID Connect
 * Back-Channel Logout 1.0): the sessions of the named session, else all of the person. Sessions that began with a
 * password go on.
 *
 * @throws AppError PSY_INVALID_INPUT where the token is not believed
 */
export async function endSessionsOf(ctx: RequestContext, orgId: string, body: Uint8Array): Promise<void> {
  const { db, clock, sessions } = ctx.services;
  const token = new URLSearchParams(Buffer.from(body).toString('utf8')).get('logout_token');
  if (!token) throw refused();
  const { issuer, sub, sid } = await believed(ctx, orgId, token);
  const tenant = { orgId, userId: null };
  const [[bound]] = sub === undefined ? [[]] : await db.read(tenant, [subjectBoundTo(orgId, { issuer, sub })]);
  if (sub !== undefined && !bound) return;
  const ended = await db.transaction(tenant, async (tx) => {
    const at = nowIso(clock);
    const ofSid =
      sid === undefined
        ? []
        : await tx.run(endSessionsOfSid(orgId, outsideSid(orgId, issuer, sid), at, bound?.user_id));
    const found = ofSid.length === 0 && bound ? await tx.run(endVouchedSessionsOf(orgId, bound.user_id, at)) : ofSid;
    for (const userId of new Set(found.flatMap(({ user_id }) => user_id ?? [])))
      await audit(
        tx,
        { ...ctx, caller: { userId }, actor: { orgId, roleId: 0 } },
        { act: 'sign_out', resource: 'account', rowId: userId, after: { sso: PROVIDER_NAMES.sso } },
      );
    return found;
  });
  await sessions.publishEnded(ended);
}
