import { CheckCircleOutlined, CloudSyncOutlined, DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SaveFile } from './SaveFile.tsx';
import type { OwnAnswers } from './use-answers.ts';
import styles from './sheet.module.css';

interface Props {
  own: OwnAnswers;
  /** On a PC of the school, which may forget everything: what waits can be saved to a file. */
  inRoom: boolean;
  onTake: () => void;
  onRenew: () => void;
}

/** Where the answers are, calmly: with the server, or on this device until the network is back. */
export function SendStatus({ own: { state, durable, count, rescue }, inRoom, onTake, onRenew }: Props) {
  const { t } = useTranslation();
  const save = inRoom && count() > 0 ? <SaveFile content={rescue} /> : null;
  if (state === 'elsewhere' || state === 'signedOut' || state === 'ended') {
    const text = {
      elsewhere: t('sheet.elsewhere'),
      signedOut: t(durable ? 'sheet.signedOut' : 'sheet.signedOutKept'),
      ended: t('sheet.ended'),
    }[state];
    const verb = { elsewhere: t('sheet.goOnHere'), signedOut: t('sheet.signIn'), ended: t('sheet.look') }[state];
    return (
      <div className={styles.notice} role="alert">
        <p>{text}</p>
        <Button onClick={state === 'elsewhere' ? onTake : onRenew}>{verb}</Button>
        {save}
      </div>
    );
  }
  const waiting = state === 'waiting';
  return (
    <>
      <p className={styles.sending} data-waiting={waiting} role={waiting ? 'status' : undefined}>
        {state === 'saved' ? (
          <CheckCircleOutlined aria-hidden />
        ) : waiting ? (
          <DisconnectOutlined aria-hidden />
        ) : (
          <CloudSyncOutlined aria-hidden />
        )}
        {t(
          waiting
            ? durable
              ? 'sheet.waiting'
              : 'sheet.waitingHere'
            : state === 'saved'
              ? 'sheet.saved'
              : 'sheet.sending',
        )}
      </p>
      {!durable && <p className={styles.quiet}>{t('sheet.onlineOnly')}</p>}
      {waiting && save}
    </>
  );
}
