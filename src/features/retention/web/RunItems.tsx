import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { RowTable } from '../../../platform/ui/web/row-table/RowTable.tsx';
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
      <RowTable<Item>
        rows={data.items}
        rowKey={({ child_id }) => child_id}
        size="small"
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
          { key: 'name', title: t('retention.student'), width: 130, render: nameOf },
          { key: 'no', title: t('retention.no'), width: 140, render: ({ student_no }) => student_no },
          {
            key: 'contents',
            title: t('retention.contents'),
            render: ({ kinds }) => kinds.map((kind) => labelOf('retention_kind', kind)).join('、'),
          },
          { key: 'count', title: t('retention.count'), width: 90, align: 'right', render: ({ total }) => total },
          {
            key: 'status',
            title: t('retention.status'),
            width: 90,
            render: ({ status }) => labelOf('erasure_item', status),
          },
          {
            key: 'why',
            title: t('retention.reason'),
            width: 170,
            render: ({ why, held, status }) =>
              held && status === ITEM.quarantined
                ? t('retention.held1')
                : why.map((one) => labelOf('retention_blocker', one)).join('、'),
          },
          ...(mayRestore && run.quarantined > 0
            ? [
                {
                  key: 'act',
                  width: 80,
                  render: (item: Item) =>
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
