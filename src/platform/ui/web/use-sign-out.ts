import { useTranslation } from 'react-i18next';
import { signOut } from '../../session/web/sign-out.ts';
import { useConfirm } from './use-confirm.ts';
import { useMobile } from './use-mobile.ts';

/** Signs out after a confirmation; the guard then redirects to the login page. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const mobile = useMobile();
  return () =>
    confirm({
      title: t(mobile ? 'layout.signOutAskMobile' : 'layout.signOutAsk'),
      okText: t('layout.signOutOk'),
      cancelText: t('common.cancel'),
      onOk: () => signOut(),
    });
}
