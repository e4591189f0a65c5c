import type { AccountContext, RequestContext } from '../../../platform/context/server/context.ts';
import type { TokenPair } from '../../../platform/identity/contract.ts';
import { ssoSignOutUrl } from '../../../platform/outside-identity/server/sso.ts';
import { ssoServerOf } from './providers.ts';

/** Beyond this the identity server has ended its own session. */
const KEPT_MS = 24 * 60 * 60_000;

interface Kept {
  orgId: string;
  idToken: string;
}

const keyOf = (chainId: string) => `outside:sso-session:${chainId}`;

/** Keeps what the identity server wants to see at sign-out. Without it the session ends here only. */
export async function keepForSignOut(
  { services: { sessions, state, cipher } }: RequestContext,
  { access_token }: TokenPair,
  kept: Kept,
): Promise<void> {
  const found = await sessions.find(access_token);
  if (found.state !== 'live') return;
  const key = keyOf(found.caller.chainId);
  await state.set(key, cipher.encrypt(key, JSON.stringify(kept)), KEPT_MS);
}

/** Where the browser goes to end the session at the identity server too; empty where there is nothing to end. */
export async function signOutAddress(ctx: AccountContext): Promise<string> {
  const { state, cipher, log } = ctx.services;
  const key = keyOf(ctx.caller.chainId);
  const held = await state.take(key);
  if (held === undefined) return '';
  const { orgId, idToken } = JSON.parse(cipher.decrypt(key, held)) as Kept;
  const server = await ssoServerOf(ctx, orgId);
  if (!server) return '';
  const url = await ssoSignOutUrl(ctx.services, server, { idToken, returnTo: `${ctx.origin}/login` }).catch(
    (error: unknown) => {
      log.warn({ err: error, org_id: orgId }, 'the session at the identity server goes on');
      return undefined;
    },
  );
  return url ?? '';
}
