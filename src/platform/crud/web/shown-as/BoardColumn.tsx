import { useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { Button, Dropdown, Skeleton } from 'antd';
import { useEffect, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { rowId } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { display } from '../../../schema/columns.ts';
import type { Option } from '../../../schema/filters.ts';
import { unitOf, type FieldSchema } from '../../../schema/types.ts';
import { quietly } from '../../../ui/web/failure.ts';
import { StatusTag } from '../../../ui/web/StatusTag.tsx';
import { useStable } from '../../../ui/web/use-stable.ts';
import { entityName } from '../entity-name.ts';
import { FailedState } from '../list/states.tsx';
import type { ViewProps } from './content-props.ts';
import { RowCard, titleOfRow } from './RowCard.tsx';
import type { Moves } from './use-moves.ts';
import styles from './shown-as.module.css';

/** Cards that a column shows at first, and that it adds each time. */
const PIECE = 30;

interface Props extends ViewProps {
  field: FieldSchema;
  option: Option;
  moves: Moves;
  /** Whether the dragged card may be dropped here. */
  isOpen: boolean;
  onDrag: (row: Row | undefined) => void;
  onDrop: () => void;
  onCount: (count: number) => void;
}

/** One column of a board: the rows with one value. */
export function BoardColumn(props: Props) {
  const { entity, view, filters, field, option, moves, isOpen, onDrag, onDrop, onCount } = props;
  const { t } = useTranslation();
  const { schema, name } = entity;
  const [pieces, setPieces] = useState(1);
  const [over, setOver] = useState(false);
  const { query } = useList<Row>({
    resource: name,
    pagination: { currentPage: 1, pageSize: PIECE * pieces },
    filters: Object.entries(filters).map(([key, value]) => ({ field: key, operator: 'eq', value })),
    ...quietly,
    queryOptions: { placeholderData: keepPreviousData },
  });
  const total = query.data?.total;
  const count = useStable(onCount);
  useEffect(() => {
    if (total !== undefined) count(total);
  }, [total, count]);
  const rows = query.data?.data;
  const tone = field['x-tone']?.[String(option.value)];
  const dragProps = {
    onDragOver: (event: DragEvent) => {
      if (!isOpen) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      onDrop();
    },
  };
  return (
    <section
      className={styles.column}
      data-open={isOpen}
      data-over={isOpen && over}
      aria-label={option.label}
      {...dragProps}
    >
      <h3 className={styles.columnHead}>
        {tone ? <StatusTag tone={tone}>{option.label}</StatusTag> : option.label}
        <span className={styles.count}>{total}</span>
      </h3>
      {query.isError ? (
        <FailedState error={query.error} onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <ul className={styles.cards}>
          {rows.map((row) => (
            <RowCard
              key={rowId(schema, row)}
              {...props}
              row={row}
              extra={moves.byActs ? undefined : <MoveMenu {...props} row={row} />}
              onDragStart={
                moves.targetsOf(row).length === 0
                  ? undefined
                  : (event) => {
                      event.dataTransfer.effectAllowed = 'move';
                      event.dataTransfer.setData('text/plain', titleOfRow({ entity, view }, row));
                      onDrag(row);
                    }
              }
              onDragEnd={() => onDrag(undefined)}
            />
          ))}
          {rows.length === 0 && (
            <li className={styles.none}>{t('crud.shownAs.none', { title: entityName(t, schema.title) })}</li>
          )}
        </ul>
      )}
      {rows && total !== undefined && total > rows.length && (
        <Button type="link" block loading={query.isFetching} onClick={() => setPieces((n) => n + 1)}>
          {t('crud.shownAs.more', { count: total - rows.length, unit: unitOf(schema) })}
        </Button>
      )}
    </section>
  );
}

/** Moves a card without a mouse: to one of the columns that it may go to. */
function MoveMenu({
  moves,
  field,
  row,
  entity,
  view,
}: Pick<Props, 'moves' | 'field' | 'entity' | 'view'> & { row: Row }) {
  const { t } = useTranslation();
  const targets = moves.targetsOf(row);
  if (targets.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: targets.map((value) => ({
          key: String(value),
          label: display(field, value),
          onClick: () => moves.move(row, value),
        })),
      }}
    >
      <Button type="link" size="small" aria-label={`${t('crud.shownAs.moveTo')} ${titleOfRow({ entity, view }, row)}`}>
        {t('crud.shownAs.moveTo')}
      </Button>
    </Dropdown>
  );
}
