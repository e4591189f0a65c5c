import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { usePageArrows } from '../../../platform/ui/web/use-page-arrows.ts';
import { items, restore, type Item, type Run } from '../contract.ts';
import { ITEM } from '../rules.ts';
import styles from './retention.module.css';

const SIZE = 20;
const FILTERS = ['all', 'touched', 'untouched'] as const;

/** The students of a list; those in quarantine can be taken back. */
export function RunItems({ run }: { run: Run }) {
  const { t } = useTranslation();
  const arrows = usePageArrows();
  const client = useQueryClient();
  const mayRestore = useMay('retention/decide', 'restore');
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all');
  const [restoring, setRestoring] = useState<Item>();
  const shown = useLast(restoring);
  const { data, error, refetch } = useQuery({
    queryKey: ['retention', 'items', run.run_id, page, filter],
    queryFn: ({ signal }) =>
      call(
        items,
        {
          params: { id: run.run_id },
          query: { page, size: SIZE, ...(filter !== 'all' && { touched: filter === 'touched' }) },
        },
        { signal, quiet: true },
      ),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const nameOf = ({ child_name, child_id }: Item) => child_name ?? t('retention.erasedStudent', { id: child_id });
  return (
    <div className={styles.stack}>
      <Segmented<(typeof FILTERS)[number]>
        value={filter}
        onChange={(next) => {
          setFilter(next);
          setPage(1);
        }}
        options={FILTERS.map((value) => ({ value, label: t(`retention.filter.${value}`) }))}
      />
      <Table<Item>
        rowKey="child_id"
        size="small"
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
          { title: t('retention.student'), width: 130, render: (_, item) => nameOf(item) },
          { title: t('retention.no'), dataIndex: 'student_no', width: 140 },
          {
            title: t('retention.contents'),
            render: (_, { kinds }) => kinds.map((kind) => labelOf('retention_kind', kind)).join('、'),
          },
          { title: t('retention.count'), dataIndex: 'total', width: 90, align: 'right' },
          { title: t('retention.status'), width: 90, render: (_, { status }) => labelOf('erasure_item', status) },
          {
            title: t('retention.reason'),
            width: 170,
            render: (_, { why, held, status }) =>
              held && status === ITEM.quarantined
                ? t('retention.held1')
                : why.map((one) => labelOf('retention_blocker', one)).join('、'),
          },
          ...(mayRestore && run.quarantined > 0
            ? [
                {
                  key: 'act',
                  width: 80,
                  render: (_: unknown, item: Item) =>
                    item.status === ITEM.quarantined && (
                      <Button type="link" size="small" onClick={() => setRestoring(item)}>
                        {t('retention.restore')}
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      <ReasonDialog
        open={restoring !== undefined}
        title={t('retention.restoreTitle', { name: shown ? nameOf(shown) : '' })}
        about={t('retention.restoreAbout')}
        verb={t('retention.restore')}
        done={t('retention.restored')}
        run={async (reason) => {
          if (!shown) return;
          await call(
            restore,
            { params: { id: run.run_id }, body: { child_ids: [shown.child_id], reason } },
            { quiet: true },
          );
          await client.invalidateQueries({ queryKey: ['retention'] });
        }}
        onClose={() => setRestoring(undefined)}
      />
    </div>
  );
}
