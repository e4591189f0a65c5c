import { useTranslation } from 'react-i18next';
import { signOut } from '../../session/web/sign-out.ts';
import { useAsk } from './use-ask.ts';
import { useMobile } from './use-mobile.ts';

/** Ends the session after a question; the guard then leads to the login page. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const ask = useAsk();
  const mobile = useMobile();
  return () =>
    ask({
      title: t(mobile ? 'layout.signOutAskMobile' : 'layout.signOutAsk'),
      okText: t('layout.signOutOk'),
      cancelText: t('common.cancel'),
      onOk: () => signOut(),
    });
}
