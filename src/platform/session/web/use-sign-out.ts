import { useTranslation } from 'react-i18next';
import { useAsk } from '../../crud/web/use-ask.ts';
import { useMobile } from '../../ui/web/use-mobile.ts';
import { signOut } from './sign-out.ts';

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
