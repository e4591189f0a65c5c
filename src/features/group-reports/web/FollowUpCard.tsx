import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { usePageArrows } from '../../../platform/ui/web/use-page-arrows.ts';
import { examFollowUp, type FollowUp } from '../contract.ts';
import styles from './group-reports.module.css';

const PAGE_SIZE = 20;
type Student = NonNullable<FollowUp['items']>[number];

/** The students of a report to look after; nothing for a role that may not read warnings. */
export function FollowUpCard({ examId, place }: { examId: string; place: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const arrows = usePageArrows();
  const mayOpen = useMay('student/archive', 'open');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['exam-follow-up', examId, place, page],
    queryFn: ({ signal }) =>
      call(
        examFollowUp,
        { params: { id: examId }, query: { ...place, page, size: PAGE_SIZE } },
        { signal, quiet: true },
      ),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (data.items === undefined) return null;
  return (
    <section className={styles.card} aria-labelledby="follow-up">
      <h2 id="follow-up" className={styles.heading}>
        {t('groupReports.follow')}
      </h2>
      <p className={styles.quiet}>{t('groupReports.followAbout')}</p>
      <Table<Student>
        size="small"
        rowKey="child_id"
        dataSource={data.items}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('groupReports.noFollow') }}
        pagination={
          (data.total ?? 0) > PAGE_SIZE && {
            current: page,
            pageSize: PAGE_SIZE,
            total: data.total ?? 0,
            showSizeChanger: false,
            onChange: setPage,
            itemRender: arrows,
          }
        }
        columns={[
          {
            title: t('groupReports.student'),
            key: 'name',
            render: (_, { child_id, child_name }) =>
              mayOpen ? <Link to={`/student/archive?child_id=${child_id}`}>{child_name}</Link> : child_name,
          },
          { title: t('groupReports.class'), dataIndex: 'class_name' },
          {
            title: t('groupReports.state'),
            key: 'state',
            render: (_, { state, crisis_level }) =>
              crisis_level === undefined
                ? t(`groupReports.${state}`)
                : `${t(`groupReports.${state}`)} · ${labelOf('crisis_level', crisis_level)}`,
          },
        ]}
      />
    </section>
  );
}
