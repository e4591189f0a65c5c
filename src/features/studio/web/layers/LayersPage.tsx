import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { layerCreate } from '../../layer-contract.ts';
import { NewResourceDialog } from '../NewResourceDialog.tsx';
import { studio } from '../texts.zh.ts';
import { LayerEditor } from './LayerEditor.tsx';
import { layers } from './texts.zh.ts';
import { useLayer, useLayerEntities } from './use-layers.ts';
import styles from '../studio.module.css';

provideTexts({ studio, layers });

/** Names of the kinds of a layer, by their numbers. */
const KINDS = ['all', 'basic', 'vocational', 'higher'] as const;

/** /schema-layers: an institution edits what its schools have, and sends it to them. */
export function LayersPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [search, setSearch] = useSearchParams();
  const entities = useLayerEntities();
  const maySend = useMay('schema-layer', 'publish');
  const [creating, setCreating] = useState(false);
  const items = entities.data?.items ?? [];
  const entity = items.find((one) => one.entity === search.get('resource'))?.entity ?? items[0]?.entity ?? '';
  const kind = Math.max(
    0,
    KINDS.findIndex((_, i) => String(i) === search.get('kind')),
  );
  const subject = useLayer(entity, kind);
  const failure = entities.error ?? subject.error;
  const go = (to: { resource?: string; kind?: number }) =>
    setSearch({ resource: to.resource ?? entity, kind: String(to.kind ?? kind) });
  return (
    <div className={styles.page}>
      <PageTitle title={t('page.layers.title')} about={t('page.layers.about')} />
      <div className={styles.choice}>
        <label htmlFor="layer-resource">{t('studio.resource')}</label>
        <Select
          id="layer-resource"
          className={styles.select}
          value={entity === '' ? undefined : entity}
          loading={entities.isLoading}
          showSearch
          optionFilterProp="label"
          options={items.map((one) => ({
            value: one.entity,
            label: one.own ? t('layers.own', { title: one.title }) : one.title,
          }))}
          onChange={(resource: string) => go({ resource })}
        />
        <span className={styles.labelled}>
          <label htmlFor="layer-kind">{t('layers.kind')}</label>
          <Select
            id="layer-kind"
            className={styles.kind}
            value={kind}
            options={KINDS.map((name, value) => ({ value, label: t(`layers.kinds.${name}`) }))}
            onChange={(next) => go({ kind: next })}
          />
        </span>
        {maySend && (
          <Button
            icon={<PlusOutlined aria-hidden />}
            disabled={entities.data === undefined}
            onClick={() => setCreating(true)}
          >
            {t('layers.newResource')}
          </Button>
        )}
        <NewResourceDialog
          open={creating}
          taken={items.map((one) => one.entity)}
          create={(body) => call(layerCreate, { body }, { quiet: true })}
          onClose={() => setCreating(false)}
          onCreated={async (resource) => {
            await entities.refetch();
            void message.info(t('layers.created'));
            go({ resource, kind: 0 });
          }}
        />
      </div>
      {failure !== null ? (
        <div className={styles.panel}>
          <FailedState
            error={failure}
            onRetry={() => void (entities.error === null ? subject.refetch() : entities.refetch())}
          />
        </div>
      ) : subject.data === undefined ? (
        <div className={styles.panel}>
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      ) : (
        <LayerEditor key={`${subject.data.entity} ${kind}`} subject={subject.data} kind={kind} />
      )}
    </div>
  );
}
