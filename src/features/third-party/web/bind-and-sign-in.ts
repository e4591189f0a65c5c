import { call } from '../../../platform/http/web/call.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { sessionFrom } from '../../../platform/http/web/session-store.ts';
import { signIn } from '../../../platform/identity/contract.ts';
import { loadCurrentUser } from '../../../platform/session/web/current-user.ts';
import { storeProof } from '../../../platform/session/web/secondary.ts';
import type { Credentials } from '../../../platform/session/web/sign-in.ts';
import { signOut } from '../../../platform/session/web/sign-out.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import { checkPassword } from '../../verification/public.ts';
import { bindThird } from '../contract.ts';
import { trip } from './trip.ts';

/**
 * Signs in with the password, proves it a second time for the binding, and binds. Without the binding nobody stays
 * signed in, so that the form can say why.
 *
 * @throws ApiError
 */
export async function bindAndSignIn(
  provider: 'wechat' | 'qq' | 'wwork',
  secret: string,
  { account, password, captcha }: Credentials,
): Promise<void> {
  const digest = passwordDigest(password);
  const pair = await call(signIn, { body: { account: account.trim(), password: digest, ...captcha } }, { quiet: true });
  sessionStore.clear();
  sessionStore.setSession(sessionFrom(pair, Date.now(), provider));
  const going = trip.get();
  try {
    storeProof(await call(checkPassword, { body: { password: digest } }, { quiet: true }));
    await call(bindThird, { body: { plat_source: provider, browser: secret } }, { quiet: true });
    await loadCurrentUser();
  } catch (error) {
    await signOut();
    // The sign-out clears the tab; another account may still be tried.
    if (going) trip.set(going);
    throw error;
  }
  trip.clear();
}
