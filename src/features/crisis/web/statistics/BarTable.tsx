import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import styles from './statistics.module.css';

interface Row {
  key: string;
  label: string;
  n?: number | undefined;
}
interface Props {
  title: string;
  /** What is counted. */
  unit: string;
  rows: readonly Row[];
  /** What stands for a number that is not told. */
  few: string;
  onOpen?: ((key: string) => void) | undefined;
  /** The list of what a row counts; none where one may not see it. */
  listOf?: ((key: string) => string | undefined) | undefined;
}

/** Numbers as bars in a table: what one sees and what is read out are the same. */
export function BarTable({ title, unit, rows, few, onOpen, listOf }: Props) {
  const { t } = useTranslation();
  const most = Math.max(1, ...rows.map(({ n = 0 }) => n));
  return (
    <section className={styles.card}>
      <table className={styles.bars}>
        <caption>{title}</caption>
        <thead className={styles.unseen}>
          <tr>
            <th scope="col">{t('warnStatistics.item')}</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, n }) => {
            const list = n ? listOf?.(key) : undefined;
            const shown = (
              <>
                <span className={styles.track} aria-hidden="true">
                  <span className={styles.bar} style={{ width: `${((n ?? 0) / most) * 100}%` }} />
                </span>
                <span className={n === undefined ? styles.few : styles.number}>{n ?? few}</span>
              </>
            );
            return (
              <tr key={key}>
                <th scope="row">
                  {onOpen && n !== 0 ? (
                    <Button type="link" size="small" className={styles.open} onClick={() => onOpen(key)}>
                      {label}
                    </Button>
                  ) : (
                    label
                  )}
                </th>
                <td>
                  {list === undefined ? (
                    <span className={styles.value}>{shown}</span>
                  ) : (
                    <Link className={styles.value} to={list} aria-label={t('warnStatistics.openList', { label, n })}>
                      {shown}
                    </Link>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {rows.length === 0 && <p className={styles.few}>{t('warnStatistics.nothing')}</p>}
    </section>
  );
}
