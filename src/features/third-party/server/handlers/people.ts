import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { pendingOf } from '../../../../platform/outside-identity/server/attempts.ts';
import * as contract from '../../contract.ts';
import { bindThird, listBindings, unbindThird } from '../bind.ts';
import { endSessionsOf } from '../end-sessions-of.ts';
import { sendOut } from '../go-and-return.ts';
import { offersAt, orgOf, providerOf, suiteNamed } from '../providers.ts';
import { signInByThird } from '../sign-in.ts';
import { signOutAddress } from '../sign-out.ts';
import { signPage } from '../sign-page.ts';

const OK = { ok: true } as const;

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
    const suiteId = suite_id || undefined;
    if (suiteId !== undefined) suiteNamed(ctx, suiteId);
    if (state !== undefined && browser !== undefined)
      return signInByThird(ctx, { plat_source, code, state, browser, iss, suiteId });
    await providerOf(ctx, { name: plat_source, orgId: await orgOf(ctx, tenant), suiteId });
    throw new AppError('AC_THIRD_STATE_INVALID');
  }),
  implement(contract.corporateSignIn, (ctx, { query, body }) => {
    const suiteId = query.suite_id || undefined;
    if (suiteId !== undefined) suiteNamed(ctx, suiteId);
    return signInByThird(ctx, { ...body, plat_source: 'wwork', code: query.code, suiteId });
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
