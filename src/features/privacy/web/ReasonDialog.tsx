import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input } from 'antd';
import { useId, useReducer, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { isVerified, verification } from '../../../platform/session/web/secondary.ts';
import { useStore } from '../../../platform/session/web/store.ts';
import { VerificationPanel } from '../../../platform/session/web/VerificationPanel.tsx';
import { RECORD_REASON_MAX, RECORD_REASON_MIN } from '../contract.ts';
import { privacy } from './texts.zh.ts';
import styles from './record.module.css';

provideTexts({ privacy });

interface Props {
  open: boolean;
  title: string;
  about: string;
  verb: string;
  danger?: boolean;
  /** Whether it can be done at all; what the dialog shows says why not. */
  possible?: boolean;
  /** Shown above the reason, to whoever has proved who they are. */
  children?: () => ReactNode;
  run: (reason: string) => Promise<unknown>;
  done: string;
  onClose: () => void;
}

/** An act on the whole record of a student: who it is and what for is asked first, and written down. */
export function ReasonDialog({
  open,
  title,
  about,
  verb,
  danger,
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
  const [tried, setTried] = useState(false);
  // The server may take a proof back while the dialog is open.
  useStore(verification);
  const [, look] = useReducer((n: number) => n + 1, 0);
  const close = () => {
    onClose();
    work.reset();
    setReason('');
    setTried(false);
  };
  const work = useMutation({
    mutationFn: run,
    onSuccess: () => {
      void message.success(done);
      close();
    },
  });
  const start = useOnce((why: string) => work.mutateAsync(why));
  const short = reason.trim().length < RECORD_REASON_MIN;
  const submit = () => {
    setTried(true);
    if (!short) start(reason.trim());
  };
  if (open && !isVerified())
    return (
      <Sheet open small width={480} title={title} onClose={close}>
        <VerificationPanel onVerified={look} onBack={close} />
      </Sheet>
    );
  return (
    <Sheet
      open={open}
      title={title}
      width={560}
      onClose={close}
      act={possible ? { label: verb, danger, busy: work.isPending, form: id } : undefined}
    >
      <p className={styles.about}>{about}</p>
      {work.isError && (
        <Alert type="error" showIcon role="alert" className={styles.alert} message={failureOf(work.error).message} />
      )}
      {open && children?.()}
      {possible && (
        <Form id={id} layout="vertical" onFinish={submit}>
          <Form.Item
            label={t('privacy.reason')}
            required
            htmlFor={`${id}-reason`}
            validateStatus={tried && short ? 'error' : ''}
            help={tried && short ? t('privacy.reasonNeeded', { n: RECORD_REASON_MIN }) : undefined}
          >
            <Input
              id={`${id}-reason`}
              maxLength={RECORD_REASON_MAX}
              placeholder={t('privacy.reasonHint')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Sheet>
  );
}
