import { signIn as post } from '../../shared/contract/account.ts';
import { passwordDigest } from '../../shared/signing/mac.ts';
import { call } from '../http/call.ts';
import { sessionStore } from '../http/portal.ts';
import { sessionFrom } from '../http/session-store.ts';
import { loadCurrentUser } from './current-user.ts';
import { signOut } from './sign-out.ts';

export interface Credentials {
  account: string;
  /** As typed; only its digest leaves the page (`spec §5`). */
  password: string;
  captcha?: { session_id: string; verification_code: string } | undefined;
}

/** Signs in and finds out who that is. @throws ApiError; then nobody is signed in. */
export async function signIn({ account, password, captcha }: Credentials): Promise<void> {
  const pair = await call(post, { body: { account: account.trim(), password: passwordDigest(password), ...captcha } }, { quiet: true });
  sessionStore.clear();
  sessionStore.setSession(sessionFrom(pair, Date.now(), 'password'));
  try {
    await loadCurrentUser();
  } catch (error) {
    await signOut();
    throw error;
  }
}
