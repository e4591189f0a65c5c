import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import type { Received, receivedList } from '../contract.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { StateTag } from './StateTag.tsx';
import styles from './transfers.module.css';

interface Props {
  received: Pick<UseQueryResult<DataOf<typeof receivedList>>, 'data' | 'error' | 'refetch'>;
  page: number;
  size: number;
  onPage: (page: number) => void;
}

function Package({ item, onLook }: { item: Received; onLook: () => void }) {
  const { t } = useTranslation();
  const { from_name, state, parts, sent_at, expires_at, answered_at, child_id, child_name } = item;
  const times = [
    t('transfers.sentAt', { at: dateText(sent_at) }),
    ...(state === 'waiting' ? [t('transfers.expiresAt', { at: dateText(expires_at) })] : []),
    ...(answered_at === undefined ? [] : [t('transfers.answeredAt', { at: dateText(answered_at) })]),
  ];
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <strong>{t('transfers.from', { name: from_name })}</strong>
        <StateTag state={state} />
      </div>
      {child_id !== undefined && (
        <p className={styles.quiet}>
          {t('transfers.student')}
          <Link to={`/student/archive?child_id=${child_id}`}>{child_name}</Link>
        </p>
      )}
      <p className={styles.quiet}>
        {t('transfers.parts', { parts: parts.map((part) => t(`transfers.part.${part}`)).join(t('transfers.between')) })}
      </p>
      <p className={styles.quiet}>{times.join('　')}</p>
      {state === 'waiting' && (
        <Button type="primary" onClick={onLook}>
          {t('transfers.look')}
        </Button>
      )}
    </li>
  );
}

/** Packages that came in, the waiting ones first. */
export function ReceivedPackages({ received: { data, error, refetch }, page, size, onPage }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [looking, setLooking] = useState<Received>();
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 5 }} />;
  return (
    <div className={styles.stack}>
      {data.items.length === 0 ? (
        <Empty description={t('transfers.receivedNone')} />
      ) : (
        <ul className={styles.list}>
          {data.items.map((item) => (
            <Package key={item.transfer_id} item={item} onLook={() => setLooking(item)} />
          ))}
        </ul>
      )}
      {data.total > size && <Pages current={page} pageSize={size} total={data.total} onChange={onPage} />}
      <ReviewDialog
        received={looking}
        onClose={() => setLooking(undefined)}
        onDone={() => void client.invalidateQueries({ queryKey: ['transfers'] })}
      />
    </div>
  );
}
