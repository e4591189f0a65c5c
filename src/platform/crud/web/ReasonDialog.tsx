import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_MAX, REASON_MIN } from '../../contract/common.ts';
import { failureOf } from '../../ui/web/failure.ts';
import { useProofGate } from '../../ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../ui/web/VerificationPanel.tsx';
import { Sheet } from './Sheet.tsx';
import { useOnce } from './use-once.ts';
import styles from './reason.module.css';

interface Props {
  open: boolean;
  title: string;
  about: string;
  verb: string;
  danger?: boolean;
  /** An example of a reason. */
  hint?: string;
  /** Whether the action is possible; if not, `children` explains why. */
  possible?: boolean;
  /** Rendered above the reason, after second-step verification. */
  children?: () => ReactNode;
  run: (reason: string) => Promise<unknown>;
  done: string;
  onClose: () => void;
}

/** An action on a student's data. It requires second-step verification and a reason, which is logged. */
export function ReasonDialog({
  open,
  title,
  about,
  verb,
  danger,
  hint,
  possible = true,
  children,
  run,
  done,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const { gate, onVerified } = useProofGate(open);
  const close = () => {
    onClose();
    running.reset();
    setReason('');
    setSubmitted(false);
  };
  const running = useMutation({
    mutationFn: run,
    onSuccess: () => {
      void message.success(done);
      close();
    },
  });
  const start = useOnce((text: string) => running.mutateAsync(text));
  const tooShort = reason.trim().length < REASON_MIN;
  const submit = () => {
    setSubmitted(true);
    if (!tooShort) start(reason.trim());
  };
  if (gate)
    return (
      <Sheet open small width={480} title={title} onClose={close}>
        <VerificationPanel onVerified={onVerified} onBack={close} />
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      title={title}
      width={560}
      onClose={close}
      act={possible ? { label: verb, danger, busy: running.isPending, form: id } : undefined}
    >
      <p className={styles.about}>{about}</p>
      {running.isError && (
        <Alert type="error" showIcon role="alert" className={styles.alert} message={failureOf(running.error).message} />
      )}
      {open && children?.()}
      {possible && (
        <Form id={id} layout="vertical" onFinish={submit}>
          <Form.Item
            label={t('crud.reason')}
            required
            htmlFor={`${id}-reason`}
            validateStatus={submitted && tooShort ? 'error' : ''}
            help={submitted && tooShort ? t('crud.reasonNeeded', { n: REASON_MIN }) : undefined}
          >
            <Input
              id={`${id}-reason`}
              maxLength={REASON_MAX}
              placeholder={hint ?? t('crud.reasonHint')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Sheet>
  );
}
