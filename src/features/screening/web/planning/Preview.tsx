import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { examPreview, type ExamPreview } from '../../contract/exams.ts';
import { NumberList } from './NumberList.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import type { Exam } from './use-exam.ts';
import styles from './planning.module.css';

/** Students whom a publication would leave waiting, by name, so that the school can offer another way. */
function Lacking({ title, of }: { title: string; of: ExamPreview['without_consent'] }) {
  const { t } = useTranslation();
  if (of.total === 0) return null;
  return (
    <details>
      <summary>{`${title}${t('exams.people', { count: of.total })}`}</summary>
      <ul className={styles.plain}>
        {of.items.map(({ child_id: id, child_name: name, class_name: place }) => (
          <li key={id}>{place === undefined ? name : `${name}（${place}）`}</li>
        ))}
        {of.total > of.items.length && (
          <li className={styles.quiet}>{t('exams.andMore', { count: of.total - of.items.length })}</li>
        )}
      </ul>
    </details>
  );
}

/** What a publication would do, and what still keeps it from happening. */
export function Preview({ exam, onPublished }: { exam: Exam; onPublished: () => void }) {
  const { t } = useTranslation();
  const mayPublish = useMay('exam', 'publish');
  const [publishing, setPublishing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['exam-preview', exam.exam_id, exam],
    queryFn: ({ signal }) => call(examPreview, { params: { id: exam.exam_id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <section className={styles.card} aria-labelledby="exam-preview">
      <h2 id="exam-preview" className={styles.heading}>
        {t('exams.preview')}
      </h2>
      <NumberList
        numbers={[
          { label: t('exams.students'), value: t('exams.people', { count: data.students }) },
          { label: t('exams.classes'), value: t('exams.classCount', { count: data.classes }) },
          {
            label: t('exams.itemsAbout', { minutes: data.minutes }),
            value: t('exams.itemsOf', { count: data.item_count }),
          },
          {
            label: t('exams.expected', { duty: data.duty.length }),
            value: t('exams.expectedCount', { count: data.expected_critical }),
          },
        ]}
      />
      <p className={styles.quiet}>{t('exams.expectedHelp')}</p>
      <p>
        {data.duty.length === 0
          ? t('exams.noDuty')
          : t('exams.dutyOf', { names: data.duty.map(({ user_name: name }) => name).join('、') })}
      </p>
      <Lacking title={t('exams.withoutConsent')} of={data.without_consent} />
      <Lacking title={t('exams.withoutAccount')} of={data.without_account} />
      {data.consent_text !== undefined && (
        <details>
          <summary>{t('exams.consentText')}</summary>
          <p className={styles.consent}>{data.consent_text}</p>
        </details>
      )}
      {data.problems.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          message={t('exams.notYet')}
          description={
            <ul>
              {data.problems.map(({ field, message }) => (
                <li key={`${field} ${message}`}>{message}</li>
              ))}
            </ul>
          }
        />
      ) : (
        mayPublish && (
          <div>
            <Button type="primary" onClick={() => setPublishing(true)}>
              {t('exams.publish')}
            </Button>
          </div>
        )
      )}
      {publishing && (
        <PublishDialog
          exam={exam}
          preview={data}
          onClose={() => setPublishing(false)}
          onPublished={() => {
            setPublishing(false);
            onPublished();
          }}
        />
      )}
    </section>
  );
}
