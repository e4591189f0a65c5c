import { Checkbox, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { rowId, rowName } from '../../../resources/contract/entity.ts';
import { readableValue } from '../../../schema/references.ts';
import { NONE } from './cell.ts';
import type { ListProps } from './list-props.ts';
import { RowLink, useRowLinks } from './row-links.tsx';
import { valueOf } from './value-of.tsx';
import styles from './list.module.css';

const WAITING = [0, 1, 2, 3];

/** The rows of a list as cards with the row name as title. */
export function Cards({
  entity: { schema },
  columns,
  rows,
  selection,
  acts,
  empty,
}: Pick<ListProps, 'entity' | 'columns' | 'rows' | 'selection' | 'acts' | 'empty'>) {
  const { t } = useTranslation();
  const linkOf = useRowLinks(schema.$id);
  const rest = columns.filter(({ field }) => field !== schema['x-resource'].label);
  if (rows === undefined)
    return (
      <div className={styles.cards}>
        {WAITING.map((i) => (
          <div key={i} className={styles.card}>
            <Skeleton active paragraph={{ rows: 3 }} />
          </div>
        ))}
      </div>
    );
  if (rows.length === 0) return empty;
  return (
    <ul className={styles.cards}>
      {rows.map((row) => {
        const id = rowId(schema, row);
        const name = rowName(schema, row);
        const title = (
          <RowLink target={linkOf(schema['x-resource'].label, row)} row={row}>
            {name}
          </RowLink>
        );
        return (
          <li key={id} className={styles.card}>
            <div className={styles.cardTitle}>
              {selection ? (
                <Checkbox
                  checked={selection.has(id)}
                  onChange={() => selection.toggle(row)}
                  aria-label={t('crud.select', { name })}
                >
                  {title}
                </Checkbox>
              ) : (
                title
              )}
            </div>
            <dl className={styles.facts}>
              {rest.map(({ field: key, title }) => {
                const field = schema.properties[key];
                const shown =
                  field === undefined
                    ? NONE
                    : valueOf(field, readableValue(row, key), { entity: schema.$id, id, field: key });
                // Empty values are omitted to save space.
                return (
                  shown !== NONE && (
                    <div key={key}>
                      <dt>{title}</dt>
                      <dd>{shown}</dd>
                    </div>
                  )
                );
              })}
            </dl>
            {acts?.(row)}
          </li>
        );
      })}
    </ul>
  );
}
