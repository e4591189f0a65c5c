import { App } from 'antd';
import { useEffect, useState } from 'react';
import { ApiError } from '../../http/web/api-error.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { loadCurrentUser } from '../../session/web/current-user.ts';
import { provideFailureHandlers } from '../../session/web/notify-failure.ts';
import { loadRights } from '../../session/web/portal-data.ts';
import { resetVerification } from '../../session/web/secondary.ts';
import { useStable } from './use-stable.ts';

/** Fetches the rights after a refusal. If the role was removed, the user must select another. */
async function readRightsAgain(): Promise<void> {
  try {
    await loadRights();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'AC_ORG_ROLE_FORBIDDEN') return;
    sessionStore.forgetChoice();
    window.location.reload();
  }
}

/**
 * Provides the handlers of failures while the portal is mounted.
 *
 * @returns Whether the session has ended, and a function for after a new sign-in
 */
export function useFailureHandlers(): { ended: boolean; onSignedIn: () => void } {
  const { message } = App.useApp();
  const [ended, setEnded] = useState(false);
  const onSignedIn = useStable(() => setEnded(false));

  useEffect(() => {
    // One toast per text.
    const once = (text: string) => ({ content: text, key: text });
    return provideFailureHandlers({
      error: (text) => void message.error(once(text)),
      warning: (text) => void message.warning(once(text)),
      sessionEnded: () => setEnded(true),
      resetVerification,
      // The guard then leads to the page for it, and back. A failure is met by the next call.
      askNewPassword: () => void loadCurrentUser().catch(() => undefined),
      reloadRights: () => void readRightsAgain(),
    });
  }, [message]);
  return { ended, onSignedIn };
}
