import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { sessionFrom } from '../../http/web/session-store.ts';
import { signIn as post, type TokenPair } from '../../identity/contract.ts';
import { passwordDigest } from '../../signing/mac.ts';
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
  await enter(
    await call(
      post,
      { body: { account: account.trim(), password: passwordDigest(password), ...captcha } },
      { quiet: true },
    ),
    'password',
  );
}

/** Begins the session that a sign-in answered, and finds out whose it is. @throws ApiError; then nobody is signed in. */
export async function enter(pair: TokenPair, source: string): Promise<void> {
  sessionStore.clear();
  sessionStore.setSession(sessionFrom(pair, Date.now(), source));
  try {
    await loadCurrentUser();
  } catch (error) {
    await signOut();
    throw error;
  }
}
