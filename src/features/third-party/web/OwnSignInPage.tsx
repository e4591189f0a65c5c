import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { ownProviders, type OwnProvider } from '../own-contract.ts';
import { SSO, WWORK } from './provider-kinds.ts';
import { ProviderCard } from './ProviderCard.tsx';
import { SuiteCard } from './SuiteCard.tsx';
import { ownSignIn, third } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './own-sign-in.module.css';

provideTexts({ ownSignIn, third });

const KEY = ['own-sign-in'];

/** /security-setting/sign-in: the providers of the organisation's own. */
export function OwnSignInPage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(ownProviders, {}, { signal, quiet: true }),
  });
  const locked = !useMay('security-setting', 'update');
  const savedOf = (kind: OwnProvider['kind']) => data?.items.find((one) => one.kind === kind);
  const changed = () => void client.invalidateQueries({ queryKey: KEY });
  const suite = savedOf('wwork_suite');
  return (
    <div className={page.page}>
      <PageTitle title={t('page.ownSignIn.title')} about={t('ownSignIn.about')} />
      {isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {!isPending && data === undefined && <FailedState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <div className={styles.column}>
          {[SSO, WWORK].map((kind) => {
            const saved = savedOf(kind.kind);
            return (
              <ProviderCard
                key={`${kind.kind} ${saved?.updated_at ?? ''}`}
                kind={kind}
                saved={saved}
                claimable={data.claimable.map(({ role_id }) => role_id)}
                locked={locked}
                onChanged={changed}
              />
            );
          })}
          {(data.suite_id !== '' || suite) && (
            <SuiteCard
              suiteId={data.suite_id}
              saved={suite}
              hasOwnApp={savedOf('wwork')?.enabled === true}
              locked={locked}
              onChanged={changed}
            />
          )}
        </div>
      )}
    </div>
  );
}
