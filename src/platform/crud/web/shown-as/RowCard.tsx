import type { DragEvent, ReactNode } from 'react';
import { rowId, rowName } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import { listColumns } from '../../../schema/columns.ts';
import { readableValue } from '../../../schema/references.ts';
import { cell, NONE } from '../list/cell.ts';
import { valueOf } from '../list/value-of.tsx';
import type { ViewProps } from './content-props.ts';
import styles from './shown-as.module.css';

/** Values that a card shows besides its name. */
const FACTS = 3;

interface Props extends Pick<ViewProps, 'entity' | 'view' | 'acts' | 'onShow'> {
  row: Row;
  /** Shown beside the acts. */
  extra?: ReactNode;
  /** Given where the card may be dragged. */
  onDragStart?: ((event: DragEvent) => void) | undefined;
  onDragEnd?: () => void;
}

/** The name of a row in a view. */
export function titleOfRow(
  { entity: { schema }, view: { title_field: name } }: Pick<Props, 'entity' | 'view'>,
  row: Row,
) {
  const field = name === undefined ? undefined : schema.properties[name];
  const text = field && name !== undefined ? cell(field, readableValue(row, name)) : NONE;
  return text === NONE ? rowName(schema, row) : text;
}

/** A row as a card: its name, a few values, its acts. */
export function RowCard({ entity, view, row, acts, onShow, extra, onDragStart, onDragEnd }: Props) {
  const { schema } = entity;
  const id = rowId(schema, row);
  const facts = listColumns(schema)
    .filter(({ field }) => field !== view.by && field !== (view.title_field ?? schema['x-resource'].label))
    .filter(({ field }) => row[field] !== undefined && row[field] !== '')
    .slice(0, FACTS);
  // The acts beside the card move it as well, for those who do not drag.
  const drag = onDragStart && { draggable: true, onDragStart, onDragEnd };
  return (
    <li className={styles.card} {...drag}>
      <button type="button" className={styles.name} onClick={() => onShow(row)}>
        {titleOfRow({ entity, view }, row)}
      </button>
      <dl className={styles.facts}>
        {facts.map(({ field: name, title }) => {
          const field = schema.properties[name];
          return (
            field && (
              <div key={name}>
                <dt>{title}</dt>
                <dd>{valueOf(field, readableValue(row, name), { entity: schema.$id, id, field: name })}</dd>
              </div>
            )
          );
        })}
      </dl>
      <div className={styles.acts}>
        {acts?.(row)}
        {extra}
      </div>
    </li>
  );
}
