import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { ExamHeader } from './ExamHeader.tsx';
import { Preview } from './Preview.tsx';
import { Progress } from './Progress.tsx';
import { exams, recalculation } from './texts.zh.ts';
import { useExam } from './use-exam.ts';
import page from '../../../../platform/crud/web/page.module.css';

provideTexts({ exams, recalculation });

/** /exam/{exam_id}: one screening. A draft is checked and published here; later the page shows how far it is. */
export function ExamPage() {
  const { t } = useTranslation();
  const { exam_id: id = '' } = useParams();
  const { exam, error, refetch } = useExam(id);
  return (
    <div className={page.page}>
      <PageTitle title={t('page.exam.title')} />
      {error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : exam === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <ExamHeader exam={exam} onChanged={refetch} />
          {exam.status === 'draft' ? (
            <Preview exam={exam} onPublished={refetch} />
          ) : (
            <Progress examId={id} title={t('page.examProgress.title')} />
          )}
        </>
      )}
    </div>
  );
}
