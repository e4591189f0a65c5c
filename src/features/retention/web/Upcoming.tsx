import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
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
    <Table<Row>
      rowKey="child_id"
      size="middle"
      scroll={{ x: 760 }}
      dataSource={data.items}
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
        { title: t('retention.student'), dataIndex: 'child_name', width: 120 },
        { title: t('retention.no'), dataIndex: 'student_no', width: 140 },
        { title: t('retention.leftOn'), dataIndex: 'left_on', width: 120 },
        { title: t('retention.dueOn'), dataIndex: 'due_on', width: 120 },
        {
          title: t('retention.contents'),
          render: (_, { kinds }) => kinds.map((kind) => labelOf('retention_kind', kind)).join('、'),
        },
        { title: t('retention.count'), dataIndex: 'total', width: 90, align: 'right' },
        {
          title: t('retention.reason'),
          width: 160,
          render: (_, { why }) => why.map((one) => labelOf('retention_blocker', one)).join('、'),
        },
      ]}
    />
  );
}
