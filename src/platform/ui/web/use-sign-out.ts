import { useTranslation } from 'react-i18next';
import { fromFeatures } from '../../feature/web/registry.ts';
import { sessionStore } from '../../http/web/portal.ts';
import { signOut } from '../../session/web/sign-out.ts';
import { useConfirm } from './use-confirm.ts';
import { useMobile } from './use-mobile.ts';

const leaveAddresses = fromFeatures((features) => features.flatMap(({ leaveAddress }) => leaveAddress ?? []));

/** Signs out here, and at the identity server of the organisation where it signed the user in. */
async function leave(): Promise<void> {
  const finders = sessionStore.session()?.source === 'sso' ? leaveAddresses() : [];
  const addresses = await Promise.all(finders.map((find) => find().catch(() => '')));
  await signOut();
  const to = addresses.find((address) => address !== '');
  if (to !== undefined) window.location.assign(to);
}

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
      onOk: leave,
    });
}
