import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { sessionFrom } from '../../http/web/session-store.ts';
import { signIn as post, type TokenPair } from '../../identity/contract.ts';
import { passwordDigest } from '../../signing/mac.ts';
import { loadCurrentUser, userState } from './current-user.ts';
import { keepDrafts } from './keep-drafts.ts';
import { signOut } from './sign-out.ts';

export interface Credentials {
  account: string;
  /** As typed; only its digest leaves the page (`spec §5`). */
  password: string;
  captcha?: { session_id: string; verification_code: string } | undefined;
}

/** Signs in and loads the user. @throws ApiError; no user is signed in then */
export async function signIn({ account, password, captcha }: Credentials): Promise<void> {
  const digest = passwordDigest(password);
  const body = { account: account.trim(), password: digest, ...captcha };
  await startSession(await call(post, { body }, { quiet: true }), 'password');
  // A person who has to replace it need not type it a second time.
  const state = userState.get();
  if (state.status === 'changing') userState.set({ ...state, digest });
}

/**
 * Signs in again over a page that stays open. The same person keeps organisation and role; what another person signs in
 * to starts without them.
 *
 * @returns Whether the same person signed in @throws ApiError; the session is unchanged then
 */
export async function signInAgain({ account, password, captcha }: Credentials, userId: string): Promise<boolean> {
  const body = { account: account.trim(), password: passwordDigest(password), ...captcha };
  const pair = await call(post, { body }, { quiet: true });
  const isSame = pair.user_id === userId;
  if (!isSame) sessionStore.clear();
  // A proof is bound to the session.
  sessionStore.clearSecondary();
  sessionStore.setSession(sessionFrom(pair, Date.now(), 'password'));
  if (!isSame) return false;
  // Another user may have signed in in another tab and have stored another choice.
  const choice = sessionStore.choice();
  if (choice !== undefined) sessionStore.choose(choice);
  await keepDrafts();
  return true;
}

/** Starts a session and loads its user. @throws ApiError; no user is signed in then */
export async function startSession(pair: TokenPair, source: string, suiteId?: string): Promise<void> {
  sessionStore.clear();
  sessionStore.setSession(sessionFrom(pair, Date.now(), source, suiteId));
  try {
    await loadCurrentUser();
  } catch (error) {
    await signOut();
    throw error;
  }
}
