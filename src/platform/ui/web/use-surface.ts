import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../http/web/api-error.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { provideSurface } from '../../session/web/notify-failure.ts';
import { loadRights } from '../../session/web/portal-data.ts';
import { announceVerificationReset } from '../../session/web/secondary.ts';
import { signOut } from '../../session/web/sign-out.ts';

/** Rights are read again after a refusal; where the role itself is gone, another has to be chosen. */
async function readRightsAgain(): Promise<void> {
  try {
    await loadRights();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'AC_ORG_ROLE_FORBIDDEN') return;
    sessionStore.forgetChoice();
    window.location.reload();
  }
}

/** Gives failures a place to be shown, as long as the portal is open. */
export function useSurface(): void {
  const { message, modal } = App.useApp();
  const { t } = useTranslation();

  useEffect(() => {
    let ended = false;
    // The same words twice say nothing more: one toast a text.
    const once = (text: string) => ({ content: text, key: text });
    return provideSurface({
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
            // The guard then leads to the login page.
            await signOut({ notice: '' });
          },
        });
      },
      resetVerification: announceVerificationReset,
      rightsDoubted: () => void readRightsAgain(),
    });
  }, [message, modal, t]);
}
