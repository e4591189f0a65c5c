import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { webhooks, type Webhook } from '../contract.ts';
import { ActDialog, type Act } from './ActDialog.tsx';
import { DeliveriesDialog } from './DeliveriesDialog.tsx';
import { EditDialog, WEBHOOKS_KEY } from './EditDialog.tsx';
import { RotateDialog } from './RotateDialog.tsx';
import { webhook, webhookDelivery } from './texts.zh.ts';
import { WebhookCard, type CardAct } from './WebhookCard.tsx';
import page from '../../../platform/crud/web/page.module.css';
import styles from './webhooks.module.css';

provideTexts({ webhook, webhookDelivery });

type Open = { act: 'create' } | { act: CardAct; on: Webhook };
const CONFIRMED: readonly CardAct[] = ['pause', 'resume', 'remove'];

/** /webhook: the addresses of other systems, their events and what was sent to them. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Open>();
  const list = useQuery({
    queryKey: WEBHOOKS_KEY,
    queryFn: ({ signal }) => call(webhooks, {}, { signal, quiet: true }),
    refetchOnMount: 'always',
  });
  const { data } = list;
  const offered = data?.offered ?? [];
  const close = () => setOpen(undefined);
  const onFor = (...acts: CardAct[]) => (open && 'on' in open && acts.includes(open.act) ? open.on : undefined);
  const confirmed: Act | undefined = CONFIRMED.flatMap((act) => {
    const on = onFor(act);
    return on && (act === 'pause' || act === 'resume' || act === 'remove') ? [{ act, on }] : [];
  })[0];
  const create = (
    <Button type="primary" onClick={() => setOpen({ act: 'create' })}>
      {t('webhook.create')}
    </Button>
  );
  return (
    <div className={page.page}>
      <PageTitle title={t('page.webhooks.title')} about={t('webhook.about')} acts={data && data.total > 0 && create} />
      {list.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {data === undefined && list.isError && <FailedState error={list.error} onRetry={() => void list.refetch()} />}
      {data?.total === 0 && (
        <Empty
          description={
            <>
              <p className={styles.strong}>{t('webhook.none')}</p>
              <p className={styles.text}>{t('webhook.noneHint')}</p>
            </>
          }
        >
          {create}
        </Empty>
      )}
      <ul className={styles.list}>
        {data?.items.map((on) => (
          <WebhookCard key={on.webhook_id} hook={on} offered={offered} onAct={(act) => setOpen({ act, on })} />
        ))}
      </ul>
      <EditDialog
        open={open?.act === 'create' || open?.act === 'edit'}
        hook={onFor('edit')}
        offered={offered}
        onClose={close}
      />
      <RotateDialog hook={onFor('rotate')} onClose={close} />
      <ActDialog act={confirmed} onClose={close} />
      <DeliveriesDialog
        hook={onFor('deliveries', 'test')}
        test={open?.act === 'test'}
        offered={offered}
        onClose={close}
      />
    </div>
  );
}
