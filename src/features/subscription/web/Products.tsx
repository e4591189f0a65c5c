import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { labelOf } from '../../../platform/schema/labels.ts';
import { STATUS_TONES } from '../../../platform/session/web/service.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { dayText } from './day-text.ts';
import { useProducts } from './use-products.ts';
import styles from './ServicePage.module.css';

/** The applications of the organisation with status and expiry (`spec §3`, product status). */
export function Products() {
  const { t } = useTranslation();
  const { data, error, isPending, refetch } = useProducts();
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <ul className={styles.products}>
      {data.items.map(({ product_code, product_name, status, expire_at }) => (
        <li key={product_code} className={styles.product}>
          <span className={styles.product_name}>{product_name}</span>
          {expire_at !== undefined && (
            <span className={styles.until}>{t('stages.until', { day: dayText(expire_at) })}</span>
          )}
          <StatusTag tone={STATUS_TONES[status] ?? 'grey'}>{labelOf('product_status', status)}</StatusTag>
        </li>
      ))}
    </ul>
  );
}
