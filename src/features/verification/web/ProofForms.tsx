import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { authenticatorStatus, boundMobile, checkAuthenticator, checkPassword } from '../contract.ts';
import { passkeys } from '../passkey-contract.ts';
import { AuthenticatorCodeForm } from './AuthenticatorCodeForm.tsx';
import { AUTHENTICATOR, BOUND_MOBILE } from './bound-mobile.ts';
import { EnrolAuthenticator } from './EnrolAuthenticator.tsx';
import type { OnProof } from './on-proof.ts';
import { PASSKEYS } from './passkeys/key.ts';
import { PasskeyProof } from './passkeys/PasskeyProof.tsx';
import { canUsePasskeys } from './passkeys/support.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SmsForm } from './SmsForm.tsx';
import styles from './security.module.css';

/**
 * The methods of second-step verification: by passkey or authenticator app where one is enrolled, by short message
 * where a mobile is bound, or by password (`spec §2`, overlay screens). A role that must use an authenticator is led to
 * enrol one.
 */
export function ProofForms({ onProof }: { onProof: OnProof }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const bound = useQuery({
    queryKey: BOUND_MOBILE,
    queryFn: ({ signal }) => call(boundMobile, {}, { signal, quiet: true }),
    staleTime: 60_000,
  });
  const status = useQuery({
    queryKey: AUTHENTICATOR,
    queryFn: ({ signal }) => call(authenticatorStatus, {}, { signal, quiet: true }),
  });
  const own = useQuery({
    queryKey: PASSKEYS,
    queryFn: ({ signal }) => call(passkeys, {}, { signal, quiet: true }),
    enabled: canUsePasskeys(),
  });
  // Falls back to the password when the bound mobile or the state of the authenticator cannot be loaded.
  const mobile = bound.data?.mobile;
  if (bound.isPending || status.isPending || own.isLoading)
    return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const { enrolled = false, required = false } = status.data ?? {};
  if (required && !enrolled) return <EnrolAuthenticator onProof={onProof} />;

  const authenticator = (
    <AuthenticatorCodeForm
      label={t('security.byAuthenticator')}
      hint={t('security.authenticatorHint')}
      submit={t('security.submit')}
      maxLength={32}
      send={async (code) => onProof(await call(checkAuthenticator, { body: { code } }, { quiet: true }))}
    />
  );
  const password = (
    <PasswordForm
      label={t('security.byPassword')}
      account={user.login_name}
      send={async (digest) => onProof(await call(checkPassword, { body: { password: digest } }, { quiet: true }))}
    />
  );
  if (required) return authenticator;
  const hasPasskey = own.data?.items.some(({ is_here }) => is_here) ?? false;
  if (mobile === undefined && !enrolled && !hasPasskey) return password;
  const sms = mobile !== undefined && <SmsForm mobile={mobile} userId={user.user_id} onProof={onProof} />;
  return (
    <Tabs
      centered
      className={styles.tabs}
      destroyOnHidden
      items={[
        ...(hasPasskey
          ? [{ key: 'passkey', label: t('passkey.byPasskey'), children: <PasskeyProof onProof={onProof} /> }]
          : []),
        ...(enrolled ? [{ key: 'authenticator', label: t('security.byAuthenticator'), children: authenticator }] : []),
        ...(sms ? [{ key: 'sms', label: t('security.bySms'), children: sms }] : []),
        { key: 'password', label: t('security.byPassword'), children: password },
      ]}
    />
  );
}
