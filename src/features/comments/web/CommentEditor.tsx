import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { ReasonEditor } from '../../../platform/media/web/ReasonEditor.tsx';
import { useUploads } from '../../../platform/media/web/use-uploads.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { writeComment, type ClassComment } from '../contract.ts';
import styles from './comment.module.css';

interface Props {
  data: ClassComment;
  onSaved: (comment: ClassComment) => void;
  onCancel: () => void;
}

/** Creates a comment, or edits the user's own comment. */
export function CommentEditor({ data: { child_id: id, year_id: year, comment }, onSaved, onCancel }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [text, setText] = useState(comment?.content ?? '');
  const [problem, setProblem] = useState<string>();
  const uploads = useUploads(comment?.attachments ?? [], (reason) => void message.error(reason));
  const { setDirty } = useLeaveGuard();
  const files = uploads.fileIds.join(' ');
  const savedFiles = comment?.attachments.map(({ file_id }) => file_id).join(' ') ?? '';
  const isDirty = text !== (comment?.content ?? '') || files !== savedFiles || uploads.sending;
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);

  const saving = useMutation({
    mutationFn: () =>
      call(
        writeComment,
        {
          params: { id, year },
          body: { content: text, file_ids: uploads.fileIds, ...(comment && { updated_at: comment.updated_at }) },
        },
        { quiet: true },
      ),
    onSuccess: (saved) => {
      setDirty(false);
      void message.success(t('comments.saved'));
      onSaved(saved);
    },
  });
  const save = useOnce(async () => {
    setProblem(text.trim() === '' ? t('comments.required') : undefined);
    if (text.trim() === '') return;
    if (uploads.sending) void message.warning(t('comments.stillSending'));
    else if (uploads.failed) void message.warning(t('comments.someFailed'));
    else await saving.mutateAsync();
  });
  const confirmCancel = () => {
    if (!isDirty) return onCancel();
    confirm({
      title: t('crud.leaveTitle'),
      content: t('crud.leaveText'),
      okText: t('crud.leave'),
      okButtonProps: { danger: true },
      cancelText: t('crud.stay'),
      autoFocusButton: 'cancel',
      onOk: onCancel,
    });
  };
  return (
    <>
      {saving.error && <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />}
      <ReasonEditor
        label={t('comments.content')}
        placeholder={t('comments.placeholder')}
        value={text}
        onChange={setText}
        uploads={uploads}
        problem={problem}
      />
      <footer className={styles.buttons}>
        <Button onClick={confirmCancel} disabled={saving.isPending}>
          {t('common.cancel')}
        </Button>
        <Button type="primary" loading={saving.isPending} onClick={save}>
          {t('comments.save')}
        </Button>
      </footer>
    </>
  );
}
