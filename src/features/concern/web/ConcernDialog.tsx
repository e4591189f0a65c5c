import { useMutation } from '@tanstack/react-query';
import { Alert, App, Form, Input, Radio } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { CONCERN_LEVEL } from '../../../platform/schema/generated/enums.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { CONCERN_REASON_MAX, setConcern, type Concern } from '../contract.ts';
import styles from './concern.module.css';

interface Props {
  open: boolean;
  childId: string;
  name: string;
  /** The level in force, as the user has seen it. */
  current: Concern | undefined;
  onClose: () => void;
  /** Called after every attempt to save, because the level may have changed. */
  onDone: () => void;
}

/** Sets the concern level of a student, with a reason. */
export function ConcernDialog({ open, childId, name, current, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const [level, setLevel] = useState<number>();
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const saving = useMutation({
    mutationFn: (chosen: number) =>
      call(
        setConcern,
        {
          params: { id: childId },
          body: { level: chosen, reason: reason.trim(), ...(current && { seen: current.concern_id }) },
        },
        { quiet: true },
      ),
    onSuccess: () => {
      void message.success(t('concern.saved'));
      close();
    },
    onSettled: onDone,
  });
  const close = () => {
    onClose();
    saving.reset();
    setLevel(undefined);
    setReason('');
    setSubmitted(false);
  };
  const save = useOnce((chosen: number) => saving.mutateAsync(chosen));
  const noReason = reason.trim() === '';
  const submit = () => {
    setSubmitted(true);
    if (level !== undefined && !noReason) save(level);
  };
  const help = (isWrong: boolean, text: string) =>
    submitted && isWrong ? { validateStatus: 'error' as const, help: text } : {};
  return (
    <Sheet
      open={open}
      width={560}
      title={t('concern.of', { name })}
      onClose={close}
      act={{ label: t('concern.save'), busy: saving.isPending, form: id }}
    >
      {saving.isError && (
        <Alert type="error" showIcon role="alert" className={styles.alert} message={failureOf(saving.error).message} />
      )}
      <Form id={id} layout="vertical" onFinish={submit}>
        <Form.Item label={t('concern.level')} required {...help(level === undefined, t('concern.levelRequired'))}>
          <Radio.Group
            aria-label={t('concern.level')}
            className={styles.levels}
            value={level}
            onChange={(event) => setLevel(Number(event.target.value))}
            options={CONCERN_LEVEL.map(({ value, label }) => ({ value, label }))}
          />
        </Form.Item>
        <Form.Item
          label={t('concern.reason')}
          htmlFor={`${id}-reason`}
          required
          extra={t('concern.about')}
          {...help(noReason, t('concern.reasonRequired'))}
        >
          <Input.TextArea
            id={`${id}-reason`}
            rows={4}
            maxLength={CONCERN_REASON_MAX}
            showCount
            placeholder={t('concern.reasonHint')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Sheet>
  );
}
