import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { editLibraryCase, type LibraryCase } from '../contract.ts';
import { PART_MAX, PARTS, TITLE_MAX, type LibraryText } from '../rules/draft.ts';
import styles from './library.module.css';

interface Props {
  value: LibraryCase;
  onSaved: (saved: LibraryCase) => void;
  onCancel: () => void;
}

/** Edits the title and the parts of a draft. */
export function LibraryForm({ value, onSaved, onCancel }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const { library_id: id, version, title, background, process, outcome, lessons } = value;
  const [first] = useState<LibraryText>({ title, background, process, outcome, lessons });
  const [texts, setTexts] = useState(first);
  const { setDirty } = useLeaveGuard();
  const isDirty = (['title', ...PARTS] as const).some((field) => texts[field] !== first[field]);
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  const saving = useMutation({
    mutationFn: () => call(editLibraryCase, { params: { id }, body: { ...texts, version } }, { quiet: true }),
    onSuccess: (saved) => {
      setDirty(false);
      void message.success(t('caseLibrary.saved'));
      onSaved(saved);
    },
  });
  const save = useOnce(() => saving.mutateAsync());
  const leave = () => {
    if (!isDirty) return onCancel();
    confirm({
      title: t('crud.leaveTitle'),
      content: t('caseLibrary.leaveText'),
      okText: t('crud.leave'),
      okButtonProps: { danger: true },
      cancelText: t('crud.stay'),
      autoFocusButton: 'cancel',
      onOk: onCancel,
    });
  };
  const failure = saving.error ? failureOf(saving.error) : undefined;
  const change = (field: keyof LibraryText) => (text: string) => setTexts({ ...texts, [field]: text });
  return (
    <section className={styles.card}>
      {failure && <Alert type="error" showIcon role="alert" message={failure.message} />}
      <Form layout="vertical">
        <Form.Item label={t('caseLibrary.part.title')} htmlFor="library-title-field" required>
          <Input
            id="library-title-field"
            value={texts.title}
            maxLength={TITLE_MAX}
            onChange={({ target }) => change('title')(target.value)}
          />
        </Form.Item>
        {PARTS.map((part) => (
          <Form.Item key={part} label={t(`caseLibrary.part.${part}`)} htmlFor={`library-${part}-field`}>
            <Input.TextArea
              id={`library-${part}-field`}
              value={texts[part]}
              maxLength={PART_MAX}
              autoSize={{ minRows: 3, maxRows: 24 }}
              placeholder={part === 'lessons' ? t('caseLibrary.lessonsHint') : ''}
              onChange={({ target }) => change(part)(target.value)}
            />
          </Form.Item>
        ))}
      </Form>
      <footer className={styles.buttons}>
        <Button onClick={leave} disabled={saving.isPending}>
          {t('caseLibrary.cancel')}
        </Button>
        <Button type="primary" loading={saving.isPending} onClick={save}>
          {t('caseLibrary.save')}
        </Button>
      </footer>
    </section>
  );
}
