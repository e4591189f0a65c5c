import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { overview } from '../contract.ts';
import { QUARANTINE_DAYS } from '../rules.ts';
import { Holds } from './Holds.tsx';
import { Runs } from './Runs.tsx';
import { Terms } from './Terms.tsx';
import { retention } from './texts.zh.ts';
import { Upcoming } from './Upcoming.tsx';
import page from '../../../platform/crud/web/page.module.css';

provideTexts({ retention });

const TABS = ['terms', 'runs', 'upcoming', 'holds'] as const;
type Tab = (typeof TABS)[number];

/** /retention: terms, lists of what is erased, what falls due, and legal holds. */
export function RetentionPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const maySeeHolds = useMay('retention/hold', 'open');
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'terms';
  const { data, error, refetch } = useQuery({
    queryKey: ['retention', 'overview'],
    queryFn: ({ signal }) => call(overview, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  const open = (next: string) => setSearch(next === 'terms' ? {} : { tab: next });
  const toTerms = () => open('terms');
  const contents = (of: Tab) => {
    if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
    if (of === 'terms') return <Terms key={JSON.stringify(data.kinds)} overview={data} />;
    if (of === 'runs') return <Runs onBack={toTerms} />;
    return of === 'upcoming' ? <Upcoming days={data.upcoming_days} onBack={toTerms} /> : <Holds onBack={toTerms} />;
  };
  return (
    <div className={page.page}>
      <PageTitle title={t('page.retention.title')} about={t('retention.about', { days: QUARANTINE_DAYS })} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Tabs
          activeKey={tab}
          onChange={open}
          destroyOnHidden
          items={TABS.filter((one) => one !== 'holds' || maySeeHolds).map((key) => ({
            key,
            label: t(`retention.tabs.${key}`),
            children: contents(key),
          }))}
        />
      )}
    </div>
  );
}
