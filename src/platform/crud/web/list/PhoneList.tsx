import { useTranslation } from 'react-i18next';
import { ThumbBar } from '../acts/ThumbBar.tsx';
import { Cards } from './Cards.tsx';
import type { ListProps } from './list-props.ts';
import { Pager } from './Pager.tsx';
import { PhoneQuery } from './PhoneQuery.tsx';

/** A list on phones: cards, and acts at the bottom. */
export function PhoneList({
  entity,
  address,
  values,
  onQuery,
  columns,
  rows,
  total,
  count,
  empty,
  selection,
  pageActs,
  batchActs,
  acts,
  refresh,
  views,
  choice,
  content,
  isPaged,
}: ListProps) {
  const { t } = useTranslation();
  const chosen = selection && selection.ids.length > 0 ? selection : undefined;
  return (
    <>
      <PhoneQuery
        schema={entity.schema}
        address={address}
        values={values}
        onQuery={onQuery}
        count={count}
        refresh={refresh}
        views={views}
        choice={choice}
      />
      {content || (
        <Cards entity={entity} columns={columns} rows={rows} selection={selection} acts={acts} empty={empty} />
      )}
      {isPaged && total !== undefined && total > 0 && <Pager total={total} address={address} />}
      <ThumbBar
        acts={
          chosen
            ? [{ key: 'clear', label: t('crud.clearSelection'), run: () => chosen.set([]) }, ...batchActs]
            : pageActs
        }
      />
    </>
  );
}
