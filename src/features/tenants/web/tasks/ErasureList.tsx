import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { erasure, type Erasure } from '../../contract/erasures.ts';
import { TABLE_TITLES } from '../../table-titles.ts';
import { usePageOfRows } from './use-page-of-rows.ts';
import styles from '../tenants.module.css';

provideTexts({ erasedTables: TABLE_TITLES });

const isTitled = (name: string): name is keyof typeof TABLE_TITLES => Object.hasOwn(TABLE_TITLES, name);

/** What an erasure of an organisation would delete now. */
export const useErasure = (orgId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['platform', 'erasure', orgId],
    queryFn: ({ signal }) => call(erasure, { params: { id: orgId } }, { signal, quiet: true }),
    enabled,
    gcTime: 0,
  });

/** The dry list: numbers, rows of each table, and what stands against the erasure. */
export function ErasureList({ found }: { found: ReturnType<typeof useErasure> }) {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = found;
  const pagination = usePageOfRows();
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active paragraph={{ rows: 4 }} title={false} />;
  return (
    <div className={styles.stack}>
      {data.hindrances.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={t('platform.tasks.hindered')}
          description={data.hindrances.map((one) => (
            <p key={one} className={styles.line}>
              {one}
            </p>
          ))}
        />
      )}
      <p className={styles.line}>
        {t('platform.tasks.wouldGo', {
          rows: data.rows,
          tables: data.tables.length,
          objects: data.objects,
          entries: data.log_seq,
        })}
      </p>
      <Table<Erasure['tables'][number]>
        rowKey="name"
        size="small"
        pagination={pagination}
        dataSource={data.tables}
        columns={[
          {
            title: t('platform.tasks.table'),
            dataIndex: 'title',
            render: (title: string, { name }) => (
              <>
                {isTitled(name) ? t(`erasedTables.${name}`) : title} <span className={styles.small}>{name}</span>
              </>
            ),
          },
          { title: t('platform.tasks.rows'), dataIndex: 'rows', width: 110, align: 'right' },
        ]}
      />
    </div>
  );
}
