import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { RowTable } from '../../../platform/ui/web/row-table/RowTable.tsx';
import { usePageArrows } from '../../../platform/ui/web/use-page-arrows.ts';
import { upcoming, type Upcoming as Row } from '../contract.ts';
import { Proven } from './Proven.tsx';

const SIZE = 20;

/** Students of whom something is due, or falls due soon. */
export const Upcoming = ({ days, onBack }: { days: number; onBack: () => void }) => (
  <Proven onBack={onBack}>{() => <UpcomingTable days={days} />}</Proven>
);

function UpcomingTable({ days }: { days: number }) {
  const { t } = useTranslation();
  const arrows = usePageArrows();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['retention', 'upcoming', page],
    queryFn: ({ signal }) => call(upcoming, { query: { page, size: SIZE } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (data.total === 0) return <Empty description={t('retention.upcomingNone', { days })} />;
  return (
    <RowTable<Row>
      rows={data.items}
      rowKey={({ child_id }) => child_id}
      minWidth={760}
      pagination={{
        current: page,
        pageSize: SIZE,
        total: data.total,
        onChange: setPage,
        showSizeChanger: false,
        hideOnSinglePage: true,
        itemRender: arrows,
      }}
      columns={[
        { key: 'name', title: t('retention.student'), width: 120, render: ({ child_name }) => child_name },
        { key: 'no', title: t('retention.no'), width: 140, render: ({ student_no }) => student_no },
        { key: 'left', title: t('retention.leftOn'), width: 120, render: ({ left_on }) => left_on },
        { key: 'due', title: t('retention.dueOn'), width: 120, render: ({ due_on }) => due_on },
        {
          key: 'contents',
          title: t('retention.contents'),
          render: ({ kinds }) => kinds.map((kind) => labelOf('retention_kind', kind)).join('、'),
        },
        { key: 'count', title: t('retention.count'), width: 90, align: 'right', render: ({ total }) => total },
        {
          key: 'why',
          title: t('retention.reason'),
          width: 160,
          render: ({ why }) => why.map((one) => labelOf('retention_blocker', one)).join('、'),
        },
      ]}
    />
  );
}
