import { Alert, Button, QRCode } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { enrolAuthenticator, proposeAuthenticator } from '../contract.ts';
import { AuthenticatorCodeForm } from './AuthenticatorCodeForm.tsx';
import type { OnProof } from './on-proof.ts';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './security.module.css';

type Stage =
  | { at: 'password' }
  | { at: 'scan'; proposal: DataOf<typeof proposeAuthenticator> }
  | { at: 'codes'; enrolled: DataOf<typeof enrolAuthenticator> };

/**
 * Enrols an authenticator app: the password, the picture to scan with the first code, and the recovery codes, which are
 * shown once. The first code is a proof too.
 */
export function EnrolAuthenticator({ onProof }: { onProof: OnProof }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const [stage, setStage] = useState<Stage>({ at: 'password' });
  if (stage.at === 'password')
    return (
      <>
        <p className={styles.step}>{t('security.enrolPassword')}</p>
        <PasswordForm
          label={t('security.enrol')}
          account={user.login_name}
          send={async (password) => {
            const proposal = await call(proposeAuthenticator, { body: { password } }, { quiet: true });
            setStage({ at: 'scan', proposal });
          }}
        />
      </>
    );
  if (stage.at === 'scan')
    return (
      <>
        <p className={styles.step}>{t('security.enrolScan')}</p>
        <div className={styles.scan}>
          <QRCode value={stage.proposal.uri} size={180} color="#000000" bgColor="#ffffff" />
        </div>
        <p className={styles.step}>
          {t('security.enrolType')}{' '}
          <code className={styles.secret}>{stage.proposal.secret.replaceAll(/(.{4})/g, '$1 ')}</code>
        </p>
        <AuthenticatorCodeForm
          label={t('security.enrol')}
          hint={t('security.enrolCode')}
          submit={t('security.enrolSubmit')}
          maxLength={6}
          send={async (code) => {
            const enrolled = await call(enrolAuthenticator, { body: { code } }, { quiet: true });
            setStage({ at: 'codes', enrolled });
          }}
        />
      </>
    );
  const { recovery_codes: codes, ...proof } = stage.enrolled;
  return (
    <>
      <Alert type="success" showIcon message={t('security.enrolled')} description={t('security.recoveryAbout')} />
      <ul className={styles.codes} aria-label={t('security.recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button type="primary" size="large" block onClick={() => onProof(proof)}>
        {t('security.recoveryKept')}
      </Button>
    </>
  );
}
