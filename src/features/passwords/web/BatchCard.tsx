import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { usePasswordCalls } from './password-calls.ts';
import { SkippedList } from './SkippedList.tsx';
import type { OpenBatch } from './use-batches.ts';
import styles from './passwords.module.css';

const TIMEOUT_MS = 120_000;

/** A batch in progress: passwords are generated, the sheet waits for download, or the receipt is not confirmed. */
export function BatchCard({ batch, onChange }: { batch: OpenBatch; onChange: () => Promise<void> }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { calls } = usePasswordCalls();
  const [confirming, setConfirming] = useState(false);
  const { batch_id: id, state, total, done, own, created_by, created_at, expires_at, skipped } = batch;
  const params = { params: { id } };

  const sheet = useMutation({
    mutationFn: () => call(calls.resetSheet, params, { quiet: true, timeout: TIMEOUT_MS }),
    onSuccess: (file) => {
      saveFile(file, `${t('passwords.fileName')}.xlsx`);
      setConfirming(false);
    },
    onSettled: onChange,
  });
  const received = useMutation({
    mutationFn: () => call(calls.sheetReceived, params, { quiet: true }),
    onSuccess: () => void message.success(t('passwords.finished')),
    onSettled: onChange,
  });
  const cancel = useMutation({
    mutationFn: () => call(calls.cancelReset, params, { quiet: true }),
    onSuccess: () => void message.success(t('passwords.cancelled')),
    onSettled: onChange,
  });
  const fetchSheet = useOnce(() => sheet.mutateAsync());
  const confirmReceipt = useOnce(() => received.mutateAsync());
  const cancelBatch = useOnce(() => cancel.mutateAsync());
  const failure = sheet.error ?? received.error ?? cancel.error;

  return (
    <section className={styles.card} aria-label={t(`passwords.states.${state}`)}>
      <h2 className={styles.heading}>{t(`passwords.states.${state}`)}</h2>
      <p className={styles.text}>
        {t('passwords.begun', {
          who: own ? t('passwords.you') : created_by,
          when: dateText(created_at),
          count: total,
        })}
      </p>
      {state === 'preparing' && (
        <div aria-live="polite">
          <Progress percent={Math.floor((done / Math.max(1, total)) * 100)} />
          <p className={styles.hint}>{t('passwords.preparing', { done, total })}</p>
        </div>
      )}
      {state === 'ready' && (
        <Alert
          type="info"
          showIcon
          message={t(own ? 'passwords.ready' : 'passwords.readyOther', { who: created_by })}
          description={expires_at && t('passwords.readyUntil', { when: dateText(expires_at) })}
        />
      )}
      {state === 'in_effect' && (
        <Alert
          type="warning"
          showIcon
          message={t(own ? 'passwords.inEffect' : 'passwords.inEffectOther', { who: created_by })}
          description={expires_at && t('passwords.inEffectUntil', { when: dateText(expires_at) })}
        />
      )}
      {state === 'failed' && <Alert type="error" showIcon message={t('passwords.failed')} />}
      {failure && <Alert type="error" showIcon role="alert" message={failureOf(failure).message} />}
      <div className={styles.acts}>
        {own && state === 'ready' && (
          <Button type="primary" onClick={() => setConfirming(true)}>
            {t('passwords.fetch')}
          </Button>
        )}
        {own && state === 'in_effect' && (
          <Button type="primary" loading={received.isPending} onClick={confirmReceipt}>
            {t('passwords.saved')}
          </Button>
        )}
        {own && state === 'in_effect' && (
          <Button loading={sheet.isPending} onClick={fetchSheet}>
            {t('passwords.fetchAgain')}
          </Button>
        )}
        {state !== 'in_effect' && (
          <Button loading={cancel.isPending} onClick={cancelBatch}>
            {t('passwords.cancel')}
          </Button>
        )}
      </div>
      <SkippedList skipped={skipped} />
      <Sheet
        open={confirming}
        small
        width={480}
        title={t('passwords.fetchAsk', { count: total })}
        onClose={() => setConfirming(false)}
        act={{ label: t('passwords.fetchVerb'), danger: true, busy: sheet.isPending, onClick: fetchSheet }}
      >
        <p>{t('passwords.fetchText', { count: total })}</p>
        {sheet.error && <Alert type="error" showIcon role="alert" message={failureOf(sheet.error).message} />}
      </Sheet>
    </section>
  );
}
