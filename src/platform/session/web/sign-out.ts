import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { signOut as revoke } from '../../identity/contract.ts';
import { tabStorage } from '../../state/web/storage.ts';
import { userState } from './current-user.ts';
import { forgetRights } from './rights.ts';

const REVOKE_TIMEOUT_MS = 5000;

/**
 * Ends the session at the server and in this browser, even if the server fails (`spec §4`).
 *
 * @param after Given if the user did not sign out: the reason shown on the login page. The next sign-in returns to this
 *   page.
 */
export async function signOut(after?: { notice: string }): Promise<void> {
  const session = sessionStore.session();
  // The session of another user, who signed in in another tab, goes on.
  const isOwn = !sessionStore.isTakenOver();
  try {
    if (isOwn && session !== undefined)
      await call(
        revoke,
        { params: { id: session.access_token } },
        { quiet: true, noPrompt: true, timeout: REVOKE_TIMEOUT_MS },
      );
  } catch {
    // The session expires at the server.
  }
  if (isOwn) sessionStore.clear();
  tabStorage.clear();
  forgetRights();
  userState.set(after === undefined ? { status: 'none', left: true } : { status: 'none', notice: after.notice });
}
