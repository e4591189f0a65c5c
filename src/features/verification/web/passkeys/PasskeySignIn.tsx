import { KeyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { startSession } from '../../../../platform/session/web/sign-in.ts';
import { DoorAlert } from '../../../../platform/ui/web/door/DoorTexts.tsx';
import { signInByPasskey, signInChallenge } from '../../passkey-contract.ts';
import { passkey } from '../texts.zh.ts';
import { loadCeremony, type Ceremony } from './load-ceremony.ts';
import { canUsePasskeys } from './support.ts';
import styles from './passkeys.module.css';

provideTexts({ passkey });

/** Signs in with a passkey. Nothing where the page or the browser knows none. */
export function PasskeySignIn() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const running = useRef(false);
  if (!canUsePasskeys()) return null;
  const signIn = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(undefined);
    let ceremony: Ceremony | undefined;
    try {
      ceremony = await loadCeremony();
      const { attempt, ...challenge } = await call(signInChallenge, {}, { quiet: true });
      const credential = await ceremony.authenticate(challenge);
      await startSession(await call(signInByPasskey, { body: { attempt, credential } }, { quiet: true }), 'passkey');
    } catch (error) {
      setFailure(ceremony?.stopOf(error) ? t('passkey.stopped') : displayOf(error).text || t('passkey.failed'));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <section className={styles.signIn} aria-label={t('passkey.signIn')}>
      {failure !== undefined && <DoorAlert>{failure}</DoorAlert>}
      <Button size="large" block icon={<KeyOutlined />} loading={busy} onClick={() => void signIn()}>
        {t('passkey.signIn')}
      </Button>
    </section>
  );
}
