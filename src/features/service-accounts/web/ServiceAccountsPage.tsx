import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { serviceAccounts, type ServiceAccount } from '../contract.ts';
import { AccountCard } from './AccountCard.tsx';
import { RevokeDialog, RotateDialog } from './ActDialogs.tsx';
import { ACCOUNTS_KEY, CreateDialog } from './CreateDialog.tsx';
import { serviceAccount } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './service-accounts.module.css';

provideTexts({ serviceAccount });

/** /service-account: accounts of systems, their rights and secrets. */
export function ServiceAccountsPage() {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const [rotating, setRotating] = useState<ServiceAccount>();
  const [revoking, setRevoking] = useState<ServiceAccount>();
  const accounts = useQuery({
    queryKey: ACCOUNTS_KEY,
    queryFn: ({ signal }) => call(serviceAccounts, {}, { signal, quiet: true }),
    refetchOnMount: 'always',
  });
  const { data } = accounts;
  const create = (
    <Button type="primary" onClick={() => setCreating(true)}>
      {t('serviceAccount.create')}
    </Button>
  );
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.serviceAccounts.title')}
        about={t('serviceAccount.about')}
        acts={data && data.total > 0 && create}
      />
      {accounts.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
      {data === undefined && accounts.isError && (
        <FailedState error={accounts.error} onRetry={() => void accounts.refetch()} />
      )}
      {data?.total === 0 && (
        <Empty
          description={
            <>
              <p className={styles.strong}>{t('serviceAccount.none')}</p>
              <p className={styles.text}>{t('serviceAccount.noneHint')}</p>
            </>
          }
        >
          {create}
        </Empty>
      )}
      <ul className={styles.list}>
        {data?.items.map((account) => (
          <AccountCard
            key={account.service_id}
            account={account}
            onRotate={() => setRotating(account)}
            onRevoke={() => setRevoking(account)}
          />
        ))}
      </ul>
      <CreateDialog open={creating} grantable={data?.grantable ?? []} onClose={() => setCreating(false)} />
      <RotateDialog account={rotating} onClose={() => setRotating(undefined)} />
      <RevokeDialog account={revoking} onClose={() => setRevoking(undefined)} />
    </div>
  );
}
