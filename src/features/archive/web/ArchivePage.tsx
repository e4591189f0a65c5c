import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { Notice } from '../../../platform/ui/web/Notice.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { Sprout } from '../../../platform/ui/web/pictures.tsx';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { openCrisisReport } from '../../crisis/web/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { studentArchive } from '../contract.ts';
import { ArchiveView } from './ArchiveView.tsx';
import { archive as texts } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './archive.module.css';

provideTexts({ archive: texts });

/** /student/archive?child_id=…: the archive of a student, limited to what the role may read. */
export function ArchivePage() {
  const { t } = useTranslation();
  const mayList = useMay('org-manage/student', 'open');
  const mayReportCrisis = useMay('crisis-report', 'report');
  const [search] = useSearchParams();
  const id = search.get('child_id') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['student-archive', id],
    queryFn: ({ signal }) => call(studentArchive, { params: { id } }, { signal, quiet: true }),
    enabled: id !== '',
    gcTime: 0,
  });
  const reload = useStable(() => void refetch());
  if (id === '') {
    return (
      <Notice
        picture={<Sprout />}
        title={t('archive.choose')}
        text={t('archive.chooseText')}
        acts={mayList && <Link to="/org-manage/student">{t('archive.toStudents')}</Link>}
      />
    );
  }
  const student = data?.student;
  const name = String(student?.['child_name'] ?? '');
  const mayReport = student !== undefined && mayReportCrisis && isAtSchool(Number(student['study_status']));
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.archive.title')}
        about={t('archive.about')}
        acts={
          <span className={styles.acts}>
            {data && <Button onClick={() => window.print()}>{t('archive.print')}</Button>}
            {mayReport && (
              <Button danger onClick={() => openCrisisReport({ student: { child_id: id, child_name: name } })}>
                {t('archive.report')}
              </Button>
            )}
          </span>
        }
      />
      {error ? (
        <FailedState error={error} onRetry={reload} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <ArchiveView archive={data} onDone={reload} />
      )}
    </div>
  );
}
