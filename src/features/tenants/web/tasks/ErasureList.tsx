import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { erasure } from '../../contract/erasures.ts';
import { RowsOfTables } from './RowsOfTables.tsx';
import styles from '../tenants.module.css';

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
          description={data.hindrances.map(({ kind, count }) => (
            <p key={kind} className={styles.line}>
              {t(`platform.tasks.hindrances.${kind}`, { count })}
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
      <RowsOfTables tables={data.tables} />
    </div>
  );
}
