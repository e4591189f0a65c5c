import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../resources/contract/resource.ts';
import { optionsOf } from '../../../schema/filters.ts';
import { unitOf } from '../../../schema/types.ts';
import { BoardColumn } from './BoardColumn.tsx';
import type { ViewProps } from './content-props.ts';
import { useMoves } from './use-moves.ts';
import styles from './shown-as.module.css';

/** The rows in columns, one for each value of a field. */
export function BoardView(props: ViewProps) {
  const { entity, view, filters, total, onAct } = props;
  const { t } = useTranslation();
  const { schema } = entity;
  const by = view.by ?? '';
  const field = schema.properties[by];
  const moves = useMoves(entity, by, onAct);
  const [dragged, setDragged] = useState<Row>();
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({});
  if (!field) return null;
  const { [by]: chosen, ...others } = filters;
  const shown = chosen === undefined ? undefined : chosen.split(',');
  const columns = (optionsOf(field) ?? []).filter(({ value }) => shown?.includes(String(value)) !== false);
  const inColumns = columns.reduce((sum, { value }) => sum + (counts[String(value)] ?? 0), 0);
  const isCounted = columns.every(({ value }) => counts[String(value)] !== undefined);
  const beside = isCounted && total !== undefined ? total - inColumns : 0;
  return (
    <>
      <div className={styles.board}>
        {columns.map((option) => (
          <BoardColumn
            key={option.value}
            {...props}
            field={field}
            option={option}
            filters={{ ...others, [by]: String(option.value) }}
            moves={moves}
            isOpen={dragged !== undefined && moves.targetsOf(dragged).includes(option.value)}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged) moves.move(dragged, option.value);
              setDragged(undefined);
            }}
            onCount={(count) =>
              setCounts((before) =>
                before[String(option.value)] === count ? before : { ...before, [String(option.value)]: count },
              )
            }
          />
        ))}
      </div>
      {beside > 0 && (
        <p className={styles.beside}>
          {t('crud.shownAs.beside', { count: beside, unit: unitOf(schema), field: field.title })}
        </p>
      )}
    </>
  );
}
