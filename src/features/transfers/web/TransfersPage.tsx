import { useQuery } from '@tanstack/react-query';
import { Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { receivedList } from '../contract.ts';
import { ReceivedPackages } from './ReceivedPackages.tsx';
import { SentPackages } from './SentPackages.tsx';
import { transfers } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';

provideTexts({ transfers });

const SIZE = 10;

/** /transfers: packages that came in and that were sent. */
export function TransfersPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const maySend = useMay('transfer/send', 'open');
  const [shown, setShown] = useState(1);
  const tab = maySend && search.get('tab') === 'sent' ? 'sent' : 'received';
  const received = useQuery({
    queryKey: ['transfers', 'received', shown],
    queryFn: ({ signal }) => call(receivedList, { query: { page: shown, size: SIZE } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const waiting = received.data?.waiting ?? 0;
  const items = [
    {
      key: 'received',
      label: waiting > 0 ? t('transfers.tabs.receivedCount', { count: waiting }) : t('transfers.tabs.received'),
      children: <ReceivedPackages received={received} page={shown} size={SIZE} onPage={setShown} />,
    },
    ...(maySend ? [{ key: 'sent', label: t('transfers.tabs.sent'), children: <SentPackages /> }] : []),
  ];
  return (
    <div className={page.page}>
      <PageTitle title={t('page.transfers.title')} about={t('transfers.about')} />
      <Tabs
        activeKey={tab}
        onChange={(next) => setSearch(next === 'sent' ? { tab: 'sent' } : {})}
        destroyOnHidden
        items={items}
      />
    </div>
  );
}
