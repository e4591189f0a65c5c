import { useTranslation } from 'react-i18next';
import { NONE } from '../../../platform/crud/web/list/cell.ts';
import type { Change } from '../../../platform/schema/changes.ts';
import styles from './log.module.css';

/** The changed fields of a log entry, with columns for the values before and after; an empty column is left out. */
export function ChangeTable({ items }: { items: readonly Change[] }) {
  const { t } = useTranslation();
  const sides = (['before', 'after'] as const).filter((side) => items.some((item) => item[side] !== undefined));
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t('log.field')}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {t(`log.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.field}>
            <th scope="row">{item.title}</th>
            {sides.map((side) => (
              <td key={side} className={styles[side]}>
                {item[side] ?? NONE}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
