import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { signOut as revoke } from '../../identity/contract.ts';
import { passing } from '../../state/web/storage.ts';
import { userState } from './current-user.ts';
import { forgetRights } from './rights.ts';

const REVOKE_TIMEOUT_MS = 5000;

/**
 * Ends the session at the server, and here whatever the server says (`spec §4`).
 *
 * @param after Where the person did not mean to leave: why they did, for the login page; they are led back here after
 *   the next sign-in
 */
export async function signOut(after?: { notice: string }): Promise<void> {
  const session = sessionStore.session();
  try {
    if (session !== undefined)
      await call(revoke, { params: { id: session.access_token } }, { quiet: true, timeout: REVOKE_TIMEOUT_MS });
  } catch {
    // The session ends here in any case; at the server it runs out.
  }
  sessionStore.clear();
  passing.clear();
  forgetRights();
  userState.set(after === undefined ? { status: 'none', left: true } : { status: 'none', notice: after.notice });
}
