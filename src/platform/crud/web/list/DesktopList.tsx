import { useTranslation } from 'react-i18next';
import { useStable } from '../../../ui/web/use-stable.ts';
import { BatchBar } from '../acts/BatchBar.tsx';
import { Toolbar } from '../acts/Toolbar.tsx';
import { ViewSettings } from '../acts/ViewSettings.tsx';
import { entityName } from '../entity-name.ts';
import { DataTable } from './DataTable.tsx';
import type { ListProps } from './list-props.ts';
import { Pager } from './Pager.tsx';
import { QueryBar } from './QueryBar.tsx';
import styles from './list.module.css';

/** A list on wide screens: query bar, toolbar or batch bar, table, pages. */
export function DesktopList({
  entity,
  address,
  values,
  onQuery,
  setting,
  columns,
  rows,
  total,
  count,
  busy,
  empty,
  selection,
  pageActs,
  batchActs,
  acts,
  actsWidth,
  refresh,
  views,
  choice,
  content,
  isPaged,
}: ListProps) {
  const { t } = useTranslation();
  const { schema } = entity;
  const { filters, state, go } = address;
  const sort = useStable((next: string | undefined) => go({ sort: next }));
  return (
    <>
      {filters.length > 0 && (
        <section className={styles.panel}>
          <QueryBar schema={schema} filters={filters} values={values} onQuery={onQuery} />
        </section>
      )}
      <section className={styles.panel} aria-label={t('crud.listOf', { title: entityName(t, schema.title) })}>
        {selection && selection.ids.length > 0 ? (
          <BatchBar count={selection.ids.length} acts={batchActs} onClear={() => selection.set([])} />
        ) : (
          <Toolbar
            count={count}
            tools={
              <>
                {choice}
                {refresh}
                {views}
                <ViewSettings columns={address.columns} setting={setting} />
              </>
            }
            acts={pageActs}
          />
        )}
        {content || (
          <DataTable
            entity={entity}
            columns={columns}
            rows={rows}
            busy={busy}
            sort={state.sort}
            onSort={sort}
            density={setting.view.density}
            selection={selection}
            acts={acts}
            actsWidth={actsWidth}
            empty={empty}
          />
        )}
        {isPaged && total !== undefined && total > 0 && <Pager total={total} address={address} />}
      </section>
    </>
  );
}
