import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { pendingOf } from '../../../../platform/outside-identity/server/attempts.ts';
import * as contract from '../../contract.ts';
import { bindThird, listBindings, unbindThird } from '../bind.ts';
import { endSessionsOf } from '../end-sessions-of.ts';
import { sendOut } from '../go-and-return.ts';
import { offersAt, orgOf, providerOf } from '../providers.ts';
import { signInByThird } from '../sign-in.ts';
import { signOutAddress } from '../sign-out.ts';
import { signPage } from '../sign-page.ts';

const OK = { ok: true } as const;

/** Apps of a service provider get their ticket by a push that this server does not receive. */
function refuseSuite(suite_id: string | null | undefined): void {
  if (suite_id)
    throw new AppError('AC_THIRD_NOT_OPENED', { message: '企业微信服务商应用尚未开通，请从本单位的应用登录' });
}

/** Signing in and binding through third parties (`spec §7`, authentication and account). */
export const peopleHandlers: readonly Implementation[] = [
  implement(contract.providers, async (ctx, { query }) => {
    const items = await offersAt(ctx, await orgOf(ctx, query.tenant));
    return { total: items.length, items };
  }),
  implement(contract.depart, (ctx, { body }) => sendOut(ctx, body, null)),
  implement(contract.departToBind, (ctx, { body }) =>
    sendOut(ctx, { ...body, tenant: body.tenant || ctx.actor?.orgId || null }, ctx.caller.userId),
  ),
  implement(contract.thirdSignIn, async (ctx, { body }) => {
    const { plat_source, code, state, browser, iss, suite_id, tenant } = body;
    refuseSuite(suite_id);
    if (state !== undefined && browser !== undefined)
      return signInByThird(ctx, { plat_source, code, state, browser, iss });
    await providerOf(ctx, plat_source, await orgOf(ctx, tenant));
    throw new AppError('AC_THIRD_STATE_INVALID');
  }),
  implement(contract.corporateSignIn, (ctx, { query, body }) => {
    refuseSuite(query.suite_id);
    return signInByThird(ctx, { ...body, plat_source: 'wwork', code: query.code });
  }),
  implement(contract.pendingIdentity, async (ctx, { body }) => {
    const { identity } = await pendingOf(ctx.services, body.browser, 'get');
    if (identity.provider === 'sso') throw new AppError('AC_THIRD_STATE_INVALID');
    return { plat_source: identity.provider, display_name: identity.name };
  }),
  implement(contract.thirdParties, (ctx, { query }) => listBindings(ctx, query.tenant)),
  implement(contract.bindThird, async (ctx, { body }) => {
    await bindThird(ctx, body);
    return OK;
  }),
  implement(contract.unbindThird, async (ctx, { body }) => {
    await unbindThird(ctx, body.plat_source);
    return OK;
  }),
  implement(contract.ssoSignOut, async (ctx) => ({ url: await signOutAddress(ctx) })),
  implement(contract.ssoBackchannelLogout, async (ctx, { params, body }) => {
    await endSessionsOf(ctx, params.org_id, body);
    return OK;
  }),
  implement(contract.corpSignature, (ctx, { query }) => signPage(ctx, 'config', query)),
  implement(contract.suiteSignature, (ctx, { query }) => signPage(ctx, 'agent_config', query)),
];
