import { useList } from '@refinedev/core';
import { Command } from 'cmdk';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRowLinks } from '../../../platform/crud/web/list/row-links.tsx';
import { filteredList } from '../../../platform/crud/web/list/use-list-address.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { rowChoice } from '../../../platform/schema/row-choice.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { HitItem } from './HitItem.tsx';
import type { Hit } from './recent.ts';
import { listHit, listPage } from './use-places.ts';
import styles from './search.module.css';

const HITS_MAX = 6;

interface Props {
  schema: EntitySchema;
  text: string;
  onPick: (hit: Hit) => void;
  /** Called with whether this list is still being searched. */
  onBusy: (name: string, busy: boolean) => void;
}

/** The rows of one list with a name that includes the text. */
export function RowHits({ schema, text, onPick, onBusy }: Props) {
  const { t } = useTranslation();
  const { $id, title } = schema;
  const { label } = schema['x-resource'];
  const linkOf = useRowLinks($id);
  const { query, result } = useList<Row>({
    resource: $id,
    pagination: { currentPage: 1, pageSize: HITS_MAX },
    filters: [{ field: label, operator: 'eq', value: text }],
    meta: { quiet: true },
    errorNotification: false,
  });
  const { isFetching, isError } = query;
  useEffect(() => {
    onBusy($id, isFetching);
    return () => onBusy($id, false);
  }, [$id, isFetching, onBusy]);

  const pathname = listPage(schema) ?? '/index';
  const hitOf = (row: Readonly<Row>): Hit => {
    const { value, label: name, about } = rowChoice(schema, row);
    const target = linkOf(label, row)?.to;
    const [path = pathname, search = ''] = target?.split('?') ?? [];
    const to =
      target === undefined ? filteredList(schema, pathname, label, name) : { pathname: path, search: `?${search}` };
    return { key: `${$id} ${value}`, title: name, about, to };
  };
  const hits = isError ? [listHit(schema, t('search.failed', { title }), text)] : result.data.map(hitOf);
  if (hits.length === 0) return null;
  return (
    <Command.Group heading={title} className={styles.group}>
      {hits.map((hit) => (
        <HitItem key={hit.key} hit={hit} onPick={onPick} />
      ))}
    </Command.Group>
  );
}
