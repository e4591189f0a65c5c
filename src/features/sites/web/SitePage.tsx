import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { indexConfig } from '../../../platform/session/contract.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { SiteForm } from './SiteForm.tsx';
import { siteSetting } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';

provideTexts({ siteSetting });

/** /site-setting/index: name, logo, colour, address and welcome text of the portal of the organisation. */
export function SitePage() {
  const { t } = useTranslation();
  const config = useQuery({
    queryKey: ['site-setting'],
    queryFn: ({ signal }) => call(indexConfig, { query: {} }, { signal, quiet: true }),
    refetchOnWindowFocus: false,
  });
  return (
    <div className={page.page}>
      <PageTitle title={t('page.site.title')} about={t('siteSetting.about')} />
      {config.isPending ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : config.data === undefined ? (
        <FailedState error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <SiteForm key={config.dataUpdatedAt} config={config.data} onSaved={() => void config.refetch()} />
      )}
    </div>
  );
}
