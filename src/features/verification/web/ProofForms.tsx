import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { boundMobile } from '../contract.ts';
import { BOUND_MOBILE } from './bound-mobile.ts';
import type { OnProof } from './on-proof.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SmsForm } from './SmsForm.tsx';
import styles from './security.module.css';

/**
 * The methods of second-step verification: by short message where a mobile is bound, or by password (`spec §2`, overlay
 * screens).
 */
export function ProofForms({ onProof }: { onProof: OnProof }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const bound = useQuery({
    queryKey: BOUND_MOBILE,
    queryFn: ({ signal }) => call(boundMobile, {}, { signal, quiet: true }),
    staleTime: 60_000,
  });
  // Falls back to the password when the bound mobile cannot be loaded.
  const mobile = bound.data?.mobile;
  const password = <PasswordForm account={user.login_name} onProof={onProof} />;
  if (bound.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (mobile === undefined) return password;
  return (
    <Tabs
      centered
      className={styles.tabs}
      destroyOnHidden
      items={[
        {
          key: 'sms',
          label: t('security.bySms'),
          children: <SmsForm mobile={mobile} userId={user.user_id} onProof={onProof} />,
        },
        { key: 'password', label: t('security.byPassword'), children: password },
      ]}
    />
  );
}
