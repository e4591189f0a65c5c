import { FileZipOutlined, PlusOutlined, TableOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { studioResources } from '../contract.ts';
import { NewResourceDialog } from './NewResourceDialog.tsx';
import { PackageDialog } from './package/PackageDialog.tsx';
import { ResourceEditor } from './ResourceEditor.tsx';
import type { FromSheet } from './sheet/columns.ts';
import { SheetDialog } from './sheet/SheetDialog.tsx';
import { studio } from './texts.zh.ts';
import { useSubject } from './use-studio.ts';
import styles from './studio.module.css';

provideTexts({ studio });

/** /schema-studio: implementers and administrators edit the fields of the tenant, one resource at a time. */
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
  const mayPublish = useMay('schema-studio', 'publish');
  const [creating, setCreating] = useState(false);
  const [reading, setReading] = useState(false);
  const [from, setFrom] = useState<FromSheet>();
  const [packing, setPacking] = useState(false);
  const requested = search.get('resource');
  const entity =
    resources?.items.find((each) => each.entity === requested)?.entity ?? resources?.items[0]?.entity ?? '';
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
          options={resources?.items.map((each) => ({
            value: each.entity,
            label: each.own ? t('studio.ownResource', { title: each.title }) : each.title,
          }))}
        />
        {org.org_type === ORG_TYPE.school && mayCreate && (
          <>
            <Button
              icon={<PlusOutlined aria-hidden />}
              disabled={resources === undefined}
              onClick={() => setCreating(true)}
            >
              {t('studio.newResource')}
            </Button>
            <Button
              icon={<TableOutlined aria-hidden />}
              disabled={resources === undefined}
              onClick={() => setReading(true)}
            >
              {t('studioSheet.open')}
            </Button>
          </>
        )}
        <Button icon={<FileZipOutlined aria-hidden />} onClick={() => setPacking(true)}>
          {t('schemaPackage.title')}
        </Button>
        <PackageDialog open={packing} mayApply={mayPublish} onClose={() => setPacking(false)} />
        <SheetDialog
          open={reading}
          taken={resources?.items.map((each) => each.entity) ?? []}
          onClose={() => setReading(false)}
          onCreated={async (made) => {
            setFrom(made);
            await refetch();
            setSearch({ resource: made.entity });
          }}
        />
        <NewResourceDialog
          open={creating}
          taken={resources?.items.map((each) => each.entity) ?? []}
          onClose={() => setCreating(false)}
          onCreated={async (created) => {
            await refetch();
            setSearch({ resource: created });
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
        <ResourceEditor
          key={subject.data.entity}
          subject={subject.data}
          from={from?.entity === subject.data.entity ? from : undefined}
        />
      )}
    </div>
  );
}
