import { useList } from '@refinedev/core';
import { Alert, App, Segmented } from 'antd';
import { Suspense, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityName } from '../../../platform/crud/web/entity-name.ts';
import { useMoment } from '../../../platform/crud/web/form/use-moment.ts';
import { DataTable } from '../../../platform/crud/web/list/DataTable.tsx';
import { QueryBar } from '../../../platform/crud/web/list/QueryBar.tsx';
import { NoData } from '../../../platform/crud/web/list/states.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { resourceEndpoints, resourceSpecOf } from '../../../platform/resources/contract/resource.ts';
import { listColumns } from '../../../platform/schema/columns.ts';
import { convert, hasTypeOf, isRetyped } from '../../../platform/schema/convert.ts';
import { defaultsOf } from '../../../platform/schema/expressions/derive.ts';
import { filterFields } from '../../../platform/schema/filters.ts';
import { formValues } from '../../../platform/schema/form.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import styles from './studio.module.css';

const SchemaForm = lazyPage(() => import('../../../platform/crud/web/form/SchemaForm.tsx').then((m) => m.SchemaForm));

const ROWS = 5;
const NO_ROWS: readonly Row[] = [];
const NO_VALUES = {};
const doNothing = () => undefined;

interface Props {
  entity: string;
  published: EntitySchema;
  /** The schema that publishing the draft would produce. */
  schema: EntitySchema;
  /** The draft has findings, and `schema` is the last valid one. */
  stale: boolean;
}

/** Previews the draft with the real list, over the tenant's own rows, and the real form. */
export function Preview({ entity, published, schema, stale }: Props) {
  const { t } = useTranslation();
  const [view, setView] = useState<'list' | 'form'>('list');
  return (
    <section className={styles.panel} aria-label={t('studio.preview')}>
      <div className={styles.toolbar}>
        <h2 className={styles.heading}>{t('studio.preview')}</h2>
        <span className={styles.state}>{t('studio.previewText')}</span>
        <Segmented
          value={view}
          onChange={setView}
          options={[
            { value: 'list', label: t('studio.asList') },
            { value: 'form', label: t('studio.asForm') },
          ]}
          aria-label={t('studio.preview')}
        />
      </div>
      {stale && <Alert type="info" showIcon className={styles.alert} message={t('studio.stale')} />}
      {view === 'list' ? (
        <ListPreview name={entity} published={published} schema={schema} />
      ) : (
        <FormPreview schema={schema} />
      )}
    </section>
  );
}

/** The row with its values converted where a field changes its type. */
const withConvertedValues = (current: EntitySchema, next: EntitySchema, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const before = current.properties[name];
      const after = next.properties[name];
      const isOwn = before?.['x-tenant'] && after && isRetyped(before, after) && hasTypeOf(before, value);
      if (!isOwn) return [name, value];
      return [name, convert(before, after, value)?.value ?? (hasTypeOf(after, value) ? value : null)];
    }),
  );

function ListPreview({ name, published, schema }: { name: string; published: EntitySchema; schema: EntitySchema }) {
  const { t } = useTranslation();
  // The rows are shown only to users who may open the list.
  const open = useEntity(name) !== undefined;
  const { query } = useList<Row>({
    resource: name,
    pagination: { currentPage: 1, pageSize: ROWS },
    ...quietly,
    queryOptions: { enabled: open },
  });
  const preview = useMemo(
    () => ({
      entity: { name, schema, calls: resourceEndpoints(resourceSpecOf(schema)) },
      columns: listColumns(schema),
      filters: filterFields(schema),
    }),
    [name, schema],
  );
  const rows = useMemo(
    () => query.data?.data.map((row) => withConvertedValues(published, schema, row)),
    [query.data, published, schema],
  );
  return (
    <div className={styles.preview}>
      {!open && <Alert type="info" showIcon message={t('studio.noRows')} />}
      {preview.filters.length > 0 && (
        <QueryBar
          key={JSON.stringify(preview.filters)}
          schema={schema}
          filters={preview.filters}
          values={NO_VALUES}
          onQuery={doNothing}
        />
      )}
      <DataTable
        entity={preview.entity}
        columns={preview.columns}
        rows={open && !query.isError ? rows : NO_ROWS}
        busy={query.isFetching}
        sort={undefined}
        onSort={doNothing}
        density="middle"
        selection={undefined}
        acts={undefined}
        actsWidth={0}
        empty={<NoData title={entityName(t, schema.title)} />}
      />
    </div>
  );
}

function FormPreview({ schema }: { schema: EntitySchema }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const moment = useMoment();
  const submit = () => {
    void message.info(t('studio.notSaved'));
    return Promise.resolve(undefined);
  };
  return (
    <div className={styles.formPreview}>
      <Suspense>
        <SchemaForm
          key={JSON.stringify(schema)}
          id={id}
          schema={schema}
          mode="create"
          initial={{ ...formValues(schema, 'create'), ...defaultsOf(schema, moment) }}
          onSubmit={submit}
          onDirty={doNothing}
          still
        />
      </Suspense>
    </div>
  );
}
