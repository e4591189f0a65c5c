import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { exportPersonalReport, personalReport, type Report } from '../contract.ts';
import { Closing } from './Closing.tsx';
import { CriticalAnswers } from './CriticalAnswers.tsx';
import { ReplacedResults } from './ReplacedResults.tsx';
import { ReportHead } from './ReportHead.tsx';
import { ScaleSection } from './ScaleSection.tsx';
import { personalReport as texts } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './report.module.css';

provideTexts({ personalReport: texts });

/** Buttons for the file and the printer. */
function Acts({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const exporting = useMutation({
    mutationFn: () => call(exportPersonalReport, { query: { child_exam_id: report.child_exam_id } }, { quiet: true }),
    onSuccess: (file) => {
      saveFile(file, 'report.pdf');
      void message.success(t('personalReport.exported'));
    },
    onError: (error) => void message.error(t('personalReport.exportFailed', { reason: failureOf(error).message })),
  });
  const exportOnce = useOnce(() => exporting.mutateAsync());
  if (report.state !== 'ready') return null;
  return (
    <Space className={styles.acts}>
      <Button onClick={() => window.print()}>{t('personalReport.print')}</Button>
      {report.may_export && (
        <Button type="primary" loading={exporting.isPending} onClick={() => exportOnce()}>
          {t('personalReport.export')}
        </Button>
      )}
    </Space>
  );
}

function Content({ report }: { report: Report }) {
  const { t } = useTranslation();
  return (
    <>
      <ReportHead report={report} />
      {report.state !== 'ready' && <Alert type="info" showIcon message={t(`personalReport.${report.state}`)} />}
      <CriticalAnswers items={report.critical} />
      {report.scales.map((scale) => (
        <ScaleSection key={scale.scale_id} scale={scale} />
      ))}
      {report.replaced && <ReplacedResults results={report.replaced} />}
      <Closing reader={report.reader} />
    </>
  );
}

function Report({ title, about }: { title: string; about?: string }) {
  const { child_exam_id: id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['personal-report', id],
    queryFn: ({ signal }) => call(personalReport, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <div className={`${page.page} ${styles.report}`}>
      <PageTitle title={title} about={about} acts={data && <Acts report={data} />} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Content report={data} />
      )}
    </div>
  );
}

/** /exam/personal-report/show/{exam_id}/{child_exam_id}: the report of one student's sheet, for staff. */
export function ReportPage() {
  const { t } = useTranslation();
  return <Report title={t('page.report.title')} about={t('personalReport.noDiagnosisShort')} />;
}

/** /my/report/{child_exam_id}: the version of the student or the guardian. */
export function OwnReportPage() {
  const { t } = useTranslation();
  return <Report title={t('page.ownReport.title')} />;
}
