import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { classComments, type ClassComments } from '../contract.ts';
import { CommentRow } from './CommentRow.tsx';
import { useSubmits } from './use-submits.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './class-comments.module.css';

/** /student/comments: the comments on the students of the class teacher's classes, and who has none yet. */
export function ClassCommentsPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['class-comments'],
    queryFn: ({ signal }) => call(classComments, { query: {} }, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.classComments.title')} about={t('comments.batch.about')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <Rows data={data} onChanged={() => void refetch()} />
      )}
    </div>
  );
}

function Rows({ data, onChanged }: { data: ClassComments; onChanged: () => void }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [search] = useSearchParams();
  const [onlyMissing, setOnlyMissing] = useState(search.get('missing') === '1');
  const { textOf, setText, busy, problemOf, submit } = useSubmits(data, onChanged);
  const drafts = data.items.filter((row) => !row.written && textOf(row).trim() !== '');
  const shown = onlyMissing ? data.items.filter(({ written }) => !written) : data.items;
  const count = { year: data.year_name, total: data.total, missing: data.missing };
  const submitAll = () =>
    confirm({
      title: t('comments.batch.submitAllTitle', { count: drafts.length }),
      content: t('comments.batch.submitAllText'),
      okText: t('comments.batch.submit'),
      onOk: () => submit(drafts),
    });
  if (data.total === 0) return <Empty description={t('comments.batch.none')} />;
  return (
    <section className={styles.card} aria-label={t('page.classComments.title')}>
      <div className={styles.bar}>
        <strong>{t(data.missing === 0 ? 'comments.batch.complete' : 'comments.batch.count', count)}</strong>
        <Checkbox checked={onlyMissing} onChange={({ target }) => setOnlyMissing(target.checked)}>
          {t('comments.batch.onlyMissing')}
        </Checkbox>
        <Button type="primary" disabled={drafts.length === 0 || busy.size > 0} onClick={submitAll}>
          {t('comments.batch.submitAll', { count: drafts.length })}
        </Button>
      </div>
      {shown.length === 0 && <Empty description={t('comments.batch.all')} />}
      <ul className={styles.rows}>
        {shown.map((row) => (
          <CommentRow
            key={row.child_id}
            row={row}
            year={data.year_id}
            busy={busy.has(row.child_id)}
            locked={busy.size > 0 && !busy.has(row.child_id)}
            problem={problemOf(row)}
            onText={(text) => setText(row, text)}
            onSubmit={() => submit([row])}
          />
        ))}
      </ul>
    </section>
  );
}
