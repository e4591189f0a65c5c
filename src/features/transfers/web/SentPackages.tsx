import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { sent, withdraw, type Sent } from '../contract.ts';
import { StateTag } from './StateTag.tsx';
import styles from './transfers.module.css';

const SIZE = 10;

function Package({ item, onWithdraw }: { item: Sent; onWithdraw: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { child_id, child_name, to_name, state, parts, basis, sent_by_name, sent_at, expires_at, answered_at } = item;
  const times = [
    t('transfers.sentBy', { name: sent_by_name, at: dateText(sent_at) }),
    ...(state === 'waiting' && expires_at !== undefined
      ? [t('transfers.expiresAt', { at: dateText(expires_at) })]
      : []),
    ...(answered_at === undefined ? [] : [t('transfers.answeredAt', { at: dateText(answered_at) })]),
  ];
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <Link to={`/student/archive?child_id=${child_id}`}>
          <strong>{child_name}</strong>
        </Link>
        <span>{t('transfers.to', { name: to_name })}</span>
        <StateTag state={state} />
      </div>
      <p className={styles.quiet}>
        {t('transfers.parts', { parts: parts.map((part) => t(`transfers.part.${part}`)).join(t('transfers.between')) })}
      </p>
      <p className={styles.quiet}>{t('transfers.basis', { text: basis })}</p>
      <p className={styles.quiet}>{times.join('　')}</p>
      {item.answer !== undefined && <p className={styles.quiet}>{t('transfers.answer', { text: item.answer })}</p>}
      {state === 'waiting' && onWithdraw && <Button onClick={onWithdraw}>{t('transfers.withdraw')}</Button>}
    </li>
  );
}

/** What the school has handed over, the latest first. */
export function SentPackages() {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const client = useQueryClient();
  const mayWithdraw = useMay('transfer/send', 'withdraw');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['transfers', 'sent', page],
    queryFn: ({ signal }) => call(sent, { query: { page, size: SIZE } }, { signal, quiet: true }),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const withdrawing = useMutation({
    mutationFn: (id: string) => call(withdraw, { params: { id } }, { quiet: true }),
    onSuccess: () => void message.success(t('transfers.withdrawn')),
    onError: (refusal) => void message.error(failureOf(refusal).message),
    onSettled: () => client.invalidateQueries({ queryKey: ['transfers'] }),
  });
  const ask = ({ transfer_id, child_name, to_name }: Sent) =>
    void modal.confirm({
      title: t('transfers.withdrawTitle'),
      content: t('transfers.withdrawText', { name: child_name, to: to_name }),
      okText: t('transfers.withdraw'),
      okButtonProps: { danger: true },
      onOk: () => withdrawing.mutateAsync(transfer_id).catch(() => undefined),
    });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 5 }} />;
  return (
    <div className={styles.stack}>
      {data.items.length === 0 ? (
        <Empty description={t('transfers.sentNone')} />
      ) : (
        <ul className={styles.list}>
          {data.items.map((item) => (
            <Package key={item.transfer_id} item={item} onWithdraw={mayWithdraw ? () => ask(item) : undefined} />
          ))}
        </ul>
      )}
      {data.total > SIZE && <Pages current={page} pageSize={SIZE} total={data.total} onChange={setPage} />}
    </div>
  );
}
