import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { CHILD_EXAMS_PAGE, childExams } from '../../contract/exams.ts';
import { exams } from './texts.zh.ts';
import styles from './planning.module.css';

provideTexts({ exams });

const STATUSES = ['waiting_consent', 'planned', 'open', 'submitted', 'scored', 'closed'] as const;
const statusOf = (status: string) => STATUSES.find((each) => each === status) ?? 'closed';

/** A student's screenings in the archive, with links to the results that the role may read. */
export function ChildExams({ childId }: { childId: string }) {
  const { t } = useTranslation();
  const mayRead = useMay('screening/result', 'open');
  const { data, error, refetch } = useQuery({
    queryKey: ['child-exams', childId],
    queryFn: ({ signal }) =>
      call(childExams, { params: { id: childId }, query: { size: CHILD_EXAMS_PAGE } }, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <section className={styles.card} aria-labelledby="archive-exams">
      <h2 id="archive-exams" className={styles.heading}>
        {t('exams.ofStudent')}
      </h2>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : data.total === 0 ? (
        <p className={styles.quiet}>{t('exams.noneOfStudent')}</p>
      ) : (
        <ul className={styles.plain}>
          {data.items.map((exam) => (
            <li key={exam.child_exam_id}>
              {exam.submitted_at !== undefined && mayRead ? (
                <Link to={`/exam/personal-report/show/${exam.exam_id}/${exam.child_exam_id}`}>{exam.exam_name}</Link>
              ) : (
                exam.exam_name
              )}{' '}
              <span className={styles.quiet}>
                {[
                  t(`exams.sheetStatus.${statusOf(exam.status)}`),
                  ...(exam.submitted_at === undefined ? [] : [dateText(exam.submitted_at)]),
                ].join('，')}
              </span>
            </li>
          ))}
          {data.total > data.items.length && (
            <li className={styles.quiet}>{t('exams.moreOfStudent', { count: data.total - data.items.length })}</li>
          )}
        </ul>
      )}
    </section>
  );
}
