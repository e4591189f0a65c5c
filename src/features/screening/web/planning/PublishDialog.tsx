import { useMutation } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { failureOf, isCancelled } from '../../../../platform/ui/web/failure.ts';
import { publishExam, type ExamPreview } from '../../contract/exams.ts';
import type { Exam } from './use-exam.ts';
import styles from './planning.module.css';

interface Props {
  exam: Exam;
  preview: ExamPreview;
  onClose: () => void;
  onPublished: () => void;
}

/** Publishes a plan after the person has seen how many students get a sheet, and from when. */
export function PublishDialog({ exam, preview, onClose, onPublished }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const publishing = useMutation({
    mutationFn: () => call(publishExam, { params: { id: exam.exam_id } }, { quiet: true }),
    onSuccess: ({ added }) => {
      void message.success(t('exams.published', { count: added }));
      onPublished();
    },
    gcTime: 0,
  });
  const publish = useOnce(() => publishing.mutateAsync());
  const failure = publishing.error && !isCancelled(publishing.error) ? failureOf(publishing.error) : undefined;
  return (
    <Sheet
      open
      title={t('exams.publishTitle', { name: exam.exam_name })}
      onClose={onClose}
      act={{
        label: t('exams.publishVerb', { count: preview.students }),
        busy: publishing.isPending,
        onClick: publish,
      }}
    >
      <div className={styles.form}>
        {failure && (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={failure.message}
            description={failure.details.map(({ message: text }) => text).join('；')}
          />
        )}
        <p>
          {t('exams.publishText', {
            count: preview.students,
            from: dateText(exam.starts_at ?? ''),
            to: dateText(exam.ends_at ?? ''),
          })}
        </p>
        {preview.without_consent.total > 0 && (
          <p>{t('exams.publishConsent', { count: preview.without_consent.total })}</p>
        )}
        <p className={styles.quiet}>{t('exams.publishFixed')}</p>
      </div>
    </Sheet>
  );
}
