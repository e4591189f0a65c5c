import { useList, useResourceParams } from '@refinedev/core';
import { Select, type SelectProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';
import type { ResourceMeta } from '../../../refine/web/resources.tsx';
import { useMay } from '../../../refine/web/use-may.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { rowChoice, type RowChoice } from '../../../schema/row-choice.ts';
import { useBuffered } from './use-buffered.ts';
import { useClosedNote } from './use-closed-note.ts';
import styles from './row-pick.module.css';

const OPTIONS_MAX = 20;

const OptionLabel: NonNullable<SelectProps<unknown, RowChoice>['optionRender']> = ({ data }) => (
  <span className={styles.option}>
    {data.label}
    <small>{data.about}</small>
  </span>
);

const stringsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');

/** Selects several rows. */
export const RowsPick = (props: ControlProps) => <RowPick {...props} multiple />;

/** Selects one row of another entity, or several, by part of the name, with the filter of that entity's list. */
export function RowPick(props: ControlProps) {
  const { t } = useTranslation();
  const name = props.field['x-of'] ?? '';
  const { resource } = useResourceParams({ resource: name });
  const schema = (resource?.meta as ResourceMeta | undefined)?.schema;
  const mayOpen = useMay(schema?.['x-resource'].area ?? '', 'open');
  const note = useClosedNote(!mayOpen);
  const [searched, setSearched] = useState('');
  const { type } = useBuffered<string>('', setSearched);
  const [chosen, setChosen] = useState<readonly RowChoice[]>([]);
  const { query } = useList<Row>({
    resource: name,
    pagination: { currentPage: 1, pageSize: OPTIONS_MAX },
    meta: { quiet: true },
    errorNotification: false,
    queryOptions: { enabled: mayOpen },
    filters: searched === '' ? [] : [{ field: schema?.['x-resource'].label ?? '', operator: 'eq', value: searched }],
  });
  const rows = query.data?.data;
  const found = useMemo(() => (schema ? (rows ?? []).map((row) => rowChoice(schema, row)) : []), [schema, rows]);
  const selectedIds = stringsOf(props.value);
  const chosenElsewhere = chosen.filter(
    ({ value }) => selectedIds.includes(value) && !found.some((each) => each.value === value),
  );

  // The stored values of a form are named by their row.
  const names = typeof props.valueName === 'string' ? [props.valueName] : (props.valueName ?? []);
  const stored = selectedIds.flatMap((id, i): RowChoice[] => {
    const label = names[i];
    const isListed = [...found, ...chosenElsewhere].some(({ value }) => value === id);
    return isListed || label === undefined ? [] : [{ value: id, label, about: '' }];
  });

  const select = (value: string | string[] | undefined) => {
    const next = stringsOf(value);
    setChosen([...found, ...chosenElsewhere].filter((each) => next.includes(each.value)));
    props.onChange(props.multiple ? (next.length > 0 ? next : undefined) : next[0]);
  };
  return (
    <Select<string | string[], RowChoice>
      id={props.id}
      placeholder={props.placeholder ?? t('crud.searchName')}
      disabled={props.disabled || schema === undefined}
      loading={query.isFetching}
      style={{ width: '100%' }}
      mode={props.multiple ? 'multiple' : undefined}
      showSearch
      filterOption={false}
      allowClear={props.required !== true}
      onSearch={type}
      onOpenChange={(open) => {
        if (!open) type('');
      }}
      options={[...stored, ...found, ...chosenElsewhere, ...note]}
      value={props.multiple ? selectedIds : selectedIds[0]}
      onChange={select}
      onBlur={props.onBlur}
      notFoundContent={
        query.isFetching ? t('crud.searching') : query.isError ? t('crud.loadFailed') : t('crud.noneFound')
      }
      optionRender={OptionLabel}
      {...ariaProps(props)}
    />
  );
}
