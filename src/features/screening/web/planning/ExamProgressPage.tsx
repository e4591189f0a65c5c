import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { Progress } from './Progress.tsx';
import { exams } from './texts.zh.ts';
import page from '../../../../platform/crud/web/page.module.css';

provideTexts({ exams });

/** /screening/progress/{exam_id}: one screening in the classes of the caller's scope. */
export function ExamProgressPage() {
  const { t } = useTranslation();
  const { exam_id: id = '' } = useParams();
  const mayReport = useMay('screening/report', 'open');
  return (
    <div className={page.page}>
      <PageTitle title={t('page.examProgress.title')} />
      {mayReport && <Link to={`/exam/${id}/report`}>{t('exams.toReport')}</Link>}
      <Progress examId={id} />
    </div>
  );
}
