import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ORG_TYPE } from '../../../platform/access/identity.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { studioResources } from '../contract.ts';
import { Bench } from './Bench.tsx';
import { NewResourceDialog } from './NewResourceDialog.tsx';
import { studio } from './texts.zh.ts';
import { useSubject } from './use-studio.ts';
import styles from './studio.module.css';

provideTexts({ studio });

/** Where an implementer, or an administrator, sets the fields of the tenant: which resource, and the bench for it. */
export function StudioPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const {
    data: resources,
    error,
    refetch,
  } = useQuery({
    queryKey: ['studio', 'resources'],
    queryFn: ({ signal }) => call(studioResources, {}, { signal, quiet: true }),
  });
  const mayCreate = useMay('schema-studio', 'create');
  const { org } = useCurrentUser();
  const [making, setMaking] = useState(false);
  const asked = search.get('resource');
  const entity = resources?.items.find((one) => one.entity === asked)?.entity ?? resources?.items[0]?.entity ?? '';
  const subject = useSubject(entity);
  const failure = error ?? subject.error;

  return (
    <div className={styles.page}>
      <PageTitle title={t('studio.title')} about={t('studio.about')} />
      <div className={styles.choice}>
        <label htmlFor="studio-resource">{t('studio.resource')}</label>
        <Select
          id="studio-resource"
          className={styles.select}
          value={entity === '' ? undefined : entity}
          loading={resources === undefined && failure === null}
          onChange={(next: string) => setSearch({ resource: next })}
          options={resources?.items.map((one) => ({
            value: one.entity,
            label: one.own ? t('studio.ownResource', { title: one.title }) : one.title,
          }))}
        />
        {org.org_type === ORG_TYPE.school && mayCreate && (
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={resources === undefined}
            onClick={() => setMaking(true)}
          >
            {t('studio.newResource')}
          </Button>
        )}
        <NewResourceDialog
          open={making}
          taken={resources?.items.map((one) => one.entity) ?? []}
          onClose={() => setMaking(false)}
          onMade={async (made) => {
            await refetch();
            setSearch({ resource: made });
          }}
        />
      </div>
      {failure !== null ? (
        <div className={styles.panel}>
          <FailedState error={failure} onRetry={() => void (error === null ? subject.refetch() : refetch())} />
        </div>
      ) : subject.data === undefined ? (
        <div className={styles.panel}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : (
        <Bench key={subject.data.entity} subject={subject.data} />
      )}
    </div>
  );
}
