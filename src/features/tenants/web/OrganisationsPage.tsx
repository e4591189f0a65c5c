import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { organisations } from '../contract/organisations.ts';
import { OrganisationTable } from './OrganisationTable.tsx';
import { Proven } from './Proven.tsx';
import { platform } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './tenants.module.css';

provideTexts({ platform });

export const ORGANISATIONS = ['platform', 'organisations'];

function All() {
  const { data, error, refetch, isPending } = useQuery({
    queryKey: ORGANISATIONS,
    queryFn: ({ signal }) => call(organisations, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  return <OrganisationTable all={data?.items ?? []} features={data?.features ?? []} loading={isPending} />;
}

/** /platform/organisations: every organisation, for operators of the platform. */
export function OrganisationsPage() {
  const { t } = useTranslation();
  return (
    <div className={page.page}>
      <PageTitle
        title={t('page.platformOrganisations.title')}
        about={t('page.platformOrganisations.about')}
        acts={
          <span className={styles.links}>
            <Link to="/platform/tasks">{t('platform.toTasks')}</Link>
            <Link to="/platform/log">{t('platform.toLog')}</Link>
          </span>
        }
      />
      <Proven>{() => <All />}</Proven>
    </div>
  );
}
