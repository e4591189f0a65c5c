import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { STATUS_TONES } from '../../../platform/session/web/service.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { orgProducts } from '../contract.ts';
import { dayText } from './day-text.ts';
import styles from './ServicePage.module.css';

/** The applications of the organisation with status and expiry (`spec §3`, product status). */
export function Products() {
  const { t } = useTranslation();
  const {
    org: { org_id },
  } = useCurrentUser();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['products', org_id],
    queryFn: ({ signal }) => call(orgProducts, { params: { id: org_id } }, { signal, quiet: true }),
  });
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
