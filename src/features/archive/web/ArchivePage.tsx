import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Facts } from '../../../platform/crud/web/show/Facts.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { Notice } from '../../../platform/ui/web/Notice.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { Sprout } from '../../../platform/ui/web/pictures.tsx';
import { isLevel } from '../../crisis/public.ts';
import { openCrisisReport } from '../../crisis/web/public.ts';
import { ChildExams } from '../../screening/web/public.ts';
import { isAtSchool } from '../../students/public.ts';
import { studentArchive } from '../contract.ts';
import { Cases, Records, Warns } from './ArchiveSections.tsx';
import { archive as texts } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './archive.module.css';

provideTexts({ archive: texts });

/** /student/archive?child_id=…: the archive of a student, limited to what the role may read. */
export function ArchivePage() {
  const { t } = useTranslation();
  const mayList = useMay('org-manage/student', 'open');
  const mayReportCrisis = useMay('crisis-report', 'report');
  const mayComment = useMay('student/comment', 'open');
  const entity = useEntity('student');
  const [search] = useSearchParams();
  const id = search.get('child_id') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['student-archive', id],
    queryFn: ({ signal }) => call(studentArchive, { params: { id } }, { signal, quiet: true }),
    enabled: id !== '',
    gcTime: 0,
  });
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
          mayReport && (
            <Button danger onClick={() => openCrisisReport({ student: { child_id: id, child_name: name } })}>
              {t('archive.report')}
            </Button>
          )
        }
      />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined || student === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          <section className={styles.card} aria-labelledby="archive-of">
            <h2 id="archive-of" className={styles.name}>
              {name}
              {isLevel(data.crisis_level) && <CrisisLevelTag level={data.crisis_level} />}
            </h2>
            {entity && <Facts entity={entity} row={student} />}
            {mayComment && <Link to={`/student/comment/${id}/current`}>{t('archive.comment')}</Link>}
          </section>
          {data.cases && <Cases cases={data.cases} />}
          {data.warns && <Warns warns={data.warns} onDone={() => void refetch()} />}
          {data.records && <Records records={data.records} />}
          <Suspense>
            <ChildExams childId={id} />
          </Suspense>
        </>
      )}
    </div>
  );
}
