import { FilterOutlined } from '@ant-design/icons';
import { Button, Drawer, Select } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntitySchema } from '../../../schema/types.ts';
import { useCloseOnBack } from '../../../ui/web/leaving.ts';
import type { FilterValues } from './address.ts';
import { QueryBar } from './QueryBar.tsx';
import type { ListAddress } from './use-list-address.ts';
import styles from './list.module.css';

interface Props {
  schema: EntitySchema;
  address: ListAddress;
  values: FilterValues;
  onQuery: (values: FilterValues) => void;
  count: string;
  refresh: ReactNode;
  views: ReactNode;
  choice: ReactNode;
}

/** Filters (in a drawer) and sort order of a list on phones. */
export function PhoneQuery({
  schema,
  address: { filters, columns, state, go },
  values,
  onQuery,
  count,
  refresh,
  views,
  choice,
}: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, () => setOpen(false));
  // A new query, from the filters or a saved view, closes the drawer to show its result.
  useEffect(() => setOpen(false), [state.filters]);
  const inUse = Object.keys(values).length;
  const orders = columns
    .filter((column) => column.sortable)
    .flatMap(({ field, title }) => [
      { value: field, label: t('crud.ascending', { title }) },
      { value: `-${field}`, label: t('crud.descending', { title }) },
    ]);
  return (
    <div className={styles.phoneQuery}>
      <span className={styles.phoneCount} role="status">
        {count}
      </span>
      {choice}
      {refresh}
      {orders.length > 0 && (
        <Select
          className={styles.phoneSort}
          allowClear
          placeholder={t('crud.sort')}
          aria-label={t('crud.sort')}
          popupMatchSelectWidth={false}
          options={orders}
          value={state.sort}
          onChange={(sort?: string) => go({ sort })}
        />
      )}
      {filters.length > 0 && (
        <Button icon={<FilterOutlined aria-hidden />} onClick={() => setOpen(true)}>
          {inUse > 0 ? t('crud.filterActive', { count: inUse }) : t('crud.filter')}
        </Button>
      )}
      <Drawer
        open={open}
        placement="bottom"
        height="auto"
        title={t('crud.filter')}
        extra={views}
        onClose={() => setOpen(false)}
      >
        <QueryBar
          full
          schema={schema}
          filters={filters}
          values={values}
          onQuery={(next) => {
            setOpen(false);
            onQuery(next);
          }}
        />
      </Drawer>
    </div>
  );
}
