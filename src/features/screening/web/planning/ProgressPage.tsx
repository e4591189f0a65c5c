import { useQuery } from '@tanstack/react-query';
import { Progress as Bar, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { FailedState, NoData } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Pages } from '../../../../platform/ui/web/Pages.tsx';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { progressList } from '../../contract/progress.ts';
import { roomAddress } from './address.ts';
import { exams } from './texts.zh.ts';
import { toneOf } from './tones.ts';
import page from '../../../../platform/crud/web/page.module.css';
import styles from './planning.module.css';

provideTexts({ exams });

const PAGE_SIZE = 20;

/** /screening/progress: the screenings that concern the caller's classes, and how far these are. */
export function ProgressPage() {
  const { t } = useTranslation();
  const mayRoom = useMay('screening/room', 'open');
  const [search, setSearch] = useSearchParams();
  const current = Number(/^[1-9]\d{0,3}$/.exec(search.get('page') ?? '')?.[0] ?? 1);
  const { data, error, refetch } = useQuery({
    queryKey: ['screening-progress', current],
    queryFn: ({ signal }) => call(progressList, { query: { page: current, size: PAGE_SIZE } }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.progress.title')} about={t('page.progress.about')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : data.total === 0 ? (
        <NoData title={t('exams.screenings')} />
      ) : (
        <>
          {data.items.map((exam) => (
            <section key={exam.exam_id} className={styles.card} aria-labelledby={`exam-${exam.exam_id}`}>
              <h2 id={`exam-${exam.exam_id}`} className={styles.heading}>
                <Link to={`/screening/progress/${exam.exam_id}`}>{exam.exam_name}</Link>{' '}
                <StatusTag tone={toneOf(exam.status)}>{labelOf('exam_status', exam.status)}</StatusTag>
              </h2>
              <p className={styles.quiet}>
                {exam.starts_at !== undefined &&
                  exam.ends_at !== undefined &&
                  t('exams.window', { from: dateText(exam.starts_at), to: dateText(exam.ends_at) })}
              </p>
              <p>{t('exams.submittedOf', { count: exam.submitted, total: exam.total })}</p>
              <Bar
                percent={exam.total === 0 ? 0 : Math.floor((exam.submitted * 100) / exam.total)}
                aria-label={t('exams.rate')}
              />
              {mayRoom && <Link to={roomAddress(exam.exam_id)}>{t('exams.room.open')}</Link>}
            </section>
          ))}
          {data.total > PAGE_SIZE && (
            <Pages
              current={current}
              pageSize={PAGE_SIZE}
              total={data.total}
              onChange={(next) => setSearch(next === 1 ? {} : { page: String(next) })}
            />
          )}
        </>
      )}
    </div>
  );
}
