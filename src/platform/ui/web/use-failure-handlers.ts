import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../http/web/api-error.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { provideFailureHandlers } from '../../session/web/notify-failure.ts';
import { loadRights } from '../../session/web/portal-data.ts';
import { resetVerification } from '../../session/web/secondary.ts';
import { signOut } from '../../session/web/sign-out.ts';

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

/** Provides the handlers of failures while the portal is mounted. */
export function useFailureHandlers(): void {
  const { message, modal } = App.useApp();
  const { t } = useTranslation();

  useEffect(() => {
    let ended = false;
    // One toast per text.
    const once = (text: string) => ({ content: text, key: text });
    return provideFailureHandlers({
      error: (text) => void message.error(once(text)),
      warning: (text) => void message.warning(once(text)),
      sessionEnded(text) {
        if (ended) return;
        ended = true;
        modal.warning({
          title: t('errors.sessionEndedTitle'),
          content: text,
          okText: t('errors.signInAgain'),
          keyboard: false,
          async onOk() {
            // The guard then redirects to the login page.
            await signOut({ notice: '' });
          },
        });
      },
      resetVerification: resetVerification,
      reloadRights: () => void readRightsAgain(),
    });
  }, [message, modal, t]);
}
