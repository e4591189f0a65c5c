import type { RequestContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ProviderName, Way } from '../../../platform/outside-identity/provider.ts';
import {
  keepAttempt,
  newState,
  takeAttempt,
  type Attempt,
} from '../../../platform/outside-identity/server/attempts.ts';
import type { OutsideIdentity } from '../../../platform/outside-identity/server/outside.ts';
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
}

/**
 * Sends a browser out to a provider.
 *
 * @param userId The account that the identity is to be bound to; null for a sign-in
 * @throws AppError PSY_UNAVAILABLE where the provider is not configured, or an organisation's server does not answer
 */
export async function sendOut(
  ctx: RequestContext,
  { plat_source, way, browser_hash, tenant }: Destination,
  userId: string | null,
): Promise<{ url: string }> {
  const orgId = isOwnKind(plat_source) ? await orgOf(ctx, tenant) : null;
  const provider = await providerOf(ctx, plat_source, orgId);
  const state = newState();
  const redirectUri = `${ctx.origin}${RETURN_PAGES[plat_source][way]}`;
  const { url, kept } = await provider.depart({ way, state, redirectUri });
  await keepAttempt(ctx.services, state, {
    provider: plat_source,
    way,
    orgId,
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
}

/**
 * Who came back. The attempt is used up before the code is exchanged, so that a code serves once at the most.
 *
 * @param userId The account that the attempt must be for; null for a sign-in
 * @throws AppError AC_THIRD_STATE_INVALID, AC_THIRD_CODE_INVALID, PSY_UNAVAILABLE
 */
export async function whoReturned(
  ctx: RequestContext,
  { plat_source, code, state, browser, iss }: Returned,
  userId: string | null,
): Promise<{ identity: OutsideIdentity; attempt: Attempt }> {
  const attempt = await takeAttempt(ctx.services, state, browser);
  if (attempt.provider !== plat_source || attempt.userId !== userId) throw new AppError('AC_THIRD_STATE_INVALID');
  const { way, orgId, redirectUri, kept } = attempt;
  const provider = await providerOf(ctx, plat_source, orgId);
  const identity = await provider.identify({ way, code, state, iss, redirectUri, kept });
  return { identity, attempt };
}
