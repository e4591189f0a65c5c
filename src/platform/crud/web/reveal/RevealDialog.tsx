import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Form, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import { REASON_MAX, REASON_MIN, revealValue } from '../../../resources/contract/reveals.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { useProofGate } from '../../../ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../../ui/web/VerificationPanel.tsx';
import { Sheet } from '../Sheet.tsx';
import { useOnce } from '../use-once.ts';
import type { MaskedPlace } from './place.ts';
import styles from './reveal.module.css';

const REASONS = ['contact', 'check', 'crisis', 'paperwork'] as const;

interface Props {
  place: MaskedPlace;
  open: boolean;
  onClose: () => void;
  onValue: (value: string) => void;
}

/** Requests second-step verification if needed, and a reason. The server logs both before it answers. */
export function RevealDialog({ place: { title, ...place }, open, onClose, onValue }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { gate, onVerified } = useProofGate(open);
  const work = useMutation({
    mutationFn: (why: string) => call(revealValue, { body: { ...place, reason: why } }, { quiet: true }),
    onSuccess: ({ value }) => {
      onValue(value);
      close();
    },
  });
  const ask = useOnce((why: string) => work.mutateAsync(why));
  const close = () => {
    onClose();
    work.reset();
    setReason('');
    setTried(false);
  };
  const short = reason.trim().length < REASON_MIN;
  const submit = () => {
    setTried(true);
    if (!short) ask(reason.trim());
  };
  if (gate)
    return (
      <Sheet open small width={480} title={t('reveal.title', { title })} onClose={close}>
        <div className={styles.verify}>
          <VerificationPanel onVerified={onVerified} onBack={close} />
        </div>
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      small
      width={480}
      title={t('reveal.title', { title })}
      onClose={close}
      act={{ label: t('reveal.ask'), busy: work.isPending, form: formId }}
    >
      <Form id={formId} layout="vertical" onFinish={submit}>
        <p className={styles.about}>{t('reveal.about')}</p>
        {work.isError && (
          <Alert type="error" showIcon role="alert" className={styles.failed} message={failureOf(work.error).message} />
        )}
        <Form.Item
          label={t('reveal.reason')}
          required
          htmlFor={`${formId}-reason`}
          validateStatus={tried && short ? 'error' : ''}
          help={tried && short ? t('reveal.reasonNeeded', { n: REASON_MIN }) : undefined}
        >
          <Input
            id={`${formId}-reason`}
            autoFocus
            maxLength={REASON_MAX}
            placeholder={t('reveal.reasonHint')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <span className={styles.presets}>
            {REASONS.map((key) => (
              <Button key={key} size="small" onClick={() => setReason(t(`reveal.reasons.${key}`))}>
                {t(`reveal.reasons.${key}`)}
              </Button>
            ))}
          </span>
        </Form.Item>
      </Form>
    </Sheet>
  );
}
