import { KeyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { checkPasskey, proofChallenge } from '../../passkey-contract.ts';
import type { OnProof } from '../on-proof.ts';
import { passkey } from '../texts.zh.ts';
import { loadCeremony, type Ceremony } from './load-ceremony.ts';
import styles from './passkeys.module.css';

provideTexts({ passkey });

/** Second-step verification by a passkey of the caller. */
export function PasskeyProof({ onProof }: { onProof: OnProof }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef(false);
  const verify = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    let ceremony: Ceremony | undefined;
    try {
      ceremony = await loadCeremony();
      const credential = await ceremony.authenticate(await call(proofChallenge, {}, { quiet: true }));
      onProof(await call(checkPasskey, { body: { credential } }, { quiet: true }));
    } catch (error) {
      setFailure(ceremony?.stopOf(error) ? t('passkey.stopped') : displayOf(error).text || t('passkey.failed'));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <div className={styles.proof}>
      <p>{t('passkey.proofAbout')}</p>
      {failure !== undefined && <Alert type="error" showIcon role="alert" message={failure} />}
      <Button type="primary" size="large" block icon={<KeyOutlined />} loading={busy} onClick={() => void verify()}>
        {t('passkey.verify')}
      </Button>
    </div>
  );
}
