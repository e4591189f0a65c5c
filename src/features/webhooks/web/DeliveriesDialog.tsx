import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Segmented, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { Pages } from '../../../platform/ui/web/Pages.tsx';
import { DELIVERY_STATES, replayDeliveries, testWebhook, type EventTitle, type Webhook } from '../contract.ts';
import { DeliveryRow } from './DeliveryRow.tsx';
import { WEBHOOKS_KEY } from './EditDialog.tsx';
import { PAGE, useDeliveries, type Filter } from './use-deliveries.ts';
import styles from './webhooks.module.css';

interface Props {
  /** The dialog is open while there is one. */
  hook: Webhook | undefined;
  /** Sends a test event when it opens. */
  test: boolean;
  offered: readonly EventTitle[];
  onClose: () => void;
}

const FILTERS: readonly Filter[] = ['all', ...DELIVERY_STATES];
const WIDTH = 760;

/** What was sent to an address; some or all of it can be sent again. */
export function DeliveriesDialog({ hook, test, offered, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const shown = useLast(hook);
  const [filter, setFilter] = useState<Filter>('all');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string>();
  const id = hook?.webhook_id;
  const { data, error, isFetching, refetch } = useDeliveries(id, filter, page);
  const attempt = async (work: () => Promise<string>) => {
    setFailure(undefined);
    try {
      void message.success(await work());
      setChosen(new Set());
    } catch (caught) {
      if (!isCancelled(caught)) setFailure(failureOf(caught).message);
    }
    await Promise.all([refetch(), client.invalidateQueries({ queryKey: WEBHOOKS_KEY })]);
  };
  const replay = useOnce((ids: readonly string[] | undefined) =>
    attempt(async () => {
      const body = ids ? { delivery_ids: [...ids] } : {};
      const { total } = await call(replayDeliveries, { params: { id: id ?? '' }, body }, { quiet: true });
      return total === 0 ? t('webhookDelivery.nothing') : t('webhookDelivery.queued', { count: total });
    }),
  );
  const sendTest = useOnce((to: string) =>
    attempt(async () => {
      await call(testWebhook, { params: { id: to } }, { quiet: true });
      return t('webhook.tested');
    }),
  );
  useEffect(() => {
    setFilter('all');
    setPage(1);
    setChosen(new Set());
    setFailure(undefined);
    if (test && id !== undefined) sendTest(id);
    // Only when another address opens.
  }, [id, test, sendTest]);
  const canSend = shown?.state !== 'paused';
  const toggle = (one: string) => {
    const next = new Set(chosen);
    if (!next.delete(one)) next.add(one);
    setChosen(next);
  };
  return (
    <Sheet
      open={hook !== undefined}
      width={WIDTH}
      title={t('webhook.deliveriesOf', { name: shown?.name ?? '' })}
      onClose={onClose}
    >
      <div className={styles.bar}>
        <Segmented<Filter>
          value={filter}
          onChange={(next) => {
            setFilter(next);
            setPage(1);
            setChosen(new Set());
          }}
          options={FILTERS.map((value) => ({
            value,
            label: value === 'all' ? t('webhookDelivery.all') : t(`webhookDelivery.states.${value}`),
          }))}
        />
        <Button onClick={() => void refetch()} loading={isFetching}>
          {t('webhookDelivery.refresh')}
        </Button>
      </div>
      {failure !== undefined && <Alert type="error" showIcon role="alert" message={failure} />}
      {canSend && (data?.total ?? 0) > 0 && (
        <div className={styles.bar}>
          <Button disabled={chosen.size === 0} onClick={() => replay([...chosen])}>
            {t('webhookDelivery.againChosen', { count: chosen.size })}
          </Button>
          <Button onClick={() => replay(undefined)}>{t('webhookDelivery.againAll')}</Button>
        </div>
      )}
      <p className={styles.text}>{t('webhookDelivery.kept')}</p>
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 4 }} />}
      {data?.items.length === 0 && <p role="status">{t('webhookDelivery.none')}</p>}
      <ul className={styles.deliveries}>
        {data?.items.map((one) => (
          <DeliveryRow
            key={one.delivery_id}
            delivery={one}
            offered={offered}
            isChosen={chosen.has(one.delivery_id)}
            onChoose={() => toggle(one.delivery_id)}
            onAgain={canSend ? () => replay([one.delivery_id]) : undefined}
          />
        ))}
      </ul>
      <Pages current={page} pageSize={PAGE} total={data?.total ?? 0} onChange={setPage} hideOnSinglePage size="small" />
    </Sheet>
  );
}
