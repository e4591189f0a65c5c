import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ProviderName, Way } from '../../../platform/outside-identity/provider.ts';
import { keepAttempt, newState, takeAttempt } from '../../../platform/outside-identity/server/attempts.ts';
import type { OutsideIdentity } from '../../../platform/outside-identity/server/outside.ts';
import { isSuiteIdentity } from '../../../platform/outside-identity/server/wwork-suite.ts';
import { orgOfCorp } from './corporations.ts';
import { isOwnKind, orgOf, providerOf } from './providers.ts';

/** Pages that providers send the browser back to (`spec §2`). */
const RETURN_PAGES: Readonly<Record<ProviderName, Readonly<Record<Way, string>>>> = {
  wechat: { qr: '/wechat-login', in_app: '/wechat-login' },
  qq: { qr: '/qq-login', in_app: '/qq-login' },
  wwork: { qr: '/wwork-qr-login', in_app: '/wwork-login' },
  sso: { qr: '/sso-login', in_app: '/sso-login' },
};

interface Destination {
  plat_source: ProviderName;
  way: Way;
  browser_hash: string;
  tenant?: string | null;
  suite_id?: string | null;
}

/**
 * Sends a browser out to a provider.
 *
 * @param userId The account that the identity is to be bound to; null for a sign-in
 * @throws AppError PSY_UNAVAILABLE where the provider is not configured, or an organisation's server does not answer
 */
export async function sendOut(
  ctx: RequestContext,
  { plat_source, way, browser_hash, tenant, suite_id }: Destination,
  userId: string | null,
): Promise<{ url: string }> {
  const suiteId = suite_id || undefined;
  const orgId = isOwnKind(plat_source) && suiteId === undefined ? await orgOf(ctx, tenant) : null;
  const provider = await providerOf(ctx, { name: plat_source, orgId, suiteId });
  const state = newState();
  const redirectUri = `${ctx.origin}${RETURN_PAGES[plat_source][way]}`;
  const { url, kept } = await provider.depart({ way, state, redirectUri });
  await keepAttempt(ctx.services, state, {
    provider: plat_source,
    way,
    orgId,
    suiteId,
    userId,
    redirectUri,
    browser: browser_hash,
    kept,
  });
  return { url };
}

export interface Returned {
  plat_source: ProviderName;
  code: string;
  state: string;
  browser: string;
  iss?: string | undefined;
  suiteId?: string | undefined;
}

/** Who came back, and the organisation whose provider vouched; null for a provider of the operator. */
export interface Proved {
  identity: OutsideIdentity;
  orgId: string | null;
}

/**
 * Who came back. The attempt is used up before the code is exchanged, so that a code serves once at the most.
 *
 * @param userId The account that the attempt must be for; null for a sign-in
 * @throws AppError AC_THIRD_STATE_INVALID, AC_THIRD_CODE_INVALID, PSY_UNAVAILABLE; AC_FORBIDDEN where the corporation
 *   of a suite belongs to no organisation
 */
export async function whoReturned(
  ctx: RequestContext,
  { plat_source, code, state, browser, iss, suiteId }: Returned,
  userId: string | null,
): Promise<Proved> {
  const attempt = await takeAttempt(ctx.services, state, browser);
  if (attempt.provider !== plat_source || attempt.userId !== userId || attempt.suiteId !== suiteId)
    throw new AppError('AC_THIRD_STATE_INVALID');
  const { way, orgId, redirectUri, kept } = attempt;
  const provider = await providerOf(ctx, { name: plat_source, orgId, suiteId });
  const identity = await provider.identify({ way, code, state, iss, redirectUri, kept });
  return { identity, orgId: isSuiteIdentity(identity) ? await orgOfCorp(ctx, identity) : orgId };
}
