import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { useSchoolYears } from '../../academic-years/web/public.ts';
import { classComment, type ClassComment } from '../contract.ts';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentView } from './CommentView.tsx';
import page from '../../../platform/crud/web/page.module.css';
import styles from './comment.module.css';

const CURRENT = 'current';

/** /student/comment/{child_id}/{year}: the comment of the class teacher on a student for an academic year. */
export function CommentPage() {
  const { t } = useTranslation();
  const { child_id: id = '', year = '' } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [editing, setEditing] = useState('');
  const years = useSchoolYears();
  const key = ['class-comment', id, year];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(classComment, { params: { id, year } }, { signal, quiet: true }),
    enabled: year !== CURRENT,
    gcTime: 0,
    staleTime: Infinity,
  });
  const offered = years.data?.items ?? [];
  const current = offered.find(({ is_current }) => is_current) ?? offered[0];
  if (year === CURRENT && current) return <Navigate to={`/student/comment/${id}/${current.year_id}`} replace />;
  const failed = error ?? (year === CURRENT ? years.error : undefined);
  const showSaved = (comment: ClassComment) => {
    client.setQueryData(key, comment);
    setEditing('');
  };
  return (
    <div className={page.page}>
      <PageTitle title={t('page.comment.title')} about={t('comments.about')} />
      {failed ? (
        <FailedState error={failed} onRetry={() => void (error ? refetch() : years.refetch())} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <section className={styles.card} aria-labelledby="comment-of">
          <header className={styles.head}>
            <div>
              <h2 id="comment-of" className={styles.heading}>
                {t('comments.of', { name: data.child_name })}
              </h2>
              {data.class_name !== undefined && <p className={styles.quiet}>{data.class_name}</p>}
            </div>
            <Select
              aria-label={t('comments.year')}
              className={styles.year}
              value={year}
              onChange={(chosen: string) => void navigate(`/student/comment/${id}/${chosen}`)}
              options={offered.map(({ year_id, year_name, is_current }) => ({
                value: year_id,
                label: is_current ? t('crud.yearNow', { year: year_name }) : year_name,
              }))}
            />
          </header>
          {editing === year ? (
            <CommentEditor key={year} data={data} onSaved={showSaved} onCancel={() => setEditing('')} />
          ) : (
            <CommentView data={data} onEdit={() => setEditing(year)} />
          )}
        </section>
      )}
    </div>
  );
}
